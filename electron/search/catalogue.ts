import { compositeKey } from '../../shared/composite-key.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { DocumentType } from '../../shared/model/document.ts';
import type { ApiClient } from '../api/index.ts';
import type { Store } from '../database/index.ts';

/** A service's catalogue, and why it may be incomplete. */
export interface Catalogue {
  types: DocumentType[];
  incompleteReason: ErrorData | undefined;
}

/**
 * Requests the document types of a service and stores them. An incomplete list removes no stored type, and
 * counts as incomplete until a whole one arrives. Rejects as the service does.
 */
export async function readCatalogue(
  { store, api, at }: { store: Store; api: ApiClient; at: () => string },
  connectionId: string,
  signal?: AbortSignal,
): Promise<Catalogue> {
  let incompleteReason: ErrorData | undefined;
  const read = await api.documentTypes({
    ...(signal && { signal }),
    onIncomplete: (error) => {
      incompleteReason = toErrorData(error);
    },
  });
  const types = incompleteReason ? withThose(read, (await store.readTypes(connectionId)) ?? []) : read;
  await store.saveTypes(connectionId, types, at(), incompleteReason);
  return { types, incompleteReason };
}

function withThose(read: readonly DocumentType[], stored: readonly DocumentType[]): DocumentType[] {
  // An import and an export type may have the same name.
  const typeKey = ({ id, name, operation }: DocumentType) => compositeKey(id, name, operation);
  const known = new Set(read.map(typeKey));
  return [...read, ...stored.filter((type) => !known.has(typeKey(type)))];
}
