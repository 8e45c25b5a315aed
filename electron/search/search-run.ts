import { type AppError, type ErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { SweepProgress, WalkProblem } from '../../shared/model/search.ts';
import { ruleOf } from '../../shared/retry-table.ts';
import type { ApiClient, GetApiClient, LinkBook } from '../api/index.ts';
import type { KeptAnswer, KeptWalk, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { NotAsked } from '../jobs/index.ts';
import { createClientBookTrial } from './find-client.ts';
import { settle } from './removals.ts';
import { isLost } from './search-lease.ts';
import { type KnownTypes, planWalks } from './task-planner.ts';
import { doWalk, type WalkingDeps } from './task-runner.ts';

export interface SweepDeps {
  store: Store;
  getApiClient: GetApiClient;
  links: LinkBook;
  clock: Clock;
  /** Requests at once, for each connection. */
  requestsAtOnce(): number;
  /** The client book, as whom dispatches of no known client are asked for. */
  clients(): readonly { rut: Rut }[];
  /** As whom answers are written: nothing is, once another process holds them. */
  owner: string;
}

/** What the walks of one connection share. */
type SharedByWalks = Pick<WalkingDeps, 'unknownClients' | 'clientsAtOnce'>;

/** Of a response, what a problem keeps: every error of the service fits, in characters. */
const maxResponseLength = 4_000;

/** How a sweep stands while it goes on. */
export interface Standing {
  walksDone: number;
  walksTotal: number;
  documents: number;
  requests: number;
  typesAsked: Set<string>;
  /** Dispatches that are being asked for as one client after the other, by their walk. */
  trying: Map<number, NonNullable<SweepProgress['trying']>>;
  problems: WalkProblem[];
  mayBeCut: boolean;
  asOf: string;
}

/** How a sweep ended: with every walk done or told why not, or with walks left that can be done later. */
export interface SweepEnd {
  state: Exclude<SweepProgress['state'], 'running'>;
  /** What kept every connection from being asked at all. */
  refusal?: AppError;
  /** Some connections could not be asked, and others could. */
  isPartlyRefused?: boolean;
}

/**
 * Runs one answer's waiting walks to their end, a few requests at a time, page by page into the store. A walk that fails is noted and loses no
 * other; a connection that cannot be asked at all is left alone, its walks waiting. Never rejects for what a service did; rejects with
 * `RESULT_SET_GONE` and `SEARCH_OWNED_ELSEWHERE`.
 */
export async function runSweep(
  deps: SweepDeps,
  answer: Pick<KeptAnswer, 'resultSetId' | 'question' | 'askedAt'>,
  standing: Standing,
  signal: AbortSignal,
  onChange: () => void,
): Promise<SweepEnd> {
  const { store, clock, owner } = deps;
  const { resultSetId, question } = answer;
  const refusals = new Map<string, AppError>();
  const trial = createClientBookTrial({ store, clients: deps.clients, now: clock.now });

  const isOpen = ({ state, connectionId }: KeptWalk) => state === 'waiting' && !refusals.has(connectionId);

  for (;;) {
    await store.planWalks(resultSetId, planWalks(await known(deps, answer)), owner);
    const walks = await store.listWalks(resultSetId);
    take(standing, walks);
    onChange();
    const open = walks.filter(isOpen);
    if (open.length === 0 || signal.aborted) break;
    await doWalks(open);
    if (signal.aborted) break;
  }

  if (!signal.aborted) {
    await settle({ store, clock, getApiClient: countingApiClient, signal, owner }, resultSetId);
  }
  const left = (await store.listWalks(resultSetId)).filter(({ state }) => state === 'waiting').length;
  // Without its catalogue a connection has walks that nobody could plan; one that refused may have been asked all its walks at once.
  // A catalogue that may be incomplete was read all the same, and is told as a problem.
  const isUnplanned = standing.problems.some(
    ({ kind, error }) => kind === 'catalogue' && error.code !== 'WALK_INCOMPLETE',
  );
  const isCut = left > 0 || refusals.size > 0 || isUnplanned;
  const state = signal.aborted ? endedBy(signal) : isCut ? 'interrupted' : 'done';
  // Without its catalogue, or a type that leads to dispatches, a run has not planned all walks that would find again what is kept.
  const isPlanned = standing.problems.every(({ kind }) => kind !== 'catalogue' && kind !== 'type');
  if (state === 'done') await store.settleRun(resultSetId, { isPlanned }, owner);
  const [refusal] = refusals.values();
  if (!refusal) return { state };
  return question.connectionIds.every((id) => refusals.has(id))
    ? { state, refusal }
    : { state, isPartlyRefused: true };

  /** Does some walks, those of each connection by as many hands as it may have requests. */
  async function doWalks(walks: readonly KeptWalk[]): Promise<void> {
    const byConnection = Map.groupBy(walks, ({ connectionId }) => connectionId);
    await Promise.all(
      [...byConnection].map(async ([connectionId, waiting]) => {
        const [first] = waiting;
        const api = await countingApiClient(connectionId).catch((error) => noteRefusal(first, error));
        if (!api) return;
        const unknownClients = new Map<Rut, AppError>();
        const atOnce = deps.requestsAtOnce();
        const shared = { unknownClients, clientsAtOnce: Math.max(1, Math.floor(atOnce / waiting.length)) };
        const rest = waiting.values();
        const hand = async () => {
          let before: Promise<void> | undefined;
          for (const walk of rest) {
            if (signal.aborted || refusals.has(connectionId)) break;
            const { asked, ended } = doOne(api, walk, shared);
            // What a walk brought last is kept while the next one asks already; no more than that waits for the store.
            await before;
            await Promise.race([asked, ended]);
            before = ended;
          }
          await before;
        };
        await Promise.all(Array.from({ length: atOnce }, hand));
      }),
    );
  }

  function countingApiClient(connectionId: string): Promise<ApiClient> {
    return deps.getApiClient(connectionId, {
      onRequest: () => {
        standing.requests++;
        onChange();
      },
    });
  }

  /** Does a walk; tells when it has nothing left to ask, and when all of it is kept. */
  function doOne(api: ApiClient, walk: KeptWalk, shared: SharedByWalks) {
    const asked = Promise.withResolvers<void>();
    const ended = keepOne(api, walk, shared, asked.resolve);
    // Looked at by the hand, at the latest after the next walk; it must not count as unhandled before.
    ended.catch(() => undefined);
    return { asked: asked.promise, ended };
  }

  async function keepOne(
    api: ApiClient,
    walk: KeptWalk,
    shared: SharedByWalks,
    onAsked: () => void,
  ): Promise<void> {
    let documents = 0;
    try {
      const found = await doWalk(
        {
          store,
          links: deps.links,
          clock,
          signal,
          resultSetId,
          owner,
          trial,
          ...shared,
          onTried: (tried, of) => {
            standing.trying.set(walk.id, { number: walk.subject, tried, of });
            onChange();
          },
          onAsked,
          onCut: () => {
            standing.mayBeCut = true;
          },
          onDocuments: (added) => {
            documents += added;
            standing.documents += added;
            // What was kept before is as old as it was, until the run has come to its end.
            const isFirst = standing.asOf === '' || standing.asOf >= answer.askedAt;
            if (isFirst) standing.asOf = new Date(clock.now()).toISOString();
            onChange();
          },
        },
        api,
        walk,
      );
      await store.endWalk(walk.id, { state: 'done', ...found }, owner);
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE') || isLost(error)) throw error;
      // What was cancelled waits to be done again.
      if (signal.aborted) return;
      await noteProblem(walk, error, documents);
    } finally {
      standing.trying.delete(walk.id);
    }
    standing.walksDone++;
    onChange();
  }

  async function noteRefusal(walk: KeptWalk | undefined, error: unknown): Promise<undefined> {
    if (!walk) return;
    await noteProblem(walk, error, 0);
    standing.walksDone++;
    onChange();
  }

  async function noteProblem(walk: KeptWalk, cause: unknown, documents: number): Promise<void> {
    const error = shortened(toErrorData(cause));
    await store.endWalk(walk.id, { state: 'problem', error, documents }, owner);
    standing.problems.push(problemOf(walk, error));
    // Nor is one asked again that is away: its walks wait for the next run.
    const isEverybodys = isAppError(cause) && (cause instanceof NotAsked || refusesConnection(cause));
    if (isEverybodys) refusals.set(walk.connectionId, cause);
  }
}

/** A walk that had a problem, as progress tells it. */
function problemOf(walk: KeptWalk, error: ErrorData): WalkProblem {
  const { id, kind, connectionId, rut, ruts, subject } = walk;
  const client = rut === '' ? (ruts[0] ?? '') : rut;
  return { walkId: String(id), kind, connectionId, rut: client, subject, error };
}

/** Progress is told ten times a second: a page of HTML that came instead of an answer is not kept and told whole for each walk. */
function shortened(error: ErrorData): ErrorData {
  const { exchange } = error;
  const response = exchange?.response;
  if (!exchange || response === undefined || response.length <= maxResponseLength) return error;
  return { ...error, exchange: { ...exchange, response: `${response.slice(0, maxResponseLength)}…` } };
}

/** Takes what is kept of an answer's walks into how it stands. */
export function take(standing: Standing, walks: readonly KeptWalk[]): void {
  standing.walksTotal = walks.length;
  standing.walksDone = walks.filter(({ state }) => state !== 'waiting').length;
  for (const { kind, subject } of walks) if (kind === 'type') standing.typesAsked.add(subject);
  standing.problems = walks.flatMap((walk) =>
    walk.state === 'problem' && walk.error ? [problemOf(walk, walk.error)] : [],
  );
}

/**
 * Whether an error is the connection's, and not of what was asked: every other walk would be told the same. A service that cannot be reached, a key or
 * an agency that is refused, something in between.
 */
export function refusesConnection({ code, status }: Pick<ErrorData, 'code' | 'status'>): boolean {
  const { concerns } = ruleOf(code);
  return (
    status === 401 || status === 403 || status === 407 || concerns === 'connection' || concerns === 'way'
  );
}

function endedBy(signal: AbortSignal): 'cancelled' | 'interrupted' {
  return signal.reason === 'close' ? 'interrupted' : 'cancelled';
}

async function known(
  deps: SweepDeps,
  { resultSetId, question, askedAt }: Pick<KeptAnswer, 'resultSetId' | 'question' | 'askedAt'>,
) {
  const { store } = deps;
  const types = new Map<string, KnownTypes>();
  for (const connectionId of question.connectionIds)
    types.set(connectionId, await typesKnown(store, connectionId));
  return {
    question,
    askedAt,
    walks: await store.listWalks(resultSetId),
    found: question.kind === 'range' ? await store.listFoundDispatches(resultSetId) : [],
    typesOf: (connectionId: string) => types.get(connectionId) ?? { catalogue: undefined, seen: [] },
  };
}

/** What is kept of a connection's types. */
export async function typesKnown(store: Store, connectionId: string): Promise<KnownTypes> {
  const [catalogue, seen] = await Promise.all([
    store.readTypes(connectionId),
    store.listSeenTypes(connectionId),
  ]);
  return { catalogue, seen };
}
