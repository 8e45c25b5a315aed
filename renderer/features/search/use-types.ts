import { useQueries } from '@tanstack/react-query';
import type { TypeList } from '../../../shared/model/document.ts';
import { ask } from '../../ipc/bridge.ts';

/** The document types of several agencies, one after the other, as far as they have come; of the doubts that they leave the first. */
export function useTypes(connectionIds: readonly string[]): TypeList {
  return useQueries({
    queries: connectionIds.map((connectionId) => ({
      queryKey: ['types.list', { connectionId }],
      queryFn: () => ask('types.list', { connectionId }),
      staleTime: 60_000,
    })),
    combine: (results) => {
      const lists = results.flatMap(({ data }): TypeList[] => (data ? [data] : []));
      const doubt = lists.find((list) => list.doubt)?.doubt;
      return { types: lists.flatMap(({ types }) => types), ...(doubt && { doubt }) };
    },
  });
}
