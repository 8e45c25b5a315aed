import { Menu, TextInput } from '@mantine/core';
import { IconCalendarMonth, IconFolders, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { clientText, formatRut } from '../../../shared/model/rut.ts';
import { fold } from '../../../shared/without-accents.ts';
import { OpensRow } from '../../components/data-grid/cells.tsx';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { downloadOfClients } from '../../components/document-actions/download-selection.ts';
import { useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Keys, useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { useSearchText } from '../../ui/search-box-text.ts';
import { usePins } from '../../ui/use-pins.ts';
import styles from './clients.module.css';

/** Maximum number of clients per query (`searchQuerySchema`). */
const maxClients = 1000;

interface Props {
  clients: readonly Client[];
  error: AppError | null;
  onMonth: (client: Client) => void;
  onChange: (client: Client) => void;
  onRemove: (clients: readonly Client[]) => void;
  onRefresh: () => void;
}

/** The client directory as a list; a client opens its dispatches, and several can be selected. */
export function ClientList({ clients, error, onMonth, onChange, onRemove, onRefresh }: Props) {
  const { t } = useTranslation('clients');
  const { search } = useSearchText();
  const keyText = useKeyText();
  const { isPinned, setPinned } = usePins();
  const field = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');
  useCommand('filter', () => field.current?.select());
  const filtered = useMemo(() => {
    const needle = fold(filter);
    return clients.filter(({ rut, name, email, folder }) =>
      fold(`${rut} ${formatRut(rut)} ${name} ${email} ${folder}`).includes(needle),
    );
  }, [clients, filter]);
  const openDispatches = (of: readonly Client[]) =>
    search(of.map(({ rut }) => formatRut(rut)).join('; '), 'dispatches');
  const columns = useClientColumns(onMonth);
  const { pages, sorting } = useSortedPages('clients', filtered, columns, undefined, clients);
  return (
    <ListScreen
      list="clients"
      name={t('title')}
      pages={pages}
      sorting={sorting}
      columns={columns}
      rowKey={({ rut }) => rut}
      error={error}
      onRefresh={onRefresh}
      onOpen={(client) => openDispatches([client])}
      hint={t('choose')}
      empty={clients.length === 0 ? t('empty') : t('nothingFiltered')}
      tools={
        <TextInput
          ref={field}
          aria-label={t('filter')}
          placeholder={t('filter')}
          title={keyText('filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      }
      bar={(selected) => (
        <ClientActions
          selected={selected}
          onDispatches={openDispatches}
          onMonth={onMonth}
          onChange={onChange}
          onRemove={onRemove}
        />
      )}
      menu={(client, selected) => (
        <>
          <Menu.Item
            rightSection={<Keys of="open" />}
            disabled={selected.count > maxClients}
            onClick={() => selected.with(openDispatches)}
          >
            {t('dispatches')}
          </Menu.Item>
          <Menu.Item onClick={() => onMonth(client)}>{t('month.open')}</Menu.Item>
          <Menu.Item onClick={() => setPinned({ rut: client.rut }, !isPinned({ rut: client.rut }))}>
            {t(isPinned({ rut: client.rut }) ? 'unpin' : 'pin')}
          </Menu.Item>
          <Menu.Item onClick={() => onChange(client)}>{t('change')}</Menu.Item>
          <Menu.Item onClick={() => selected.with(onRemove)}>{t('remove')}</Menu.Item>
        </>
      )}
      documents={(rows) => downloadOfClients(rows.map(({ rut }) => rut))}
      save={({ shown, ...as }) =>
        invoke('lists.export', {
          ...as,
          list: 'clients',
          words: {},
          ruts: (shown?.indexes ?? []).flatMap((index) => clients[index]?.rut ?? []),
        })
      }
    />
  );
}

interface ClientActionsProps extends Pick<Props, 'onMonth' | 'onChange' | 'onRemove'> {
  selected: SelectedRows<Client>;
  onDispatches: (clients: readonly Client[]) => void;
}

/** The actions on selected clients. */
function ClientActions({ selected, onDispatches, onMonth, onChange, onRemove }: ClientActionsProps) {
  const { t } = useTranslation('clients');
  const { count } = selected;
  return (
    <>
      <ActionButton icon={IconTrash} disabled={count === 0} onClick={() => selected.with(onRemove)}>
        {t('remove')}
      </ActionButton>
      <ActionButton
        icon={IconPencil}
        disabled={count !== 1}
        onClick={() => selected.with(([only]) => only && onChange(only))}
      >
        {t('change')}
      </ActionButton>
      <ActionButton
        icon={IconCalendarMonth}
        disabled={count !== 1}
        onClick={() => selected.with(([only]) => only && onMonth(only))}
      >
        {t('month.open')}
      </ActionButton>
      <ActionButton
        variant="filled"
        icon={IconFolders}
        disabled={count === 0 || count > maxClients}
        {...(count > maxClients && { title: t('tooMany', { most: maxClients }) })}
        onClick={() => selected.with(onDispatches)}
      >
        {t('dispatches')}
      </ActionButton>
    </>
  );
}

function useClientColumns(onMonth: Props['onMonth']): readonly ListColumn<Client>[] {
  const { t } = useTranslation('clients');
  const { text } = useTitledColumns<Client, 'clients'>('clients');
  return useMemo(
    () => [
      opening(text('rut', 110, ({ rut }) => formatRut(rut))),
      opening(text('name', 260, ({ name }) => name, 420)),
      text('email', 220, ({ email }) => email, 340),
      text('folder', 180, ({ folder }) => folder, 300),
      {
        ...text('month', 76, () => ''),
        isUnsorted: true,
        saved: [],
        // By keyboard it is in the row's menu and in the bar.
        node: (client) => (
          <button
            type="button"
            tabIndex={-1}
            className={styles.month}
            aria-label={t('month.of', { client: clientText(client.rut, [client]) })}
            onClick={() => onMonth(client)}
          >
            {t('month.open')}
          </button>
        ),
      },
    ],
    [t, text, onMonth],
  );
}

/** The same column with text that opens the row on click. */
function opening(column: ListColumn<Client>): ListColumn<Client> {
  return { ...column, node: (client) => <OpensRow>{column.node?.(client)}</OpensRow> };
}
