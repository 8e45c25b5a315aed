import { ruleOf } from '../../shared/error-codes.ts';
import { AppError, type ErrorData, fromErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { DispatchOutcome } from '../../shared/model/search.ts';
import type { Store } from '../database/index.ts';

/** How long a client that was refused a number is tried last for it, in milliseconds. */
const rejectionValidMs = 86_400_000;

/** The clients who may have a dispatch whose client the query does not name. */
export interface Candidates {
  /** In the order of trial: a group starts only after all of the group before it have responded. */
  groups: readonly (readonly Rut[])[];
}

/** Chooses the clients to try for dispatches without a known client, during one search run. */
export interface ClientDirectoryTrial {
  /** The whole client directory by use; clients recently refused for this number come last. */
  candidates(connectionId: string, number: string): Promise<Candidates>;
  /** Records the client of a dispatch, who is likely that of the next one. */
  found(connectionId: string, rut: Rut): void;
  /** Stores the clients that were refused for a number. */
  refused(connectionId: string, rejections: readonly { number: string; rut: Rut }[]): Promise<void>;
}

interface ClientDirectoryTrialOptions {
  store: Pick<Store, 'clientsByUse' | 'refusedClients' | 'ownerOf' | 'noteRefused'>;
  clients(): readonly { rut: Rut }[];
  now(): number;
}

export function createClientDirectoryTrial({
  store,
  clients,
  now,
}: ClientDirectoryTrialOptions): ClientDirectoryTrial {
  const orders = new Map<string, Promise<Rut[]>>();
  const owners = new Map<string, Rut[]>();

  async function readOrder(connectionId: string): Promise<Rut[]> {
    const book = new Set(clients().map(({ rut }) => rut));
    const used = (await store.clientsByUse(connectionId)).filter((rut) => book.has(rut));
    return [...new Set([...used, ...book])];
  }

  function orderOf(connectionId: string): Promise<Rut[]> {
    const known = orders.get(connectionId) ?? readOrder(connectionId);
    orders.set(connectionId, known);
    return known;
  }

  return {
    async candidates(connectionId, number) {
      const range = { since: iso(now() - rejectionValidMs), until: iso(now()) };
      const refused = new Set<string>(await store.refusedClients(connectionId, number, range));
      const owner = await store.ownerOf(connectionId, number);
      const likely = [...(owner === undefined ? [] : [owner]), ...(owners.get(connectionId) ?? [])];
      const order = [...new Set([...likely, ...(await orderOf(connectionId))])];
      if (order.length === 0) throw new AppError('CLIENT_REQUIRED', 'there is no client to request as');
      // The agency may have opened the dispatch since: a refusal makes a client less likely, but excludes
      // nobody.
      const isLast = (rut: Rut) => refused.has(rut) && rut !== owner;
      const [first, ...others] = order.filter((rut) => !isLast(rut));
      const isFirstLikely = first !== undefined && first === likely[0];
      const tried = first === undefined ? [] : isFirstLikely ? [[first], others] : [[first, ...others]];
      return { groups: [...tried, order.filter(isLast)] };
    },
    found(connectionId, rut) {
      owners.set(connectionId, [rut, ...(owners.get(connectionId) ?? []).filter((one) => one !== rut)]);
    },
    async refused(connectionId, rejections) {
      const at = iso(now());
      for (const [number, same] of Map.groupBy(rejections, (one) => one.number)) {
        await store.noteRefused(
          connectionId,
          number,
          same.map(({ rut }) => rut),
          at,
        );
      }
    },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The client that has the dispatch, and its number of documents. */
interface ClientFound {
  rut: Rut;
  documents: number;
}

/** How many clients were tried in vain, and how many of them the agency does not know. */
interface TriedClients {
  tried: number;
  unknown: number;
}

interface FindClientOptions {
  candidates: Candidates;
  /** The earlier trials, which are counted too. */
  before?: TriedClients;
  /** Maximum clients tried at the same time. */
  atOnce: number;
  signal: AbortSignal;
  ask(rut: Rut, signal: AbortSignal): Promise<number>;
  onTried(tried: number, of: number): void;
  onRefused(rut: Rut, rejection: AppError): void;
}

/**
 * Requests a dispatch as each candidate until one has it; the other requests are then aborted. Where none has
 * it, rejects with the service's error; its `values` are the counts of {@link TriedClients}, as `asked` and
 * `unknown`. Rejects with the first other error, which does not tell whose the dispatch is.
 */
export async function findClient(options: FindClientOptions): Promise<ClientFound> {
  const { candidates, atOnce, signal, ask, onTried, onRefused, before } = options;
  const all = candidates.groups.flat().length;
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  const outcome: { found?: ClientFound; rejection?: AppError; failure?: { error: unknown } } = {};
  let tried = 0;
  let unknown = before?.unknown ?? 0;
  onTried(0, all);

  async function tryAs(rut: Rut): Promise<void> {
    try {
      outcome.found = { rut, documents: await ask(rut, within) };
      over.abort();
    } catch (error) {
      // An aborted request says nothing about its client.
      if (within.aborted) return;
      if (!isRejection(error)) {
        outcome.failure = { error };
        over.abort();
        return;
      }
      // DISPATCH_NOT_FOUND says more than an unknown client.
      if (error.code === 'DISPATCH_NOT_FOUND') outcome.rejection = error;
      else {
        outcome.rejection ??= error;
        unknown++;
      }
      onRefused(rut, error);
    }
    tried++;
    onTried(tried, all);
  }

  for (const group of candidates.groups) {
    const rest = group.values();
    const tryRest = async () => {
      for (const rut of rest) {
        if (within.aborted) return;
        await tryAs(rut);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, tryRest));
  }
  signal.throwIfAborted();
  if (outcome.found) return outcome.found;
  if (outcome.failure) throw outcome.failure.error;
  if (!outcome.rejection) throw new AppError('CLIENT_REQUIRED', 'there is no client to request as');
  const values = { asked: (before?.tried ?? 0) + tried, unknown };
  throw fromErrorData({ ...toErrorData(outcome.rejection), values });
}

/**
 * The clients tried in vain, from a stored rejection; zero where there is none, or one of an earlier version.
 */
export function readTriedInVain(rejection: Pick<ErrorData, 'values'> | undefined): TriedClients {
  const { asked, unknown } = rejection?.values ?? {};
  return { tried: Number(asked ?? 0), unknown: Number(unknown ?? 0) };
}

/**
 * How many clients were tried for a dispatch in vain, and how many of the directory were not. Empty `ruts`
 * mean the whole directory.
 */
export function inVainOf(
  { ruts, error }: { ruts: readonly Rut[]; error?: Pick<ErrorData, 'values'> | undefined },
  book: readonly Rut[],
): NonNullable<DispatchOutcome['inVain']> {
  const counts = readTriedInVain(error);
  // An earlier version stored no counts; of the whole directory, later additions are unknown.
  const tried = counts.tried || ruts.length || book.length;
  const named = new Set(ruts);
  const unasked =
    ruts.length > 0 ? book.filter((rut) => !named.has(rut)).length : Math.max(0, book.length - tried);
  return { tried, unknown: counts.unknown, unasked };
}

function isRejection(error: unknown): error is AppError {
  return isAppError(error) && ruleOf(error.code).isAbsence === true;
}
