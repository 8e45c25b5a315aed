import { compareTypes } from '../../../shared/dossier/document-order.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { DispatchView } from '../../../shared/model/search.ts';

/** The dispatch merged from its documents, disbursements and status: the first valid value of each key. */
export function dispatchObject(
  view: Pick<DispatchView, 'documents' | 'disbursements' | 'status'>,
): JsonObject {
  const objects = [
    ...view.documents.map(({ item }) => item['dispatch']),
    ...view.disbursements.map(({ item }) => item['dispatch']),
    view.status?.item,
  ].filter(isObject);
  const known: Record<string, Json> = {};
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      if (value !== null && value !== '' && !(key in known)) known[key] = value;
    }
  }
  return known;
}

/** The state of a dispatch: from its status, else from its documents; `''` if neither has one. */
export function stateOf(view: Pick<DispatchView, 'status'>, object: JsonObject): string {
  const fromDocuments = object['estadoDIN'];
  return view.status?.state || (typeof fromDocuments === 'string' ? fromDocuments : '');
}

const ranks = { none: 0, unsigned: 1, unknown: 2, gone: 3, unseen: 4, available: 4, here: 4 } as const;

/**
 * Documents without a file first, then the others in the order of the client, or of customs offices; inactive
 * ones last.
 */
export function missingFirst(
  documents: readonly StoredDocument[],
  ownOrder?: readonly string[],
): StoredDocument[] {
  const compare = compareTypes(ownOrder);
  const rank = (document: StoredDocument) => (document.isActive ? ranks[fileStatus(document)] : 9);
  return documents.toSorted((one, other) => rank(one) - rank(other) || compare(one.type, other.type));
}

/** Statuses of a document whose file is unavailable. */
const missingStatuses = ['none', 'unsigned', 'unknown', 'gone'] as const;

/** The number of documents without a file, by status; statuses without any are omitted. */
export function missingFiles(
  documents: readonly StoredDocument[],
): { status: (typeof missingStatuses)[number]; count: number }[] {
  const statuses = documents.map(fileStatus);
  return missingStatuses
    .map((status) => ({ status, count: statuses.filter((each) => each === status).length }))
    .filter(({ count }) => count > 0);
}

/** Every value of an item with its path, as the service returned it. */
export function allFields(item: JsonObject, path = ''): { path: string; value: Json }[] {
  return Object.entries(item).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return isObject(value) && Object.keys(value).length > 0
      ? allFields(value, here)
      : [{ path: here, value }];
  });
}
