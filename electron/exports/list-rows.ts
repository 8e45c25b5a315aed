import { randomUUID } from 'node:crypto';
import type { CallParsed } from '../../shared/contract.ts';
import type { DossierExport, ListExport } from '../../shared/lists/list-export.ts';
import { rowsShown } from '../../shared/lists/list-presentation.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { Delivery } from '../../shared/model/delivery.ts';
import type { BatchDocument } from '../../shared/model/download.ts';
import type { ListName } from '../../shared/model/lists.ts';
import type { FoundDocuments, SavedSearch, SearchChange } from '../../shared/model/search.ts';
import { stateText } from '../../shared/model/state-text.ts';
import type { RowNames } from '../connections/index.ts';
import type { CellTexts, GridRow } from './cell.ts';
import { asShown } from './shown-row.ts';

/** The sources of list rows, with the queries of the screens. */
export interface ListSources {
  changes(): Promise<readonly SearchChange[]>;
  saved(): Promise<readonly Pick<SavedSearch, 'id' | 'name'>[]>;
  found(text: string): Promise<FoundDocuments>;
  batch(query: CallParsed<'downloads.documents'>): Promise<{ rows: readonly BatchDocument[]; total: number }>;
  deliveries(): Promise<readonly Delivery[]>;
  clients(): readonly Client[];
  dossier(list: DossierExport): Promise<readonly GridRow[]>;
}

/** Rows read at a time. */
const rowsPerRead = 500;

/** A list to save that is none of a result. */
export type OtherExport = Exclude<ListExport, { list: ListName }>;

/** The rows of a list to save, and how many of them are damaged in the store and left out. */
export async function listRows(
  request: OtherExport,
  sources: ListSources,
  names: RowNames,
  texts: Pick<CellTexts, 'of'>,
): Promise<{ rows: readonly GridRow[]; unreadable: number }> {
  if (request.list !== 'found') return { rows: await completeRows(request, sources), unreadable: 0 };
  const { rows, unreadable = 0 } = await sources.found(request.text);
  const shown = request.documents.flatMap((key) => {
    const document = rows.find(({ connectionId, id }) => connectionId === key.connectionId && id === key.id);
    return document ? [inTexts(asShown(document, names), texts)] : [];
  });
  return { rows: shown, unreadable };
}

async function completeRows(
  request: Exclude<OtherExport, { list: 'found' }>,
  sources: ListSources,
): Promise<readonly GridRow[]> {
  switch (request.list) {
    case 'news':
      return rowsShown(newsRows(await sources.changes(), await sources.saved()), request.shown);
    case 'batch':
      return batchRows(request, sources);
    case 'handovers':
      return (await sources.deliveries()).map(deliveryRow);
    case 'clients': {
      const book = new Map(sources.clients().map((client) => [client.rut, client]));
      return request.ruts.flatMap((rut) => book.get(rut) ?? []);
    }
    default:
      return sources.dossier(request);
  }
}

/**
 * `search`, `kind`, `rut`, `dispatch`, `type`, `folio`, `before`, `after`, `at`: by search, newest first in
 * each.
 */
function newsRows(
  news: readonly SearchChange[],
  saved: readonly Pick<SavedSearch, 'id' | 'name'>[],
): GridRow[] {
  return saved.flatMap(({ id, name }) =>
    news
      .filter(({ savedSearchId }) => savedSearchId === id)
      .toSorted((one, other) => other.at.localeCompare(one.at))
      .map(({ kind, dispatchNumber, document, before = '', after = '', at }) => ({
        search: name,
        kind,
        rut: document?.rut ?? '',
        dispatch: dispatchNumber,
        at,
        before: kind === 'status' ? stateText(before) : before,
        after: kind === 'status' ? stateText(after) : after,
        type: document?.type ?? '',
        folio: document?.folio ?? '',
      })),
  );
}

/** `startedAt`, `kind`, `dispatches`, `state`, `files`, `beside`, `folder`. */
function deliveryRow({ startedAt, kind, state, folder, files, dispatches, lacking }: Delivery): GridRow {
  return {
    startedAt,
    kind,
    folder,
    files: files.length,
    lacking: lacking?.count ?? 0,
    state: state === 'done' && lacking ? 'incomplete' : state,
    dispatches: dispatches.map(({ number }) => number).join('; '),
    beside: dispatches.reduce((sum, { beside }) => sum + beside.length, 0),
  };
}

/**
 * `state`, `dispatchNumber`, `rut`, `type`, `folio`, `size`, `error` (its code), and `path` where there is a
 * file.
 */
async function batchRows(
  { batchId, problemsOnly, sort = [] }: Extract<ListExport, { list: 'batch' }>,
  { batch }: ListSources,
): Promise<GridRow[]> {
  const all: GridRow[] = [];
  const readingId = randomUUID();
  for (;;) {
    const { rows } = await batch({
      batchId,
      problemsOnly,
      sort,
      readingId,
      offset: all.length,
      limit: rowsPerRead,
    });
    for (const { error, path, ...row } of rows) {
      const isHere = row.state === 'done' || row.state === 'here';
      all.push({ ...row, error: error?.code ?? '', path: isHere ? path : '' });
    }
    if (rows.length < rowsPerRead) return all;
  }
}

/** The values that a grid shows as text. */
function inTexts(row: GridRow, texts: Pick<CellTexts, 'of'>): GridRow {
  const { file, isActive } = row as Readonly<Record<'file' | 'isActive', string | boolean>>;
  return {
    ...row,
    file: texts.of('file', file) ?? file,
    isActive: texts.of('isActive', isActive) ?? isActive,
  };
}
