import type { CallName } from '../../shared/contract.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import { inputValue, isPagesKey } from './invoke.ts';

/** A change of main's stored data. */
export interface Change {
  /**
   * The kind of change: rows of this result set, downloaded documents, requested documents that arrived, or a
   * fetched dispatch.
   */
  what: 'rows' | 'papers' | 'arrived' | 'dispatch';
  resultSetId?: string;
  /** The numbers of the affected dispatches, if known. */
  numbers?: ReadonlySet<string>;
}

/** Which queries a change makes stale, and the minimum interval between two refetches. */
interface Invalidation {
  everyMs: number;
  isOf(key: readonly unknown[], change: Change): boolean;
}

const rowCalls = [
  'rows.page',
  'rows.columns',
  'search.outcomes',
  'search.clientsWithout',
] as const satisfies readonly CallName[];
const documentCalls = ['rows.find', 'saved.changes'] as const satisfies readonly CallName[];
const wholeCalls = [
  'dossier.expectations',
  'dossier.known',
  'dossier.month',
  'dossier.paymentTable',
  'dossier.paymentsToRequest',
  'deliveries.parsePackage',
] as const satisfies readonly CallName[];

/**
 * Reads of main, from the cheapest to the most expensive: counts cover all stored data, which takes a second
 * or more in a large database.
 */
export const invalidations: readonly Invalidation[] = [
  {
    everyMs: 700,
    isOf: (key, { what, resultSetId }) =>
      what !== 'arrived' &&
      (isOneOf(key, documentCalls) ||
        (isOneOf(key, rowCalls) &&
          (resultSetId === undefined || inputValue(key, 'resultSetId') === resultSetId))),
  },
  {
    everyMs: 1000,
    isOf: (key, { numbers }) =>
      dispatchesOf(key)?.some(({ number }) => numbers === undefined || numbers.has(number)) === true,
  },
  {
    everyMs: 1500,
    isOf: (key) => isOneOf(key, wholeCalls) || (isDossierList(key) && isPagesKey(key)),
  },
  { everyMs: 5_000, isOf: (key) => key[0] === 'home.view' },
  {
    everyMs: 10_000,
    isOf: (key) => isDossierList(key) && !isPagesKey(key) && dispatchesOf(key) === undefined,
  },
];

function isOneOf(key: readonly unknown[], calls: readonly CallName[]): boolean {
  return calls.some((name) => name === key[0]);
}

/** Whether a key is of a list over stored dispatches: their calls alone are read in pages. */
function isDossierList(key: readonly unknown[]): boolean {
  const isOfDossiers = typeof key[0] === 'string' && key[0].startsWith('dossier.');
  return isOfDossiers && (isPagesKey(key) || inputValue(key, 'offset') !== undefined);
}

/** The dispatches of a result, if it covers only some. */
function dispatchesOf(key: readonly unknown[]): readonly Pick<DispatchKey, 'number'>[] | undefined {
  const number = inputValue(key, 'number');
  if (key[0] === 'dispatch.view' && typeof number === 'string') return [{ number }];
  const scope = inputValue(key, 'scope');
  if (!isDossierList(key) || typeof scope !== 'object' || scope === null) return undefined;
  const dispatches: unknown = Reflect.get(scope, 'dispatches');
  return Array.isArray(dispatches) ? dispatches : undefined;
}
