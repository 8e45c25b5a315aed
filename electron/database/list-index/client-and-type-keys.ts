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

/** Sort keys by which document types stand in the order of their client, or of customs offices. */
export function typeKeys(types: Key[], orders: TypeOrders, readRuts: () => readonly Key[]): Key[] {
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
  const ruts = ofClients.size > 0 ? readRuts() : [];
  return types.map((type, row) => (ofClients.get(ruts[row] ?? null) ?? ofCustoms).get(type) ?? null);
}
