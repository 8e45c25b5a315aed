import { compositeKey } from '../../../shared/composite-key.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Selection } from '../../../shared/model/search-query.ts';

/** Documents that a person wants to download, wherever they have seen them. */
export interface DownloadSelection {
  /** What was selected, as a person counts it. */
  of: 'dispatches' | 'documents' | 'clients';
  count: number;
  documents:
    | { kind: 'kept'; read: () => Promise<Selection | undefined>; whole?: Whole }
    /** Their agency is asked for them first, in the period that the person says. */
    | { kind: 'clients'; ruts: readonly Rut[] };
  /** Where a saved search downloads to, and what it is called; `''` for the settings' own. */
  destination?: { folder: string; template: string; name: string };
  /** How many of what was selected are left out, because their agency has them no more. */
  removed?: number;
  /** Whether they are fetched although they are in the folder, because the agency has changed them. */
  force?: boolean;
}

/** Dispatches of which all documents may be meant, those too that nobody has asked for yet. */
export interface Whole {
  read: () => Promise<readonly DispatchKey[]>;
  /** Whether those that are known in part are asked for completely unless the person says otherwise. */
  isDefault: boolean;
}

/** Documents that are seen one by one. */
export function downloadOfDocuments(
  documents: readonly (DocumentKey & Pick<Partial<StoredDocument>, 'removedAt' | 'path'>)[],
): DownloadSelection {
  const there = documents.filter(({ removedAt, path }) => removedAt === undefined || path !== undefined);
  const keys = there.map(({ connectionId, id }) => ({ connectionId, id }));
  return {
    ...{ of: 'documents', count: keys.length, removed: documents.length - keys.length },
    documents: {
      kind: 'kept',
      read: async () => (keys.length > 0 ? { kind: 'some', documents: keys } : undefined),
    },
  };
}

/** Documents that others link to, each once. */
export function downloadOfLinks(
  links: readonly { connectionId: string; documentId: string }[],
): DownloadSelection {
  const keyed = links.map(
    ({ connectionId, documentId: id }) => [compositeKey(connectionId, id), { connectionId, id }] as const,
  );
  return downloadOfDocuments([...new Map(keyed).values()]);
}

/** All documents of dispatches; several rows may be of one. */
export function downloadOfDispatches(rows: readonly DispatchKey[]): DownloadSelection {
  const keyed = rows.map(
    ({ connectionId, number }) => [compositeKey(connectionId, number), { connectionId, number }] as const,
  );
  const dispatches = [...new Map(keyed).values()];
  return {
    ...{ of: 'dispatches', count: dispatches.length },
    documents: {
      kind: 'kept',
      read: async () => (dispatches.length > 0 ? { kind: 'dispatches', dispatches } : undefined),
      whole: { read: async () => dispatches, isDefault: true },
    },
  };
}

/** The documents of clients in a period. */
export function downloadOfClients(ruts: readonly Rut[]): DownloadSelection {
  return { of: 'clients', count: ruts.length, documents: { kind: 'clients', ruts } };
}

/**
 * What is selected in a list of dispatches or documents, read when it is needed; `dispatches` reads the rows
 * of a list of dispatches.
 */
export function downloadOfRows(
  list: ListName,
  count: number,
  read: () => Promise<Selection | undefined>,
  destination: NonNullable<DownloadSelection['destination']>,
  dispatches: () => Promise<readonly DispatchKey[]> = async () => [],
): DownloadSelection {
  if (list !== 'dispatches')
    return { of: 'documents', count, documents: { kind: 'kept', read }, destination };
  // What a search asked for is what its rows are taken for first.
  const whole: Whole = { read: dispatches, isDefault: false };
  return { of: 'dispatches', count, documents: { kind: 'kept', read, whole }, destination };
}
