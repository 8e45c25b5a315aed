import {
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
import { invokeWithEvents, isRecord } from './event-patches.ts';
import { invalidate } from './invalidate.ts';
import { callKey, invoke, invokeKey, pagesKey, withTimeout } from './invoke.ts';
import { onceAtATime } from './once-at-a-time.ts';

export { invoke, withTimeout };

type QueryOptions<Name extends CallName, Picked> = Omit<
  UseQueryOptions<CallOutput<Name>, AppError, Picked>,
  'queryKey' | 'queryFn'
> & {
  /**
   * Whether it is told after a minute that no answer has come; not for what main itself gives up once nothing
   * comes of it any more.
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
  const queryKey = invokeKey(name, input);
  return useQuery({
    queryKey,
    queryFn: () => {
      const result = invokeWithEvents(name, queryKey, () => invoke(name, input));
      if (!isTimed) return result;
      return withTimeout(name, result, (late) => {
        const { error } = queries.getQueryState<CallOutput<Name>>(queryKey) ?? {};
        if (isAppError(error, 'NO_ANSWER')) queries.setQueryData<CallOutput<Name>>(queryKey, late);
      });
    },
    ...options,
  });
}

/** The result of a call, or its error. */
export type InvokeResult<Result> = Pick<UseQueryResult<Result, AppError>, 'data' | 'error'>;

/**
 * What a call gives to several queries, in their order, and why one gave nothing; `data` is undefined where
 * it has not come.
 */
export function useInvokeQueries<Name extends CallName>(
  name: Name,
  inputs: readonly CallInput<Name>[],
): readonly InvokeResult<CallOutput<Name>>[] {
  const results = useQueries({
    queries: inputs.map((input): UseQueryOptions<CallOutput<Name>, AppError> => {
      const queryKey = invokeKey(name, input);
      return { queryKey, queryFn: () => invokeWithEvents(name, queryKey, () => invoke(name, input)) };
    }),
  });
  return results.map(({ data, error }) => ({ data, error }));
}

/**
 * An action of a person: what it takes, whether it is on its way and why it was refused. The same one that is
 * begun again before it has ended is done once; what the calls named in `refreshes` gave is asked again after
 * it, as by `useChanged`. `of` names its call, for who follows what was done. It keeps its input: never give
 * it a key.
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
 * After so long without an answer to an action a person wants to know; the action itself goes on, and may be
 * waiting for them.
 */
const longMutationMs = 20_000;

/** Whether an action that was begun since then (ms since 1970) has gone unanswered for long. */
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

/** A function that has the named calls asked again, whatever their input. */
function useRefresh(): (names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  return async (names) => {
    await Promise.all(names.map((name) => invalidate(queries, { queryKey: callKey(name) })));
  };
}

/**
 * A function for what a person has changed: has the named calls asked again, and forgets what nothing shows,
 * with which the next screen would begin as it was before.
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

/** Listens to an event of main while the component is there. */
export function useEvent<Name extends EventName>(
  name: Name,
  listener: (payload: Events[Name]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  // What is no record comes from another version of main.
  useEffect(() => window.carpeta.on(name, (payload) => isRecord(payload) && onEvent(payload)), [name]);
}

/**
 * Has a list read its pages again whenever the answers of its call are old: it holds them itself
 * (`data-grid/paged-rows.ts`), and stands for them among the others. `about` names the query, such as the
 * answer that its rows are of.
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
      ...{ initialData: 0, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    });
    return mark.subscribe(() => undefined);
  }, [queries, name, text, id]);
}
