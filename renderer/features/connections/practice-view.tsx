import { Button, Loader, Menu } from '@mantine/core';
import { IconChevronDown, IconSchool } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Office, offices } from '../../../shared/model/office.ts';
import { useAction } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { MenuButton } from '../../ui/opening-button.tsx';

/** Opens the practice agency, as an agency or as an importer. */
export function PracticeMenu() {
  const { t } = useTranslation('connections');
  const practice = usePractice();
  return (
    <>
      <MenuButton
        position="bottom-end"
        button={(opening) => (
          <Button
            {...opening}
            variant="default"
            leftSection={practice.isPending ? busy : <IconSchool size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-busy={practice.isPending}
          >
            {t('practice')}
          </Button>
        )}
      >
        {offices.map((office) => (
          <Menu.Item key={office} disabled={practice.isPending} onClick={() => practice.mutate({ office })}>
            {t(`practiseAs.${office}`)}
          </Menu.Item>
        ))}
      </MenuButton>
      {practice.error && <Fault error={practice.error} />}
    </>
  );
}

// A button that cannot be pressed while it works would lose the focus.
const busy = <Loader size={14} aria-hidden />;

/** Has the practice agency tried as the other of the two from now on. Takes the focus of the menu that opened it, which is gone by then. */
export function PracticeView({ office }: { office: Office }) {
  const { t } = useTranslation('connections');
  const practice = usePractice();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  const other = office === 'agency' ? 'company' : 'agency';
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={practice.isPending && busy}
        aria-busy={practice.isPending}
        onClick={() => practice.isPending || practice.mutate({ office: other })}
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
