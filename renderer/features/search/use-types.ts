import { useQueries } from '@tanstack/react-query';
import type { DocumentType } from '../../../shared/model/document.ts';
import { ask } from '../../ipc/bridge.ts';

/** The document types of several agencies, one after the other, as far as they have come. */
export function useTypes(connectionIds: readonly string[]): DocumentType[] {
  return useQueries({
    queries: connectionIds.map((connectionId) => ({
      queryKey: ['types.list', { connectionId }],
      queryFn: () => ask('types.list', { connectionId }),
      staleTime: 60_000,
    })),
    combine: (results) => results.flatMap(({ data }): DocumentType[] => data ?? []),
  });
}
