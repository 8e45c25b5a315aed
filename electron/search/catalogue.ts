import { compositeKey } from '../../shared/composite-key.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { DocumentType } from '../../shared/model/document.ts';
import type { ApiClient } from '../api/index.ts';
import type { Store } from '../database/index.ts';

/** A catalogue as a service gave it, and what it leaves in doubt: then types may be missing. */
export interface Catalogue {
  types: DocumentType[];
  doubt: ErrorData | undefined;
}

/**
 * Asks a service for its document types and keeps them. A list that may be incomplete takes none of those away that are kept already, and stays in doubt until a whole one comes. Rejects with what
 * the service rejected with.
 */
export async function readCatalogue(
  { store, api, at }: { store: Store; api: ApiClient; at: () => string },
  connectionId: string,
  signal?: AbortSignal,
): Promise<Catalogue> {
  let doubt: ErrorData | undefined;
  const read = await api.documentTypes({
    ...(signal && { signal }),
    onDoubt: (told) => {
      doubt = toErrorData(told);
    },
  });
  const types = doubt ? withThose(read, (await store.readTypes(connectionId)) ?? []) : read;
  await store.keepTypes(connectionId, types, at(), doubt);
  return { types, doubt };
}

function withThose(read: readonly DocumentType[], kept: readonly DocumentType[]): DocumentType[] {
  // One name may stand for two types, of imports and of exports.
  const keyOf = ({ id, name, operation }: DocumentType) => compositeKey(id, name, operation);
  const known = new Set(read.map(keyOf));
  return [...read, ...kept.filter((type) => !known.has(keyOf(type)))];
}
