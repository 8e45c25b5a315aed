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
  ...{ clients: [], unknownColumns: [] },
  ...{ wrong: { count: 0, first: [] }, aside: { count: 0, first: [] } },
};

/**
 * Clients pasted from a spreadsheet or a mail, or typed: each is validated, and ambiguities are resolved
 * before they are saved.
 */
export function PasteClients({ onSaved, instead }: Props) {
  const { t } = useTranslation('clients');
  const [text, setText] = useState('');
  const [debounced] = useDebouncedValue(text, readAfterMs);
  const [picked, setPicked] = useState<{ columns: string; column: FolderColumn }>();
  const [selected, setSelected] = useState<ReadonlyMap<Rut, number>>(new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<Rut>>(new Set());
  const folderColumn = typeof picked?.column === 'number' ? picked.column : undefined;
  const read = useInvokeQuery(
    'clients.read',
    { text: debounced, ...(folderColumn !== undefined && { folderColumn }) },
    {
      enabled: debounced.trim() !== '',
      placeholderData: keepPreviousData,
    },
  );
  const save = useInvokeMutation('clients.keep', ['clients.list']);
  const pasted = text.trim() === '' ? nothing : (read.data ?? nothing);
  const { clients, unknownColumns } = pasted;
  // A choice made for one table does not apply to another.
  const columns = JSON.stringify(unknownColumns.map(({ index, title }) => [index, title]));
  const column = picked?.columns === columns ? picked.column : undefined;
  const needsColumn = unknownColumns.length > 0 && column === undefined;
  const isOld = debounced !== text || read.isPlaceholderData;
  const good = clients.flatMap(({ rut, entries }) => {
    const entry = entries[selected.get(rut) ?? 0];
    return entry && !leftOut.has(rut) ? [entry] : [];
  });

  function change(next: string) {
    setText(next);
    setSelected(new Map());
    if (next.trim() !== '') return;
    setPicked(undefined);
    setLeftOut(new Set());
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
        value={text}
        maxLength={1_000_000}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {unknownColumns.length > 0 && (
        <ColumnChoice
          columns={unknownColumns}
          column={column}
          onColumn={(next) => {
            setPicked({ columns, column: next });
            // Another folder column changes the entries of each RUT.
            setSelected(new Map());
          }}
        />
      )}
      <PastedList
        pasted={pasted}
        selected={selected}
        onChoose={(rut, entry) => setSelected(new Map(selected).set(rut, entry))}
        leftOut={leftOut}
        onLeaveOut={(rut, isOut) => {
          const next = new Set(leftOut);
          if (isOut) next.add(rut);
          else next.delete(rut);
          setLeftOut(next);
        }}
      />
      {read.error && <ErrorMessage error={read.error} />}
      {save.error && <ErrorMessage error={save.error} />}
      <DialogEnd>
        {needsColumn && good.length > 0 && <span className={screen.warn}>{t('answerFirst')}</span>}
        {instead}
        <Button
          disabled={good.length === 0 || needsColumn || isOld}
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              { clients: good },
              {
                onSuccess: () => {
                  change('');
                  onSaved();
                },
              },
            )
          }
        >
          {t('keep', { count: good.length })}
        </Button>
      </DialogEnd>
    </div>
  );
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
              column: title || t('columnPlace', { place: index + 1 }),
              samples: samples.map((sample) => `«${sample}»`).join(', '),
            })}
          />
        ))}
        <Radio value="none" label={t('columnIsNothing', { count: columns.length })} />
      </div>
    </Radio.Group>
  );
}
