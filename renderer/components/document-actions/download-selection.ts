import { compositeKey } from '../../../shared/composite-key.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Selection } from '../../../shared/model/search-query.ts';

/** Documents to download, selected in any view. */
export interface DownloadSelection {
  /** The unit of the selection that is shown. */
  of: 'dispatches' | 'documents' | 'clients';
  count: number;
  documents:
    | { kind: 'kept'; read: () => Promise<Selection | undefined>; whole?: Whole }
    /** Their agency is queried first, for a period that the person enters. */
    | { kind: 'clients'; ruts: readonly Rut[] };
  /** Folder, template and name of a saved search; `''` for the settings' values. */
  destination?: { folder: string; template: string; name: string };
  /** Number of selected documents that are excluded because their agency removed them. */
  removed?: number;
  /** Whether the types of clients' rules apply; they never do to documents that a person has chosen. */
  followsTypes?: boolean;
  /** Whether existing files are downloaded again, because the agency changed the documents. */
  force?: boolean;
}

/** Dispatches of which all documents can be downloaded, including those never requested. */
export interface Whole {
  read: () => Promise<readonly DispatchKey[]>;
  /** Whether incomplete dispatches are completed by default. */
  completesByDefault: boolean;
}

/** A download of single documents. */
export function downloadOfDocuments(
  documents: readonly (DocumentKey & Pick<Partial<StoredDocument>, 'removedAt' | 'path'>)[],
): DownloadSelection {
  const there = documents.filter(({ removedAt, path }) => removedAt === undefined || path !== undefined);
  const keys = there.map(({ connectionId, id }) => ({ connectionId, id }));
  return {
    of: 'documents',
    count: keys.length,
    removed: documents.length - keys.length,
    documents: {
      kind: 'kept',
      read: async () => (keys.length > 0 ? { kind: 'some', documents: keys } : undefined),
    },
  };
}

/** A download of linked documents, each once. */
export function downloadOfLinks(
  links: readonly { connectionId: string; documentId: string }[],
): DownloadSelection {
  const keyed = links.map(
    ({ connectionId, documentId: id }) => [compositeKey(connectionId, id), { connectionId, id }] as const,
  );
  return downloadOfDocuments([...new Map(keyed).values()]);
}

/** A download of all documents of dispatches; several rows may belong to one dispatch. */
export function downloadOfDispatches(rows: readonly DispatchKey[]): DownloadSelection {
  const keyed = rows.map(
    ({ connectionId, number }) => [compositeKey(connectionId, number), { connectionId, number }] as const,
  );
  const dispatches = [...new Map(keyed).values()];
  return {
    of: 'dispatches',
    count: dispatches.length,
    followsTypes: true,
    documents: {
      kind: 'kept',
      read: async () => (dispatches.length > 0 ? { kind: 'dispatches', dispatches } : undefined),
      whole: { read: async () => dispatches, completesByDefault: true },
    },
  };
}

/** A download of the documents of clients in a period. */
export function downloadOfClients(ruts: readonly Rut[]): DownloadSelection {
  return { of: 'clients', count: ruts.length, documents: { kind: 'clients', ruts }, followsTypes: true };
}

/**
 * A download of the rows selected in a list, read on demand; `dispatches` reads the rows of a list of
 * dispatches.
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
  // By default only the documents that the search requested.
  const whole: Whole = { read: dispatches, completesByDefault: false };
  return {
    of: 'dispatches',
    count,
    documents: { kind: 'kept', read, whole },
    destination,
    followsTypes: true,
  };
}
