import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../shared/model/connection.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { useAction, useCall } from '../../ipc/bridge.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import { useOwnCompany, useWhoseBook } from '../../ui/office.ts';
import { PurgeButton } from '../../ui/purge-button.tsx';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import { ClientList } from './client-list.tsx';
import styles from './clients.module.css';
import { OwnCompany } from './own-company.tsx';
import { PasteClients } from './paste-clients.tsx';
import { WhoseBook } from './whose-book.tsx';

const titles = { clients: 'title', company: 'company.title', companies: 'companies.title' } as const;

/** The client book: no endpoint lists clients, so a person keeps it. */
export default function Clients() {
  const { t } = useTranslation('clients');
  const toast = useToast();
  const { data: clients, error, refetch } = useCall('clients.list', undefined);
  const remove = useAction('clients.remove', ['clients.list']);
  const company = useOwnCompany();
  const whose = useWhoseBook();
  const [isPasting, setPasting] = useState(false);
  const [changing, setChanging] = useState<Client>();
  const [removing, setRemoving] = useState<readonly Client[]>();
  return (
    <div className={screen.screen}>
      <header className={screen.head} data-line>
        <h1>{t(titles[whose])}</h1>
        <span className={screen.push} />
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setPasting(true)}>
          {t('add')}
        </Button>
      </header>
      {!clients && error && <Fault error={error} />}
      {company && <OwnCompany company={company} onChange={setChanging} onRemove={setRemoving} />}
      {company && remove.error && <Fault error={remove.error} />}
      {clients && <WhoseBook clients={clients} />}
      {clients && !company && (
        <ClientList
          clients={clients}
          problem={error ?? remove.error}
          onChange={setChanging}
          onRemove={setRemoving}
          onRefresh={() => void refetch()}
        />
      )}
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
          title={t('removeTitle', { count: removing.length, name: clientWords(removing[0]) })}
          text={t('removeMeans')}
          act={t('removeIt')}
          onClose={() => setRemoving(undefined)}
          onAct={() => {
            setRemoving(undefined);
            remove.mutate(
              { ruts: removing.map(({ rut }) => rut) },
              { onSuccess: () => toast(t('removed', { count: removing.length })) },
            );
          }}
        />
      )}
    </div>
  );
}

function clientWords(client: Client | undefined): string {
  return client ? client.name || formatRut(client.rut) : '';
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
        <DialogEnd>
          <PurgeButton of={{ rut: client.rut }} name={client.name || formatRut(client.rut)} />
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={keep.isPending}>
            {t('save')}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
