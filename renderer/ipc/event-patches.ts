import type { Query, QueryClient } from '@tanstack/react-query';
import type { Bridge, CallInput, CallName, CallOutput, EventName, Events } from '../../shared/contract.ts';
import type { Delivery } from '../../shared/model/delivery.ts';
import type { Batch } from '../../shared/model/download.ts';
import { isObject } from '../../shared/model/json.ts';
import { invalidate } from './invalidate.ts';
import { callKey, inputValue } from './invoke.ts';
import { throttled } from './throttled.ts';

/** Keeps cached results of a call up to date by an event. */
interface EventPatch<Result> {
  /** Applies each event to the cached results; returns the unsubscribe function. */
  follow(queries: QueryClient, on: Bridge['on']): () => void;
  /** Invokes the call and applies the events that arrived before its result. */
  applyMissed(key: readonly unknown[], invoke: () => Promise<Result>): Promise<Result>;
}

interface PatchRules<Result, Payload> {
  /** Whether a payload is valid: it may come from another version of main. */
  isReadable(payload: Payload): boolean;
  /** The cached result with the payload applied; `known` is undefined before the first result. */
  change(known: Result | undefined, payload: Payload, key: readonly unknown[]): Result | undefined;
}

/** Minimum interval between two refetches after unreadable events. */
const refetchIntervalMs = 1000;

function createPatch<Name extends CallName, Event extends EventName>(
  name: Name,
  event: Event,
  { isReadable, change }: PatchRules<CallOutput<Name>, Events[Event]>,
): EventPatch<CallOutput<Name>> {
  const canBeRead = (payload: Events[Event]) => isObject(payload) && isReadable(payload);
  function put(queries: QueryClient, { queryKey }: Query, payload: Events[Event]) {
    const known = queries.getQueryData<CallOutput<Name>>(queryKey);
    const next = change(known, payload, queryKey);
    if (next !== known) queries.setQueryData(queryKey, next);
  }
  return {
    follow: (queries, on) => {
      const refetch = throttled(
        () => void invalidate(queries, { queryKey: callKey(name) }),
        refetchIntervalMs,
      );
      return on(event, (payload) => {
        if (!canBeRead(payload)) return refetch.soon(payload);
        for (const query of queries.getQueryCache().findAll({ queryKey: callKey(name) })) {
          put(queries, query, payload);
        }
      });
    },
    applyMissed: (key, invoke) =>
      applyMissedEvents<CallOutput<Name>, Events[Event]>(
        invoke,
        (onPayload) => window.carpeta.on(event, (payload) => canBeRead(payload) && onPayload(payload)),
        (result, payload) => change(result, payload, key) ?? result,
      ),
  };
}

type EventPatches = { readonly [Name in CallName]?: EventPatch<CallOutput<Name>> };

/** The calls whose cached results events keep up to date. */
export const eventPatches: EventPatches = {
  'search.progress': createPatch('search.progress', 'search.progress', {
    isReadable: ({ resultSetId, problems }) => typeof resultSetId === 'string' && Array.isArray(problems),
    change: (known, progress, key) =>
      inputValue(key, 'resultSetId') === progress.resultSetId ? progress : known,
  }),
  'downloads.list': createPatch('downloads.list', 'downloads.progress', {
    isReadable: ({ batches }) => haveIds(batches) && batches.every(({ counts, state }) => counts && state),
    // Events that arrive before the first result are applied to it.
    change: (known, { batches }) => known && mergeBatches(known, batches),
  }),
  'deliveries.list': createPatch('deliveries.list', 'deliveries.progress', {
    isReadable: (delivery) => haveIds([delivery]),
    change: (known, delivery) => known && withDelivery(known, delivery),
  }),
  'connections.list': createPatch('connections.list', 'connections.changed', {
    isReadable: ({ connections }) => haveIds(connections),
    change: (_known, { connections }) => connections,
  }),
  'saved.list': createPatch('saved.list', 'saved.changed', {
    isReadable: ({ saved }) => haveIds(saved),
    change: (_known, { saved }) => saved,
  }),
  'saved.unreadable': createPatch('saved.unreadable', 'saved.changed', {
    isReadable: ({ unreadable }) => haveIds(unreadable),
    change: (_known, { unreadable }) => unreadable,
  }),
  'network.get': createPatch('network.get', 'network.changed', {
    isReadable: ({ online }) => typeof online === 'boolean',
    change: (_known, network) => network,
  }),
  'proxy.waiting': createPatch('proxy.waiting', 'proxy.asks', {
    isReadable: (loginRequest) => haveIds([loginRequest]),
    change: (known = [], loginRequest) =>
      known.some(({ id }) => id === loginRequest.id) ? known : [...known, loginRequest],
  }),
  'texts.status': createPatch('texts.status', 'texts.progress', {
    isReadable: ({ unread }) => isObject(unread),
    change: (_known, status) => status,
  }),
  'updates.get': createPatch('updates.get', 'updates.changed', {
    isReadable: isObject,
    change: (_known, state) => state,
  }),
};

/** Invokes a call and applies the events that arrived meanwhile. */
export function invokeWithEvents<Name extends CallName>(
  name: Name,
  key: readonly [Name, CallInput<Name>],
  invoke: () => Promise<CallOutput<Name>>,
): Promise<CallOutput<Name>> {
  const patch: EventPatch<CallOutput<Name>> | undefined = eventPatches[name];
  return patch ? patch.applyMissed(key, invoke) : invoke();
}

/**
 * The result with the events applied that arrived during the call: it may be older than they are. `listen`
 * returns the unsubscribe function; `change` applies a payload to the result.
 */
export async function applyMissedEvents<Result, Payload>(
  invoke: () => Promise<Result>,
  listen: (onPayload: (payload: Payload) => void) => () => void,
  change: (result: Result, payload: Payload) => Result,
): Promise<Result> {
  const payloads: Payload[] = [];
  const stop = listen((payload) => payloads.push(payload));
  try {
    const result = await invoke();
    return payloads.reduce(change, result);
  } finally {
    stop();
  }
}

function haveIds(things: readonly { id: string }[]): boolean {
  return Array.isArray(things) && things.every((thing) => typeof thing?.id === 'string');
}

/** The batches with the changed ones replaced, new ones first. */
export function mergeBatches(batches: readonly Batch[], changed: readonly Batch[]): Batch[] {
  const byId = new Map(changed.map((batch) => [batch.id, batch]));
  const known = new Set(batches.map(({ id }) => id));
  return [
    ...changed.filter(({ id }) => !known.has(id)),
    ...batches.map((batch) => byId.get(batch.id) ?? batch),
  ];
}

/** The deliveries with the changed one replaced; a new one first. */
export function withDelivery(known: readonly Delivery[], changed: Delivery): readonly Delivery[] {
  return known.some(({ id }) => id === changed.id)
    ? known.map((one) => (one.id === changed.id ? changed : one))
    : [changed, ...known];
}
