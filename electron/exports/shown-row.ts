import type { StoredDocument } from '../../shared/model/document.ts';
import { fileStatus } from '../../shared/model/file-status.ts';
import type { ListName } from '../../shared/model/lists.ts';
import { stateText } from '../../shared/model/state-text.ts';
import type { RowNames } from '../connections/index.ts';
import type { GridRow } from './cell.ts';

/** Export-only columns: what grid cells show in addition to their value. */
export type ExtraColumn = 'clientName' | 'withFile' | 'isComplete' | 'isActive';

const extraColumns: Readonly<Record<ListName, Readonly<Record<string, readonly ExtraColumn[]>>>> = {
  documents: { rut: ['clientName'], file: ['isActive'] },
  dispatches: { rut: ['clientName'], documents: ['withFile', 'isComplete'] },
  disbursements: { rut: ['clientName'] },
};

/**
 * The columns of a grid, each followed by the additional values of its cells: a spreadsheet cell has one
 * value.
 */
export function shownColumns(
  { list, columns }: { list: ListName; columns: readonly { column: string; title: string }[] },
  titles: Readonly<Record<ExtraColumn, string>>,
): { column: string; title: string }[] {
  return columns.flatMap(({ column, title }) => {
    const others = Object.hasOwn(extraColumns[list], column) ? (extraColumns[list][column] ?? []) : [];
    return [{ column, title }, ...others.map((other) => ({ column: other, title: titles[other] }))];
  });
}

/** A row as a grid shows it: names for ids, texts for states, and the file status. */
export function asShown(row: GridRow, names: RowNames): GridRow {
  const { rut, connectionId, file, state } = row as Readonly<Record<string, unknown>>;
  return {
    ...row,
    ...(typeof rut === 'string' && { clientName: names.client(rut) }),
    ...(typeof state === 'string' && { state: stateText(state) }),
    ...(typeof connectionId === 'string' && { connectionId: names.connection(connectionId) }),
    ...(file !== undefined && { file: fileStatus(row as StoredDocument) }),
  };
}
