import { Button, Radio, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastedClients, PastedColumn } from '../../../shared/model/connection.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import styles from './clients.module.css';
import { PastedList } from './pasted-list.tsx';

const readAfterMs = 200;

interface Props {
  onSaved: () => void;
  /** An alternative next to the save button. */
  instead?: ReactNode;
}

/** The unrecognised column that has the folder; undefined until the person selects. */
type FolderColumn = number | 'none' | undefined;

const nothing: PastedClients = {
  clients: [],
  unknownColumns: [],
  wrong: { count: 0, first: [] },
  aside: { count: 0, first: [] },
};

/**
 * Clients pasted from a spreadsheet or a mail, or typed: each is validated, and ambiguities are resolved
 * before they are saved.
 */
export function PasteClients({ onSaved, instead }: Props) {
  const { t } = useTranslation('clients');
  const read = usePastedClients();
  const save = useInvokeMutation('clients.save', ['clients.list']);
  const { pasted, valid, needsColumn } = read;
  function saveClients() {
    save.mutate(
      { clients: valid },
      {
        onSuccess: () => {
          read.setText('');
          onSaved();
        },
      },
    );
  }
  return (
    <div className={styles.paste}>
      <Textarea
        label={t('paste')}
        data-autofocus
        autoFocus
        description={t('pasteMeans')}
        placeholder={'76.086.428-5	Comercial Andina	contacto@ejemplo.cl\n9.068.826-K	Importadora Sur'}
        minRows={5}
        maxRows={10}
        autosize
        spellCheck={false}
        value={read.text}
        maxLength={1_000_000}
        onChange={(event) => read.setText(event.currentTarget.value)}
      />
      {pasted.unknownColumns.length > 0 && (
        <ColumnChoice columns={pasted.unknownColumns} column={read.column} onColumn={read.setColumn} />
      )}
      <PastedList
        pasted={pasted}
        selected={read.selected}
        onChoose={read.select}
        leftOut={read.leftOut}
        onLeaveOut={read.leaveOut}
      />
      {read.error && <ErrorMessage error={read.error} />}
      {save.error && <ErrorMessage error={save.error} />}
      <DialogEnd>
        {needsColumn && valid.length > 0 && <span className={screen.warn}>{t('answerFirst')}</span>}
        {instead}
        <Button
          disabled={valid.length === 0 || needsColumn || read.isOld}
          loading={save.isPending}
          onClick={saveClients}
        >
          {t('keep', { count: valid.length })}
        </Button>
      </DialogEnd>
    </div>
  );
}

/** The pasted text, what main reads from it, and what the person decides about it. */
function usePastedClients() {
  const [text, setText] = useState('');
  const [debounced] = useDebouncedValue(text, readAfterMs);
  const [picked, setPicked] = useState<{ columns: string; column: FolderColumn }>();
  const [selected, setSelected] = useState<ReadonlyMap<Rut, number>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<Rut>>(new Set());
  const folderColumn = typeof picked?.column === 'number' ? picked.column : undefined;
  const read = useInvokeQuery(
    'clients.parse',
    { text: debounced, ...(folderColumn !== undefined && { folderColumn }) },
    {
      enabled: debounced.trim() !== '',
      placeholderData: keepPreviousData,
    },
  );
  const pasted = text.trim() === '' ? nothing : (read.data ?? nothing);
  const { clients, unknownColumns } = pasted;
  // A choice made for one table does not apply to another.
  const columns = JSON.stringify(unknownColumns.map(({ index, title }) => [index, title]));
  const column = picked?.columns === columns ? picked.column : undefined;
  return {
    text,
    setText(next: string) {
      setText(next);
      setSelected(new Map());
      if (next.trim() !== '') return;
      setPicked(undefined);
      setLeftOut(new Set());
    },
    pasted,
    error: read.error,
    /** Whether the text has changed since it was read. */
    isOld: debounced !== text || read.isPlaceholderData,
    column,
    needsColumn: unknownColumns.length > 0 && column === undefined,
    setColumn(next: FolderColumn) {
      setPicked({ columns, column: next });
      // Another folder column changes the entries of each RUT.
      setSelected(new Map());
    },
    selected,
    select: (rut: Rut, entry: number) => setSelected(new Map(selected).set(rut, entry)),
    leftOut,
    leaveOut(rut: Rut, isOut: boolean) {
      const next = new Set(leftOut);
      if (isOut) next.add(rut);
      else next.delete(rut);
      setLeftOut(next);
    },
    /** The selected entry of each client that is not left out. */
    valid: clients.flatMap(({ rut, entries }) => {
      const entry = entries[selected.get(rut) ?? 0];
      return entry && !leftOut.has(rut) ? [entry] : [];
    }),
  };
}

interface ColumnChoiceProps {
  columns: readonly PastedColumn[];
  column: FolderColumn;
  onColumn: (column: FolderColumn) => void;
}

/** Asks whether one of the columns beyond RUT, name and e-mail is the client's folder. */
function ColumnChoice({ columns, column, onColumn }: ColumnChoiceProps) {
  const { t } = useTranslation('clients');
  return (
    <Radio.Group
      label={t('columnQuestion', { count: columns.length })}
      value={column === undefined ? '' : String(column)}
      onChange={(value) => onColumn(value === 'none' ? 'none' : Number(value))}
    >
      <div className={styles.answers}>
        {columns.map(({ index, title, samples }) => (
          <Radio
            key={index}
            value={String(index)}
            label={t('columnIsFolder', {
              column: title || t('columnPlace', { number: index + 1 }),
              samples: samples.map((sample) => `«${sample}»`).join(', '),
            })}
          />
        ))}
        <Radio value="none" label={t('columnIsNothing', { count: columns.length })} />
      </div>
    </Radio.Group>
  );
}
