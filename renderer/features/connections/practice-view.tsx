import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconSchool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Office, offices } from '../../../shared/model/office.ts';
import { useAction } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';

/** Opens the practice agency, as an agency or as an importer. */
export function PracticeMenu() {
  const { t } = useTranslation('connections');
  const practice = usePractice();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconSchool size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={practice.isPending}
          >
            {t('practice')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offices.map((office) => (
            <Menu.Item key={office} onClick={() => practice.mutate({ office })}>
              {t(`practiseAs.${office}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {practice.error && <Fault error={practice.error} />}
    </>
  );
}

/** Has the practice agency tried as the other of the two from now on. */
export function PracticeView({ office }: { office: Office }) {
  const { t } = useTranslation('connections');
  const practice = usePractice();
  const other = office === 'agency' ? 'company' : 'agency';
  return (
    <>
      <Button
        variant="default"
        loading={practice.isPending}
        onClick={() => practice.mutate({ office: other })}
      >
        {t(`practiseAs.${other}`)}
      </Button>
      {practice.error && <Fault error={practice.error} />}
    </>
  );
}

function usePractice() {
  return useAction('connections.practice', ['connections.list', 'clients.list']);
}
