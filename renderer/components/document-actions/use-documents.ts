import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { compositeKey, documentKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { slicesOf } from '../../../shared/slices-of.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { type DeliverySelection, deliveryOfDispatches, withoutRules } from './delivery-selection.ts';

const atOnce = 20;

/** The delivery of linked documents that are stored now: with their files if downloaded. */
export async function deliveryOfLinks(
  links: readonly (DispatchKey & { documentId: string })[],
): Promise<DeliverySelection> {
  const download = new Set(links.map(documentKey));
  const { dispatches } = deliveryOfDispatches(links.filter(({ number }) => number !== ''));
  const each = [
    ...new Map(dispatches.map((one) => [compositeKey(one.connectionId, one.number), one])).values(),
  ];
  const candidates = await readDocuments(each);
  const documents = candidates.filter((document) => download.has(documentKey(document)));
  return {
    dispatches: each,
    documents: documents.map(({ connectionId, documentId, hasFile, path }) => ({
      connectionId,
      id: documentId,
      hasFile,
      ...(path !== undefined && { path }),
    })),
  };
}

/** The documents of dispatches, in the order of the dispatches. */
export function useDocuments(
  dispatches: readonly DispatchKey[],
): UseQueryResult<DeliveryDocument[], AppError> {
  return useQuery({
    queryKey: ['deliveries.documents', dispatches],
    queryFn: ({ signal }) => readDocuments(dispatches, signal),
    // A file is made from what is stored now, not from an earlier dialog's cache.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reads the stored documents of dispatches, as their clients' rules keep them or all the same. */
export async function readFollowing(
  isFollowed: boolean,
  dispatches: readonly DispatchKey[],
): Promise<readonly DeliveryDocument[]> {
  const documents = await readDocuments(dispatches);
  return isFollowed ? documents : withoutRules(documents);
}

/** Reads the stored documents of dispatches. */
export async function readDocuments(
  dispatches: readonly DispatchKey[],
  signal?: AbortSignal,
): Promise<DeliveryDocument[]> {
  const documents: DeliveryDocument[] = [];
  for (const some of slicesOf(dispatches, atOnce)) {
    signal?.throwIfAborted();
    const results = await Promise.all(
      some.map(({ connectionId, number }) => invoke('deliveries.documents', { connectionId, number })),
    );
    documents.push(...results.flat());
  }
  return documents;
}
