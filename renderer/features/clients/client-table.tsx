import { VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../shared/model/connection.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { TextOrMissing } from '../../components/data-grid/cells.tsx';
import { leftList, useKeptScroll } from '../../components/data-grid/left-list.ts';
import { useLines } from '../../components/data-grid/use-lines.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './clients.module.css';

interface Props {
  clients: readonly Client[];
  onChange: (client: Client) => void;
  onRemove: (client: Client) => void;
}

/** The book's columns; main writes under the same keys. */
export const clientColumns = ['rut', 'name', 'email', 'folder'] as const;

/** The client book as a table; of thousands only those in sight are drawn. */
export function ClientTable({ clients, onChange, onRemove }: Props) {
  const { t } = useTranslation('clients');
  const rowHeight = useSettings().settings.rowHeight === 'compact' ? 24 : 32;
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, leftList('clients'), true);
  const { first, end } = useLines({ scroller, count: clients.length, lineHeight: rowHeight, around: 12 });
  const [above, below] = [first * rowHeight, (clients.length - end) * rowHeight];
  return (
    <div ref={scroller} className={styles.scroller}>
      <table className={styles.table} aria-rowcount={clients.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {clientColumns.map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{t('column.acts')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {clients.slice(first, end).map((client, place) => {
            const { rut, name } = client;
            const called = name || formatRut(rut);
            return (
              <tr key={rut} aria-rowindex={first + place + 2}>
                <td>{formatRut(rut)}</td>
                {(['name', 'email', 'folder'] as const).map((column) => (
                  <td key={column}>
                    <TextOrMissing text={client[column]} />
                  </td>
                ))}
                <td align="right">
                  <ToolButton
                    icon={IconPencil}
                    size={24}
                    label={t('change', { name: called })}
                    onClick={() => onChange(client)}
                  />
                  <ToolButton
                    icon={IconTrash}
                    size={24}
                    label={t('remove', { name: called })}
                    onClick={() => onRemove(client)}
                  />
                </td>
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
