import {
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallInput, CallName, CallOutput, EventName, Events } from '../shared/contract.ts';
import type { CarpetaError } from '../shared/errors.ts';
import { answeredAsTold } from './answered-as-told.ts';
import { ask } from './ask.ts';
import { askedAgain } from './asked-again.ts';
import { onceAtATime } from './once-at-a-time.ts';

export { ask };

type QueryOptions<Name extends CallName> = Omit<
  UseQueryOptions<CallOutput<Name>, CarpetaError>,
  'queryKey' | 'queryFn'
>;

/** What a call gives, kept and shared by its input. For calls that only read. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: QueryOptions<Name> = {},
): UseQueryResult<CallOutput<Name>, CarpetaError> {
  return useQuery({ queryKey: [name, input], queryFn: () => ask(name, input), ...options });
}

/**
 * What a call gives, kept up to date by an event that tells of the same: `change` puts what was told into what is known, which is undefined
 * until the call has been answered. An answer that was made before something was told does not take it back.
 */
export function useToldCall<Name extends CallName, Event extends EventName>(
  [name, input]: readonly [Name, CallInput<Name>],
  event: Event,
  change: (known: CallOutput<Name> | undefined, told: Events[Event]) => CallOutput<Name> | undefined,
  options: QueryOptions<Name> = {},
): UseQueryResult<CallOutput<Name>, CarpetaError> {
  const queries = useQueryClient();
  const queryKey = [name, input];
  useEvent(event, (told) => {
    queries.setQueryData<CallOutput<Name>>(queryKey, (known) => change(known, told));
  });
  return useQuery<CallOutput<Name>, CarpetaError>({
    queryKey,
    queryFn: () =>
      answeredAsTold<CallOutput<Name>, Events[Event]>(
        () => ask(name, input),
        (hear) => window.carpeta.on(event, hear),
        (answer, told) => change(answer, told) ?? answer,
      ),
    // What was told while nobody listened is in no earlier answer.
    staleTime: 0,
    ...options,
  });
}

/**
 * A call that changes something; afterwards what the calls named in `refreshes` gave is asked again, as by `useChanged`. The same one that is
 * made again before it is answered is made once.
 * Never for a call that takes a key: a mutation keeps its input.
 */
export function useAction<Name extends Exclude<CallName, CallWithKey>>(
  name: Name,
  refreshes: readonly CallName[] = [],
): UseMutationResult<CallOutput<Name>, CarpetaError, CallInput<Name>> {
  const changed = useChanged();
  const [once] = useState(() => onceAtATime<CallOutput<Name>>());
  return useMutation({
    mutationFn: (input: CallInput<Name>) => once(JSON.stringify([input]), () => ask(name, input)),
    onSettled: () => changed(refreshes),
  });
}

type CallWithKey = 'connections.add' | 'connections.try' | 'connections.replaceKey';

/** A function that has the named calls asked again, whatever their input. */
export function useRefresh(): (names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  return async (names) => {
    await Promise.all(names.map((name) => askedAgain(queries, name)));
  };
}

/**
 * A function for what a person has changed: has the named calls asked again, and forgets what nothing shows, with which the next screen would
 * begin as it was before.
 */
export function useChanged(): (names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return async (names) => {
    for (const name of names) {
      queries.removeQueries({ queryKey: [name], predicate: (query) => query.getObserversCount() === 0 });
    }
    await refresh(names);
  };
}

/** Listens to an event of main while the component is there. */
export function useEvent<Name extends EventName>(
  name: Name,
  listener: (payload: Events[Name]) => void,
): void {
  const heard = useEffectEvent(listener);
  useEffect(() => window.carpeta.on(name, (payload) => heard(payload)), [name]);
}

/** Does something whenever a call of this name has been answered, wherever in the page it was asked. */
export function useAnswered<Name extends CallName>(
  name: Name,
  heard: (input: CallInput<Name>) => void,
): void {
  const queries = useQueryClient();
  const hear = useEffectEvent(heard);
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        const [asked, input] = event.query.queryKey as [CallName, CallInput<Name>];
        if (asked === name) hear(input);
      }),
    [queries, name],
  );
}
