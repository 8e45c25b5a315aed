import { compareTypes } from '../../../shared/dossier/document-order.ts';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import { sortKey } from '../sort-keys.ts';
import type { Key } from './sort.ts';

/** The order of document types of the clients that have one of their own, by RUT. */
export type TypeOrders = Readonly<Record<string, readonly string[]>>;

/** Sort keys by which clients stand in the order of their names, without a name in that of their RUT. */
export function clientKeys(ruts: Key[], names: ClientNames = {}): Key[] {
  const keyOfClient = new Map<Key, string>();
  for (const [rut, name] of Object.entries(names)) {
    const key = sortKey(rut);
    // A line feed sorts before any other character, so two clients of one name do not mix.
    if (name !== '') keyOfClient.set(key, `${sortKey(name)}\n${key}`);
  }
  return ruts.map((key) => keyOfClient.get(key) ?? key);
}

/** A value of each row. */
export type RowKeys = ArrayLike<Key>;

interface ClientsOfRows {
  /** The client of each row; read only where a client has an order of its own. */
  readRuts: () => RowKeys;
  /** What rows are sorted by before their type: types are compared only where all of it is equal. */
  before: readonly RowKeys[];
}

/**
 * Sort keys by which document types stand in the order of customs offices; in that of their client where
 * none of the list, filtered or not, is compared with another client's: ranks in two orders do not compare.
 */
export function typeKeys(types: Key[], orders: TypeOrders, { readRuts, before }: ClientsOfRows): Key[] {
  const distinct = [...new Set(types)].filter((type) => typeof type === 'string');
  const ranksIn = (order: readonly string[]) => {
    const compare = compareTypes(order.map(sortKey));
    const sorted = distinct.toSorted((one, other) => compare(one, other) || (one < other ? -1 : 1));
    return new Map<Key, number>(sorted.map((type, rank) => [type, rank]));
  };
  const ofCustoms = ranksIn([]);
  const ofClients = new Map<Key, ReadonlyMap<Key, number>>(
    Object.entries(orders).map(([rut, order]) => [sortKey(rut), ranksIn(order)]),
  );
  if (ofClients.size === 0) return types.map((type) => ofCustoms.get(type) ?? null);
  const clients = clientsCompared(types.length, readRuts(), before);
  return types.map((type, row) => (ofClients.get(clients(row)) ?? ofCustoms).get(type) ?? null);
}

/** Compares types in the order of the only client of some rows; as customs offices file them, of several. */
export function compareTypesOfClient(
  orders: TypeOrders,
  readRuts: () => RowKeys,
): (one: string, other: string) => number {
  const known = Object.entries(orders);
  const client = known.length === 0 ? undefined : onlyOf(readRuts());
  const order = known.find(([rut]) => sortKey(rut) === client)?.[1] ?? [];
  const compare = compareTypes(order.map(sortKey));
  return (one, other) => compare(sortKey(one), sortKey(other));
}

function onlyOf(keys: RowKeys): Key | undefined {
  const first = keys[0];
  for (let at = 1; at < keys.length; at++) if (keys[at] !== first) return undefined;
  return first;
}

/** The only client among the rows that a row is compared with by its type; null where there are several. */
function clientsCompared(count: number, ruts: RowKeys, before: readonly RowKeys[]): (row: number) => Key {
  const comparedAs = (row: number) => before.map((keys) => keys[row]).join('\n');
  const clients = new Map<string, Key>();
  for (let row = 0; row < count; row++) {
    const [compared, rut] = [comparedAs(row), ruts[row] ?? null];
    const known = clients.get(compared);
    clients.set(compared, known === undefined || known === rut ? rut : null);
  }
  return (row) => clients.get(comparedAs(row)) ?? null;
}
