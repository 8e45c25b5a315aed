import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../shared/model/connection.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { ExcelMenu } from '../../components/data-grid/excel-menu.tsx';
import { useSaveList } from '../../components/data-grid/use-save-list.ts';
import { useAction, useCall } from '../../ipc/bridge.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { plain } from '../../ui/plain.ts';
import { PurgeButton } from '../../ui/purge-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ClientTable, clientColumns } from './client-table.tsx';
import styles from './clients.module.css';
import { PasteClients } from './paste-clients.tsx';

/** The client book: no endpoint lists clients, so a person keeps it. */
export default function Clients() {
  const { t } = useTranslation('clients');
  const toast = useToast();
  const { data: clients, error } = useCall('clients.list', undefined);
  const remove = useAction('clients.remove', ['clients.list']);
  const keyText = useKeyText();
  const field = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');
  const [isPasting, setPasting] = useState(false);
  const [changing, setChanging] = useState<Client>();
  const [removing, setRemoving] = useState<Client>();
  const wanted = plain(filter);
  const shown = clients?.filter(({ rut, name, email, folder }) =>
    plain(`${rut} ${formatRut(rut)} ${name} ${email} ${folder}`).includes(wanted),
  );
  const isEmpty = clients?.length === 0;
  useCommand('filter', () => field.current?.select());
  const { save, error: saveError } = useSaveList();
  const problem = error ?? remove.error ?? saveError;

  function saveAs(format: 'csv' | 'xlsx') {
    save({
      ...{ list: 'clients', format, name: t('title'), words: {} },
      columns: clientColumns.map((column) => ({ column, title: t(`column.${column}`) })),
      ruts: (shown ?? []).map(({ rut }) => rut),
    });
  }

  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        {!isEmpty && (
          <TextInput
            ref={field}
            aria-label={t('filter')}
            placeholder={t('filter')}
            title={keyText('filter')}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        {shown && shown.length > 0 && <ExcelMenu onSave={saveAs} />}
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setPasting(true)}>
          {t('add')}
        </Button>
      </header>
      <div className={styles.body}>
        {problem && <Fault error={problem} />}
        {isEmpty && <p className={styles.empty}>{t('empty')}</p>}
        {shown && shown.length > 0 && (
          <ClientTable clients={shown} onChange={setChanging} onRemove={setRemoving} />
        )}
      </div>
      {isPasting && (
        <Dialog title={t('add')} size="lg" onClose={() => setPasting(false)}>
          <PasteClients
            onKept={() => {
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
      {changing && <ChangeClient client={changing} onClose={() => setChanging(undefined)} />}
      {removing && (
        <AskFirst
          title={t('removeTitle', { name: removing.name || formatRut(removing.rut) })}
          text={t('removeMeans')}
          act={t('removeIt')}
          onClose={() => setRemoving(undefined)}
          onAct={() => {
            setRemoving(undefined);
            remove.mutate({ rut: removing.rut }, { onSuccess: () => toast(t('removed')) });
          }}
        />
      )}
    </div>
  );
}

function ChangeClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('clients');
  const [name, setName] = useState(client.name);
  const [email, setEmail] = useState(client.email);
  const [folder, setFolder] = useState(client.folder);
  const keep = useAction('clients.keep', ['clients.list']);
  function submit(event: FormEvent) {
    event.preventDefault();
    keep.mutate({ clients: [{ ...client, name, email, folder }] }, { onSuccess: onClose });
  }
  return (
    <Dialog title={formatRut(client.rut)} onClose={onClose}>
      <form className={styles.paste} onSubmit={submit}>
        <TextInput
          label={t('column.name')}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('column.email')}
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label={t('column.folder')}
          description={t('folderMeans')}
          maxLength={120}
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
        {keep.error && <Fault error={keep.error} />}
        <Group justify="end" gap="xs">
          <PurgeButton of={{ rut: client.rut }} name={client.name || formatRut(client.rut)} />
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={keep.isPending}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
