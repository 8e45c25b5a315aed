import { Button, Group } from '@mantine/core';
import { IconDownload, IconFolders, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../shared/model/connection.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { textOrMissing } from '../../components/data-grid/cells.tsx';
import { useGetPapers } from '../../components/get-documents/get-papers.ts';
import { wantedOfClients } from '../../components/get-documents/wanted.ts';
import { useAct } from '../../ipc/bridge.ts';
import { useChangeSettings } from '../../ipc/settings-hooks.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { useSearchText } from '../../ui/search-text.ts';
import styles from './clients.module.css';

interface Props {
  company: Client;
  onChange: (company: Client) => void;
  onRemove: (clients: readonly Client[]) => void;
}

/** The company of a person who imports or exports: what is known of it, and what can be done with its dispatches. */
export function OwnCompany({ company, onChange, onRemove }: Props) {
  const { t } = useTranslation('clients');
  const { search } = useSearchText();
  const { mutate: change, error } = useAct(useChangeSettings());
  const getPapers = useGetPapers();
  const keyText = useKeyText();
  const { rut, name } = company;
  const download = () => getPapers(wantedOfClients([rut]));
  useCommand('download', download);
  return (
    <div className={styles.company}>
      <h2>{name || formatRut(rut)}</h2>
      <dl>
        <dt>{t('column.rut')}</dt>
        <dd>{formatRut(rut)}</dd>
        {(['email', 'folder'] as const).map((field) => (
          <div key={field}>
            <dt>{t(`column.${field}`)}</dt>
            <dd>{textOrMissing(company[field])}</dd>
          </div>
        ))}
      </dl>
      <Group gap="xs">
        <Button
          leftSection={<IconFolders size={14} aria-hidden />}
          onClick={() => search(formatRut(rut), 'dispatches')}
        >
          {t('dispatches')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          title={keyText('download')}
          onClick={download}
        >
          {t('company.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onChange(company)}
        >
          {t('change')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => onRemove([company])}
        >
          {t('remove')}
        </Button>
      </Group>
      {error && <Fault error={error} />}
      <p>{t('company.more')}</p>
      <Button variant="subtle" size="compact-xs" onClick={() => change({ office: 'agency' })}>
        {t('company.isAgency')}
      </Button>
    </div>
  );
}
