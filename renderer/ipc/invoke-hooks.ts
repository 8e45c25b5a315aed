import {
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useMutationState,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { CallInput, CallName, CallOutput, EventName, Events } from '../../shared/contract.ts';
import { type AppError, isAppError, toAppError } from '../../shared/errors.ts';
import { isObject } from '../../shared/model/json.ts';
import { invokeWithEvents } from './event-patches.ts';
import { invalidate } from './invalidate.ts';
import { callKey, invoke, invokeKey, pagesKey, withTimeout } from './invoke.ts';
import { onceAtATime } from './once-at-a-time.ts';

export { invoke, withTimeout };

type QueryOptions<Name extends CallName, Picked> = Omit<
  UseQueryOptions<CallOutput<Name>, AppError, Picked>,
  'queryKey' | 'queryFn'
> & {
  /**
   * Whether a missing response is reported after a minute; false for calls that main aborts itself when they
   * stall.
   */
  isTimed?: boolean;
};

/**
 * The result of a call, cached by its input and kept up to date by events (`ipc/event-patches.ts`). For calls
 * that only read.
 */
export function useInvokeQuery<Name extends CallName, Picked = CallOutput<Name>>(
  name: Name,
  input: CallInput<Name>,
  { isTimed = true, ...options }: QueryOptions<Name, Picked> = {},
): UseQueryResult<Picked, AppError> {
  const queries = useQueryClient();
  return useQuery({ ...callQuery(queries, name, input, isTimed), ...options });
}

/** The query of a call: its key and the function that asks main. */
export function callQuery<Name extends CallName>(
  queries: QueryClient,
  name: Name,
  input: CallInput<Name>,
  isTimed = true,
): { queryKey: QueryKey; queryFn: () => Promise<CallOutput<Name>> } {
  const queryKey = invokeKey(name, input);
  return {
    queryKey,
    queryFn: () => {
      const result = invokeWithEvents(name, queryKey, () => invoke(name, input));
      if (!isTimed) return result;
      return withTimeout(name, result, (late) => {
        const { error } = queries.getQueryState<CallOutput<Name>>(queryKey) ?? {};
        if (isAppError(error, 'NO_ANSWER')) queries.setQueryData<CallOutput<Name>>(queryKey, late);
      });
    },
  };
}

/** Whether the last request reached its service; true until known. */
export function useOnline(): boolean {
  return useInvokeQuery('network.get', undefined).data?.online ?? true;
}

/** The result of a call, or its error. */
export type InvokeResult<Result> = Pick<UseQueryResult<Result, AppError>, 'data' | 'error'>;

/**
 * The results of a call for several inputs, in their order, each with its error; `data` is undefined until
 * loaded.
 */
export function useInvokeQueries<Name extends CallName>(
  name: Name,
  inputs: readonly CallInput<Name>[],
  { isTimed = true }: Pick<QueryOptions<Name, CallOutput<Name>>, 'isTimed'> = {},
): readonly InvokeResult<CallOutput<Name>>[] {
  const queries = useQueryClient();
  const results = useQueries({
    queries: inputs.map(
      (input): UseQueryOptions<CallOutput<Name>, AppError> => callQuery(queries, name, input, isTimed),
    ),
  });
  return results.map(({ data, error }) => ({ data, error }));
}

/**
 * A mutation: its input, its status and its error. The same mutation started again while running runs once.
 * Afterwards the calls named in `refreshes` are refetched, as by `useChanged`. `of` names its call, for
 * observers. Its input stays in the cache: never pass it a key.
 */
export function useAppMutation<Input = void, Output = void>(
  action: (input: Input) => Promise<Output>,
  refreshes: readonly CallName[] = [],
  of?: CallName,
): UseMutationResult<Output, AppError, Input> {
  const changed = useChanged();
  const [once] = useState(() => onceAtATime<Output>());
  return useMutation({
    ...(of && { mutationKey: callKey(of) }),
    mutationFn: async (input: Input) => {
      try {
        return await once(typeof input === 'object' ? JSON.stringify(input) : input, () => action(input));
      } catch (error) {
        throw toAppError(error);
      }
    },
    onSettled: () => changed(refreshes),
  });
}

/** The mutation of one call. */
export function useInvokeMutation<Name extends Exclude<CallName, CallWithKey>>(
  name: Name,
  refreshes: readonly CallName[] = [],
): UseMutationResult<CallOutput<Name>, AppError, CallInput<Name>> {
  return useAppMutation((input: CallInput<Name>) => invoke(name, input), refreshes, name);
}

/**
 * Time after which an action without a response is reported; the action itself continues, and may be waiting
 * for the person.
 */
const longMutationMs = 20_000;

/** Whether a mutation started since then (ms since 1970) has been without a response for long. */
export function useHasLongMutation(since: number): boolean {
  const begun = useMutationState({
    filters: { status: 'pending', predicate: ({ state }) => state.submittedAt >= since },
    select: ({ state }) => state.submittedAt,
  });
  const first = Math.min(...begun);
  const [long, setLong] = useState<number>();
  useEffect(() => {
    if (!Number.isFinite(first)) return;
    const timer = setTimeout(() => setLong(first), first + longMutationMs - Date.now());
    return () => clearTimeout(timer);
  }, [first]);
  return long === first;
}

type CallWithKey = 'connections.add' | 'connections.try' | 'connections.replaceKey';

/** A function that refetches the named calls, for every input. */
function useRefresh(): (names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  return async (names) => {
    await Promise.all(names.map((name) => invalidate(queries, { queryKey: callKey(name) })));
  };
}

/**
 * A function for data that a person has changed: refetches the named calls and removes unused cached results,
 * with which the next screen would start.
 */
export function useChanged(): (names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return async (names) => {
    for (const name of names) {
      queries.removeQueries({
        queryKey: callKey(name),
        predicate: (query) => query.getObserversCount() === 0,
      });
    }
    await refresh(names);
  };
}

/** Subscribes to an event of main while the component is mounted. */
export function useEvent<Name extends EventName>(
  name: Name,
  listener: (payload: Events[Name]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  // A payload that is no record comes from another version of main.
  useEffect(() => window.carpeta.on(name, (payload) => isObject(payload) && onEvent(payload)), [name]);
}

/**
 * Refreshes a paged list when the results of its call are invalidated: the list holds its pages itself
 * (`data-grid/paged-rows.ts`) and registers a query for them. `about` identifies the query, such as its
 * result set.
 */
export function useOnInvalidate(name: CallName, about: object, refresh: () => void): void {
  const queries = useQueryClient();
  const id = useId();
  const onInvalidate = useEffectEvent(refresh);
  const text = JSON.stringify(about);
  useEffect(() => {
    const mark = new QueryObserver(queries, {
      queryKey: pagesKey(name, JSON.parse(text), id),
      queryFn: () => {
        onInvalidate();
        return performance.now();
      },
      initialData: 0,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    });
    return mark.subscribe(() => undefined);
  }, [queries, name, text, id]);
}
