import { Button, Group } from '@mantine/core';
import {
  IconCalendarMonth,
  IconDownload,
  IconFolders,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../shared/model/connection.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { textOrMissing } from '../../components/data-grid/cells.tsx';
import ClientDialog from '../../components/document-actions/client-dialog.tsx';
import { downloadOfClients } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { useAppMutation, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { useSearchText } from '../../ui/search-box-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { useDirectoryKind, useOwnCompany } from '../../ui/use-user-role.ts';
import { ClientList } from './client-list.tsx';
import styles from './clients.module.css';
import { MonthDialog } from './month-dialog.tsx';
import { PasteClients } from './paste-clients.tsx';

const titles = { clients: 'title', company: 'company.title', companies: 'companies.title' } as const;

/** The client directory: no endpoint lists clients, so the person maintains it. */
export default function Clients() {
  const { t } = useTranslation('clients');
  const toast = useToast();
  const { data: clients, error, refetch } = useInvokeQuery('clients.list', undefined);
  const remove = useInvokeMutation('clients.remove', ['clients.list']);
  const company = useOwnCompany();
  const whose = useDirectoryKind();
  const [isPasting, setPasting] = useState(false);
  const [changing, setChanging] = useState<Client>();
  const [monthOf, setMonthOf] = useState<Client>();
  const [removing, setRemoving] = useState<readonly Client[]>();
  return (
    <div className={screen.screen}>
      <ScreenHead title={t(titles[whose])}>
        <ActionButton variant="filled" icon={IconPlus} onClick={() => setPasting(true)}>
          {t('add')}
        </ActionButton>
      </ScreenHead>
      {!clients && error && <ErrorMessage error={error} />}
      {company && (
        <OwnCompany company={company} onMonth={setMonthOf} onChange={setChanging} onRemove={setRemoving} />
      )}
      {company && remove.error && <ErrorMessage error={remove.error} />}
      {clients && <WhoseBook clients={clients} />}
      {clients && !company && (
        <ClientList
          clients={clients}
          error={error ?? remove.error}
          onMonth={setMonthOf}
          onChange={setChanging}
          onRemove={setRemoving}
          onRefresh={() => void refetch()}
        />
      )}
      {isPasting && (
        <Dialog title={t('add')} size="lg" onClose={() => setPasting(false)}>
          <PasteClients
            onSaved={() => {
              setPasting(false);
              toast(t('kept'));
            }}
            instead={
              <Button variant="default" onClick={() => setPasting(false)}>
                {t('cancel')}
              </Button>
            }
          />
        </Dialog>
      )}
      {changing && <ClientDialog client={changing} onClose={() => setChanging(undefined)} />}
      {monthOf && <MonthDialog client={monthOf} onClose={() => setMonthOf(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={t('removeTitle', { count: removing.length, name: clientLabel(removing[0]) })}
          text={t('removeMeans')}
          label={t('removeIt')}
          onClose={() => setRemoving(undefined)}
          onConfirm={() =>
            remove.mutate(
              { ruts: removing.map(({ rut }) => rut) },
              { onSuccess: () => toast(t('removed', { count: removing.length })) },
            )
          }
        />
      )}
    </div>
  );
}

function clientLabel(client: Client | undefined): string {
  return client ? client.name || formatRut(client.rut) : '';
}

interface Props {
  clients: readonly unknown[];
}

/**
 * Asks once whether several RUTs are an agency's clients or the companies of one group: only the person
 * knows. The practice agency's own clients do not trigger it.
 */
function WhoseBook({ clients }: Props) {
  const { t } = useTranslation('clients');
  const { settings, managed } = useSettings();
  const connections = useInvokeQuery('connections.list', undefined).data ?? [];
  const { mutate: change, error } = useAppMutation(useChangeSettings());
  const isReal = connections.some(({ isPractice }) => !isPractice);
  if (settings.office !== 'unsaid' || managed.includes('office') || clients.length < 2 || !isReal)
    return null;
  return (
    <section className={styles.whose} aria-label={t('whose.ask')}>
      <b>{t('whose.ask')}</b>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => change({ office: 'agency' })}>
          {t('whose.agency')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => change({ office: 'company' })}>
          {t('whose.company')}
        </Button>
      </Group>
      <span className={screen.soft}>{t('whose.means')}</span>
      {error && <ErrorMessage error={error} />}
    </section>
  );
}

interface OwnCompanyProps {
  company: Client;
  onMonth: (company: Client) => void;
  onChange: (company: Client) => void;
  onRemove: (clients: readonly Client[]) => void;
}

/** An importer's or exporter's own company: its facts, and the actions on its dispatches. */
function OwnCompany({ company, onMonth, onChange, onRemove }: OwnCompanyProps) {
  const { t } = useTranslation('clients');
  const { search } = useSearchText();
  const { mutate: change, error } = useAppMutation(useChangeSettings());
  const getDocuments = useGetDocuments();
  const keyText = useKeyText();
  const { rut, name } = company;
  const download = () => getDocuments(downloadOfClients([rut]));
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
        <ActionButton
          variant="filled"
          icon={IconFolders}
          onClick={() => search(formatRut(rut), 'dispatches')}
        >
          {t('dispatches')}
        </ActionButton>
        <ActionButton icon={IconDownload} title={keyText('download')} onClick={download}>
          {t('company.download')}
        </ActionButton>
        <ActionButton icon={IconCalendarMonth} onClick={() => onMonth(company)}>
          {t('month.open')}
        </ActionButton>
        <ActionButton icon={IconPencil} onClick={() => onChange(company)}>
          {t('change')}
        </ActionButton>
        <ActionButton icon={IconTrash} onClick={() => onRemove([company])}>
          {t('remove')}
        </ActionButton>
      </Group>
      {error && <ErrorMessage error={error} />}
      <p>{t('company.more')}</p>
      <Button variant="subtle" size="compact-xs" onClick={() => change({ office: 'agency' })}>
        {t('company.isAgency')}
      </Button>
    </div>
  );
}
