import { compositeKey } from '../../shared/composite-key.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Store } from '../database/index.ts';
import { inVainOf } from './find-client.ts';
import { matchDispatches, readWithStored } from './parse-query.ts';

/** A dispatch in a pasted list; without a RUT, of any client. */
export interface ListedDispatch {
  number: string;
  rut?: Rut;
  /** The numbers of the stored dispatches that it matches. */
  stored: readonly string[];
  /** It may be a dispatch number, so that an agency can be queried for it. */
  isDispatch: boolean;
  /** How many clients were tried for it in vain, and how many were not; absent before the first request. */
  inVain?: { clients: number; unasked: number };
}

/**
 * A pasted list of dispatches, as an inspector sends it, each once. A RUT on the same line names the client
 * of a dispatch. A RUT on a line of its own names that of the lines below. Only a RUT with its hyphen and a
 * right check digit counts.
 */
export async function readDispatchList(
  store: Pick<Store, 'findDispatchesByNumber' | 'findDispatchesByContainer' | 'listTasksNotFound'>,
  text: string,
  book: readonly { rut: Rut }[] = [],
): Promise<{ listed: ListedDispatch[]; unreadable: string[] }> {
  const { numbers, clients, wrong, known } = await readWithStored(store, text, { book: [] });
  // Inspectors use these two; a reference may be that of a dispatch outside the list.
  const byNumber = known.filter(({ foundAs }) => foundAs === 'dispatch' || foundAs === 'declaration');
  const listed = new Map<string, ListedDispatch>();
  for (const one of numbers) {
    const [rut] = one.ruts;
    const stored = [...new Set(matchDispatches(one, byNumber).map((found) => found.number))];
    const isDispatch = one.as === 'any' || one.as === 'dispatch';
    const number = isDispatch || one.as === 'declaration' ? one.number : one.text;
    listed.set(compositeKey(number, rut), { number, stored, isDispatch, ...(rut !== undefined && { rut }) });
  }
  // A dispatch number may look like a RUT, but rarely has its check digit.
  for (const { rut, digitIsRight } of clients)
    if (!digitIsRight) listed.set(rut, { number: rut, stored: [], isDispatch: true });
  return {
    listed: await withTriedClients(store, [...listed.values()], book),
    unreadable: [...new Set(wrong.map((one) => one.text))],
  };
}

/** Adds to dispatches of a list how many clients were tried in vain. */
async function withTriedClients(
  store: Pick<Store, 'listTasksNotFound'>,
  listed: readonly ListedDispatch[],
  book: readonly { rut: Rut }[],
): Promise<ListedDispatch[]> {
  const tasks = await store.listTasksNotFound(listed.map(({ number }) => number));
  return listed.map((one) => {
    const { number, rut } = one;
    const task = tasks.findLast(
      ({ subject, ruts }) =>
        subject === number && (rut === undefined || ruts.length === 0 || ruts.includes(rut)),
    );
    if (!task) return one;
    const { tried, unasked } = inVainOf(task, rut === undefined ? book.map((client) => client.rut) : [rut]);
    return { ...one, inVain: { clients: tried, unasked } };
  });
}
