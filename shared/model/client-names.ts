import type { Client } from './connection.ts';
import { formatRut, type Rut } from './rut.ts';

type NamedClient = Pick<Client, 'rut' | 'name'>;

/** Client names by RUT; `''` where the directory has none. */
export type ClientNames = Readonly<Record<string, string>>;

/** The legal form at the end of a company's name: `ACME SpA`, `Kappa S.A.` */
export const companyForm = /(?:^|[ .])(?:spa|s\.?a|ltda|limitada|e\.?i\.?r\.?l)\.?$/i;

/**
 * The names of all clients as lists, files and messages show them: those of one name, in capitals or not,
 * with their RUT.
 */
export function clientNames(clients: readonly NamedClient[]): ClientNames {
  const byName = Map.groupBy(clients, ({ name }) => name.toLowerCase());
  const isShared = (name: string) => name !== '' && (byName.get(name.toLowerCase())?.length ?? 0) > 1;
  return Object.fromEntries(
    clients.map(({ rut, name }) => [rut, isShared(name) ? `${name} · ${formatRut(rut)}` : name]),
  );
}

/** The names of a directory: a list asks for them with each of its rows. */
const known = new WeakMap<readonly NamedClient[], ClientNames>();

/** A client's name, as `clientNames` gives it; its RUT if the directory has no name. */
export function clientName(rut: Rut, clients: readonly NamedClient[] | undefined): string {
  if (!clients) return formatRut(rut);
  const names = known.get(clients) ?? clientNames(clients);
  known.set(clients, names);
  return names[rut] || formatRut(rut);
}
