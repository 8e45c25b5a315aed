import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { CallOutput } from '../../../shared/contract.ts';
import type { AppError, ErrorData } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DispatchView } from '../../../shared/model/search.ts';
import { dispatchFetchKey, dispatchViewKey } from '../../ipc/invoke.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';

/** A dispatch that is selected again is fetched again after this time. */
const refetchAfterMs = 300_000;
/** How long a fetch of an unselected dispatch is remembered. */
const cacheMs = 30_000;

interface Dispatch {
  connectionId: string;
  number: string;
  rut: Rut;
}

/** The last fetch of a dispatch: its time and its failures. */
type LastFetch = Pick<DispatchView, 'statusError' | 'disbursementsError'> & { at: number };

/** The stored data of a dispatch, and the function that fetches it. */
interface KnownDispatch {
  view: CallOutput<'dispatch.view'> | undefined;
  /** Why its stored data could not be read. */
  error: AppError | null;
  /** Why the last fetch from the agency failed as a whole. */
  fetchError: AppError | null;
  statusError: ErrorData | undefined;
  disbursementsError: ErrorData | undefined;
  isFetching: boolean;
  refetch: () => void;
}

/**
 * The stored data of a dispatch, updated by events. It is fetched from the agency once `mayFetch`, and again
 * when it is selected after a while. The result replaces the data under the same key.
 */
export function useDispatchView(dispatch: Dispatch, mayFetch: boolean): KnownDispatch {
  const { connectionId, number, rut } = dispatch;
  const queries = useQueryClient();
  const stored = useInvokeQuery(
    'dispatch.view',
    { connectionId, number, rut, ask: false },
    { enabled: number !== '', gcTime: 5_000 },
  );
  const { data: lastFetch } = useQuery<LastFetch>({
    queryKey: dispatchFetchKey(dispatch),
    queryFn: skipToken,
    gcTime: cacheMs,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fetching = useAppMutation(
    async (dispatch: Dispatch) => {
      const result = await invoke('dispatch.view', { ...dispatch, ask: true });
      const { statusError, documentsError: _, disbursementsError, ...view } = result;
      queries.setQueryData(dispatchViewKey(dispatch), view);
      queries.setQueryData<LastFetch>(dispatchFetchKey(dispatch), {
        ...(statusError && { statusError }),
        ...(disbursementsError && { disbursementsError }),
        at: Date.now(),
      });
    },
    [],
    'dispatch.view',
  );
  const isAbout = fetching.variables?.connectionId === connectionId && fetching.variables.number === number;
  const refetch = () => fetching.mutate({ connectionId, number, rut });
  const refetchIfOld = useEffectEvent(() => {
    if (lastFetch === undefined || lastFetch.at + refetchAfterMs < Date.now()) refetch();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dispatch resets the fetch.
  useEffect(() => {
    if (mayFetch) refetchIfOld();
  }, [mayFetch, connectionId, number, rut]);
  return {
    view: stored.data,
    error: stored.error,
    fetchError: isAbout ? fetching.error : null,
    statusError: lastFetch?.statusError,
    disbursementsError: lastFetch?.disbursementsError,
    isFetching: isAbout && fetching.isPending,
    refetch,
  };
}
