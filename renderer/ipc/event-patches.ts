import type { Query, QueryClient } from '@tanstack/react-query';
import type { Bridge, CallInput, CallName, CallOutput, EventName, Events } from '../../shared/contract.ts';
import type { Handover } from '../../shared/model/delivery.ts';
import type { Batch } from '../../shared/model/download.ts';
import { askedAgain } from './invalidate.ts';
import { askedOf, callKey } from './invoke.ts';
import { throttled } from './throttled.ts';

/** The answers to a call that an event carries on. */
interface ToldAnswer<Answer> {
  /** Has the answers that are kept follow the event; gives the way to stop. */
  follow(queries: QueryClient, on: Bridge['on']): () => void;
  /** An answer with all in it that was told while it was on its way. */
  answered(key: readonly unknown[], ask: () => Promise<Answer>): Promise<Answer>;
}

interface Telling<Answer, Told> {
  /** Whether what was told, which is a record, can be read: it may come from another version of main. */
  isReadable(told: Told): boolean;
  /** What is known with what was told in it; `known` is undefined until the call has been answered. */
  change(known: Answer | undefined, told: Told, key: readonly unknown[]): Answer | undefined;
}

/** After an event that cannot be read, main is asked at most so often. */
const askInsteadMs = 1000;

function toldBy<Name extends CallName, Event extends EventName>(
  name: Name,
  event: Event,
  { isReadable, change }: Telling<CallOutput<Name>, Events[Event]>,
): ToldAnswer<CallOutput<Name>> {
  const canBeRead = (told: Events[Event]) => isRecord(told) && isReadable(told);
  function put(queries: QueryClient, { queryKey }: Query, told: Events[Event]) {
    const known = queries.getQueryData<CallOutput<Name>>(queryKey);
    const next = change(known, told, queryKey);
    if (next !== known) queries.setQueryData(queryKey, next);
  }
  return {
    follow: (queries, on) => {
      const askInstead = throttled(() => void askedAgain(queries, { queryKey: callKey(name) }), askInsteadMs);
      return on(event, (told) => {
        if (!canBeRead(told)) return askInstead.soon(told);
        for (const query of queries.getQueryCache().findAll({ queryKey: callKey(name) })) {
          put(queries, query, told);
        }
      });
    },
    answered: (key, ask) =>
      answeredAsTold<CallOutput<Name>, Events[Event]>(
        ask,
        (hear) => window.carpeta.on(event, (told) => canBeRead(told) && hear(told)),
        (answer, told) => change(answer, told, key) ?? answer,
      ),
  };
}

type ToldAnswers = { readonly [Name in CallName]?: ToldAnswer<CallOutput<Name>> };

/** The calls whose answers main carries on by an event: asked once, they stay true. */
export const toldAnswers: ToldAnswers = {
  'search.progress': toldBy('search.progress', 'sweep.progress', {
    isReadable: ({ resultSetId, problems }) => typeof resultSetId === 'string' && Array.isArray(problems),
    change: (known, progress, key) =>
      askedOf(key, 'resultSetId') === progress.resultSetId ? progress : known,
  }),
  'downloads.list': toldBy('downloads.list', 'downloads.progress', {
    isReadable: ({ batches }) => haveIds(batches) && batches.every(({ counts, state }) => counts && state),
    // What is told before all of them are known is put into the answer.
    change: (known, { batches }) => known && mergeBatches(known, batches),
  }),
  'handover.list': toldBy('handover.list', 'handover.progress', {
    isReadable: (handover) => haveIds([handover]),
    change: (known, handover) => known && withHandover(known, handover),
  }),
  'connections.list': toldBy('connections.list', 'connections.changed', {
    isReadable: ({ connections }) => haveIds(connections),
    change: (_known, { connections }) => connections,
  }),
  'saved.list': toldBy('saved.list', 'saved.changed', {
    isReadable: ({ saved }) => haveIds(saved),
    change: (_known, { saved }) => saved,
  }),
  'saved.unreadable': toldBy('saved.unreadable', 'saved.changed', {
    isReadable: ({ unreadable }) => haveIds(unreadable),
    change: (_known, { unreadable }) => unreadable,
  }),
  'network.get': toldBy('network.get', 'network.changed', {
    isReadable: ({ online }) => typeof online === 'boolean',
    change: (_known, network) => network,
  }),
  'proxy.waiting': toldBy('proxy.waiting', 'proxy.asks', {
    isReadable: (question) => haveIds([question]),
    change: (known = [], question) =>
      known.some(({ id }) => id === question.id) ? known : [...known, question],
  }),
  'updates.get': toldBy('updates.get', 'updates.changed', {
    isReadable: isRecord,
    change: (_known, state) => state,
  }),
};

/** What a call gives, as it is at the moment when it comes. */
export function answerOf<Name extends CallName>(
  name: Name,
  key: readonly [Name, CallInput<Name>],
  ask: () => Promise<CallOutput<Name>>,
): Promise<CallOutput<Name>> {
  const told: ToldAnswer<CallOutput<Name>> | undefined = toldAnswers[name];
  return told ? told.answered(key, ask) : ask();
}

/**
 * An answer with all in it that was told while it was on its way: it may have been made before that. `listen` gives the way to stop, and `change`
 * puts what was told into the answer.
 */
export async function answeredAsTold<Answer, Told>(
  ask: () => Promise<Answer>,
  listen: (hear: (told: Told) => void) => () => void,
  change: (answer: Answer, told: Told) => Answer,
): Promise<Answer> {
  const heard: Told[] = [];
  const stop = listen((told) => heard.push(told));
  try {
    const answer = await ask();
    return heard.reduce(change, answer);
  } finally {
    stop();
  }
}

/** Whether something that crossed from main is a record at all. */
export function isRecord(told: unknown): boolean {
  return typeof told === 'object' && told !== null;
}

function haveIds(things: readonly { id: string }[]): boolean {
  return Array.isArray(things) && things.every((thing) => typeof thing?.id === 'string');
}

/** The batches with the changed ones in place, new ones first. */
export function mergeBatches(batches: readonly Batch[], changed: readonly Batch[]): Batch[] {
  const byId = new Map(changed.map((batch) => [batch.id, batch]));
  const known = new Set(batches.map(({ id }) => id));
  return [
    ...changed.filter(({ id }) => !known.has(id)),
    ...batches.map((batch) => byId.get(batch.id) ?? batch),
  ];
}

/** The hand-overs with one that has changed in its place; a new one first. */
export function withHandover(known: readonly Handover[], changed: Handover): readonly Handover[] {
  return known.some(({ id }) => id === changed.id)
    ? known.map((one) => (one.id === changed.id ? changed : one))
    : [changed, ...known];
}
