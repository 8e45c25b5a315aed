import { z } from 'zod';
import { type Client, clientSchema, type PastedClients } from '../../shared/model/connection.ts';
import { ofEachField } from '../../shared/model/connection-fields.ts';
import { type UserRole, userRoles } from '../../shared/model/user-role.ts';
import type { Preferences } from '../host.ts';
import { readPastedClients } from './pasted-clients.ts';

const storedConnection = z.object({
  id: z.string().min(1),
  ...ofEachField(
    () => z.string().min(1),
    () => z.string().catch(''),
  ),
});

/**
 * A key, told apart by the account under which it stands in the keychain. It opens every connection of
 * `connectionIds`; with none left it is waiting to be removed from a keychain that could not be reached.
 */
const storedKey = z.object({
  account: z.string().min(1),
  /** When it was typed, UTC ISO 8601. */
  since: z.string(),
  connectionIds: z.array(z.string()),
});

export type StoredConnection = z.infer<typeof storedConnection>;
export type StoredKey = z.infer<typeof storedKey>;

/** What is kept of connections, without any key. */
export interface StoredConnections {
  connections: readonly StoredConnection[];
  keys: readonly StoredKey[];
  /** Whether the practice agency was chosen, and is offered again. */
  usesPractice: boolean;
  /** As whom it is tried. */
  practisesAs: UserRole;
}

/** What is kept; an entry that is damaged is left out, the others stay. */
export function readStored(preferences: Preferences): StoredConnections {
  return parseStored(preferences.get('connections'));
}

/** Changes what is kept, on what any other process left of it. */
export function changeStored(
  preferences: Preferences,
  change: (stored: StoredConnections) => Partial<StoredConnections>,
): void {
  preferences.change('connections', (value) => {
    const stored = parseStored(value);
    return { ...stored, ...change(stored) };
  });
}

function parseStored(value: unknown): StoredConnections {
  const shape = z.object({
    connections: z.array(z.unknown()).catch([]),
    keys: z.array(z.unknown()).catch([]),
    usesPractice: z.boolean().catch(false),
    practisesAs: z.enum(userRoles).catch('agency'),
  });
  const { connections, keys, ...practice } = shape
    .catch({ connections: [], keys: [], usesPractice: false, practisesAs: 'agency' })
    .parse(value);
  return { connections: good(storedConnection, connections), keys: good(storedKey, keys), ...practice };
}

function good<Schema extends z.ZodType>(schema: Schema, values: readonly unknown[]): z.output<Schema>[] {
  return values.flatMap((value) => {
    const judged = schema.safeParse(value);
    return judged.success ? [judged.data] : [];
  });
}

/** The clients a person entered: no endpoint lists them. */
export interface ClientDirectory {
  /** By name. */
  list(): Client[];
  /** `folderColumn`: the column that a person said to hold folders. */
  read(text: string, folderColumn?: number): PastedClients;
  /** Adds clients, or changes those that are here by RUT. */
  save(clients: readonly Client[]): Client[];
  remove(ruts: readonly Client['rut'][]): Client[];
}

/**
 * Over the preferences; `practice` are those of the practice agency, shown while it runs and kept nowhere: of
 * one that is removed, its RUT is kept, so that it stays away.
 */
export function createClientDirectory(
  preferences: Preferences,
  practice: () => readonly Client[],
): ClientDirectory {
  function change(next: (stored: readonly Client[]) => readonly Client[]): Client[] {
    preferences.change('clients', (stored) => next(clientsIn(stored)));
    return list();
  }
  function list(): Client[] {
    const own = clientsIn(preferences.get('clients'));
    const unseen = new Set([...own.map(({ rut }) => rut), ...rutsIn(preferences.get(removedPractice))]);
    const all = [...own, ...practice().filter(({ rut }) => !unseen.has(rut))];
    return all.sort((a, b) => a.name.localeCompare(b.name, 'es-CL') || a.rut.localeCompare(b.rut));
  }
  return {
    list,
    read: (text, folderColumn) => readPastedClients(text, list(), folderColumn),
    save: (clients) =>
      change((stored) => [
        ...new Map([...stored, ...clients].map((client) => [client.rut, client])).values(),
      ]),
    remove: (ruts) => {
      const removedRuts = new Set(ruts);
      const practising = practice().flatMap(({ rut }) => (removedRuts.has(rut) ? [rut] : []));
      if (practising.length > 0) {
        preferences.change(removedPractice, (removed) => [...new Set([...rutsIn(removed), ...practising])]);
      }
      return change((stored) => stored.filter(({ rut }) => !removedRuts.has(rut)));
    },
  };
}

const removedPractice = 'removedPracticeClients';

/**
 * Has clients of the practice agency that were removed stand in the book again: whoever chooses how to try it
 * begins anew.
 */
export function bringBackPracticeClients(preferences: Preferences): void {
  if (rutsIn(preferences.get(removedPractice)).length > 0) preferences.change(removedPractice, () => []);
}

function rutsIn(stored: unknown): string[] {
  return z.array(z.string()).catch([]).parse(stored);
}

function clientsIn(stored: unknown): Client[] {
  return good(clientSchema, z.array(z.unknown()).catch([]).parse(stored));
}
