import { AppError, type ErrorData, fromErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { DispatchOutcome } from '../../shared/model/search.ts';
import type { Store } from '../database/index.ts';

/** How long a client that was refused a number is tried for it after the others, in milliseconds. */
const refusalValidMs = 86_400_000;

/** The clients who may have a dispatch that a query names no client of. */
export interface Candidates {
  /**
   * In the order in which they are tried: nobody of a group before all of the one before it have answered.
   */
  groups: readonly (readonly Rut[])[];
}

/** Whom to ask for dispatches of which no client is known, for one run of a query. */
export interface ClientDirectoryTrial {
  /**
   * The whole client directory in the order of its use, who was refused this number a short while ago last.
   */
  candidates(connectionId: string, number: string): Promise<Candidates>;
  /** The client of a dispatch is likely that of the next one, too. */
  found(connectionId: string, rut: Rut): void;
  /** Keeps as whom a number was asked for in vain. */
  refused(connectionId: string, rejections: readonly { number: string; rut: Rut }[]): Promise<void>;
}

export interface ClientDirectoryTrialDeps {
  store: Pick<Store, 'clientsByUse' | 'refusedClients' | 'ownerOf' | 'noteRefused'>;
  clients(): readonly { rut: Rut }[];
  now(): number;
}

export function createClientDirectoryTrial({
  store,
  clients,
  now,
}: ClientDirectoryTrialDeps): ClientDirectoryTrial {
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
      const range = { since: iso(now() - refusalValidMs), until: iso(now()) };
      const refused = new Set<string>(await store.refusedClients(connectionId, number, range));
      const owner = await store.ownerOf(connectionId, number);
      const likely = [...(owner === undefined ? [] : [owner]), ...(owners.get(connectionId) ?? [])];
      const order = [...new Set([...likely, ...(await orderOf(connectionId))])];
      if (order.length === 0) throw new AppError('CLIENT_REQUIRED', 'there is no client to ask as');
      // The agency may have opened the dispatch since: a refusal makes a client less likely, and answers
      // nothing.
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

/** What came of asking for a dispatch as several clients. */
export interface ClientFound {
  rut: Rut;
  documents: number;
}

/** As how many clients a dispatch was asked for in vain, and how many of them the agency does not know. */
export interface AskedInVain {
  asked: number;
  unknown: number;
}

export interface FindClientOptions {
  candidates: Candidates;
  /** Who was asked before these, and is counted with them. */
  before?: AskedInVain;
  /** How many clients are asked as at once. */
  atOnce: number;
  signal: AbortSignal;
  ask(rut: Rut, signal: AbortSignal): Promise<number>;
  onTried(tried: number, of: number): void;
  onRefused(rut: Rut, rejection: AppError): void;
}

/**
 * Asks for a dispatch as each of the clients until one has it; who is being asked as then is let go of.
 * Rejects with a refusal where none has it, its `values` an {@link AskedInVain}, and with the first other
 * error, which says nothing about whose it is.
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
      // Whoever was let go of has said nothing.
      if (within.aborted) return;
      if (!isRejection(error)) {
        outcome.failure = { error };
        over.abort();
        return;
      }
      // That a client is not known says less than that it has no such dispatch.
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
    const goOn = async () => {
      for (const rut of rest) {
        if (within.aborted) return;
        await tryAs(rut);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, goOn));
  }
  signal.throwIfAborted();
  if (outcome.found) return outcome.found;
  if (outcome.failure) throw outcome.failure.error;
  if (!outcome.rejection) throw new AppError('CLIENT_REQUIRED', 'there is no client to ask as');
  const values = { asked: (before?.asked ?? 0) + tried, unknown };
  throw fromErrorData({ ...toErrorData(outcome.rejection), values });
}

/**
 * Who was asked for a dispatch in vain, as its refusal tells; nobody where there is none, or one of an
 * earlier version.
 */
export function askedInVain(rejection: Pick<ErrorData, 'values'> | undefined): AskedInVain {
  const { asked, unknown } = rejection?.values ?? {};
  return { asked: Number(asked ?? 0), unknown: Number(unknown ?? 0) };
}

/**
 * As how many clients a dispatch was asked for in vain, and how many of the book were not asked. No `ruts`
 * are the whole book.
 */
export function inVainOf(
  { ruts, error }: { ruts: readonly Rut[]; error?: Pick<ErrorData, 'values'> | undefined },
  book: readonly Rut[],
): NonNullable<DispatchOutcome['inVain']> {
  const counts = askedInVain(error);
  // An answer of an earlier version does not tell who was asked; of the whole book nobody knows who came
  // later.
  const asked = counts.asked || ruts.length || book.length;
  const named = new Set(ruts);
  const unasked =
    ruts.length > 0 ? book.filter((rut) => !named.has(rut)).length : Math.max(0, book.length - asked);
  return { asked, unknown: counts.unknown, unasked };
}

function isRejection(error: unknown): error is AppError {
  return isAppError(error, 'DISPATCH_NOT_FOUND') || isAppError(error, 'ACCOUNT_NOT_FOUND');
}
