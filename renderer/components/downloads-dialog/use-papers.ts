import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DeliveryPaper } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { type Meant, meantByDispatches } from './meant.ts';

const atOnce = 20;

/** What papers mean that others link to, as far as they are kept by now: with their files where they are here. */
export async function meantByLinks(links: readonly (DispatchKey & { documentId: string })[]): Promise<Meant> {
  const keyOf = (paper: DispatchKey & { documentId: string }) =>
    compositeKey(paper.connectionId, paper.documentId);
  const wanted = new Set(links.map(keyOf));
  const { dispatches } = meantByDispatches(links.filter(({ number }) => number !== ''));
  const each = [
    ...new Map(dispatches.map((one) => [compositeKey(one.connectionId, one.number), one])).values(),
  ];
  const papers = await readPapers(each);
  const documents = papers.filter((paper) => wanted.has(keyOf(paper)));
  return {
    dispatches: each,
    documents: documents.map(({ connectionId, documentId, path }) => ({
      ...{ connectionId, id: documentId },
      ...(path !== undefined && { path }),
    })),
  };
}

/** The papers of dispatches, in the order of the dispatches. */
export function usePapers(dispatches: readonly DispatchKey[]): UseQueryResult<DeliveryPaper[], AppError> {
  return useQuery({
    queryKey: ['handover.papers', dispatches],
    queryFn: ({ signal }) => readPapers(dispatches, signal),
    // A file is made of what is kept now, whatever was kept when a dialog stood here before.
    ...{ staleTime: 0, gcTime: 0 },
  });
}

/** Reads the papers of dispatches, as they are kept now. */
export async function readPapers(
  dispatches: readonly DispatchKey[],
  signal?: AbortSignal,
): Promise<DeliveryPaper[]> {
  const papers: DeliveryPaper[] = [];
  for (let from = 0; from < dispatches.length; from += atOnce) {
    signal?.throwIfAborted();
    const some = dispatches.slice(from, from + atOnce);
    const results = await Promise.all(
      some.map(({ connectionId, number }) => invoke('handover.papers', { connectionId, number })),
    );
    papers.push(...results.flat());
  }
  return papers;
}
