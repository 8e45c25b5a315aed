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
 * A key, identified by its keychain account. It belongs to every connection in `connectionIds`; with none
 * left it is to be removed once the keychain can be reached.
 */
const storedKey = z.object({
  account: z.string().min(1),
  /** When it was typed, UTC ISO 8601. */
  since: z.string(),
  connectionIds: z.array(z.string()),
});

export type StoredConnection = z.infer<typeof storedConnection>;
export type StoredKey = z.infer<typeof storedKey>;

/** The stored connections, without any key. */
export interface StoredConnections {
  connections: readonly StoredConnection[];
  keys: readonly StoredKey[];
  /** Whether the practice agency was selected, and is offered again. */
  usesPractice: boolean;
  /** The user role of the practice agency. */
  practisesAs: UserRole;
}

/** Reads the stored connections; a damaged entry is left out, the others stay. */
export function readStored(preferences: Preferences): StoredConnections {
  return parseStored(preferences.get('connections'));
}

/** Changes the stored connections, based on the last write of any process. */
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
  /** The folders that a person selected for clients' documents. */
  folders(): { folder: string }[];
  /** `folderColumn`: the column that a person selected for folders. */
  read(text: string, folderColumn?: number): PastedClients;
  /** Adds clients, or changes existing ones by RUT; rules that are not given stay. */
  save(clients: readonly Client[]): Client[];
  remove(ruts: readonly Client['rut'][]): Client[];
}

/**
 * A directory over the preferences. `practice` are the practice agency's clients, shown while it runs and
 * never saved. Of a removed one the RUT is saved, so that it stays away.
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
    folders: () => list().map(({ rules }) => ({ folder: rules?.folder ?? '' })),
    read: (text, folderColumn) => readPastedClients(text, list(), folderColumn),
    save: (clients) =>
      change((stored) => {
        const byRut = new Map(stored.map((client) => [client.rut, client]));
        for (const client of clients) byRut.set(client.rut, withRules(client, byRut.get(client.rut)));
        return [...byRut.values()];
      }),
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

/** Restores removed clients of the practice agency: a person who selects a role starts afresh. */
export function restorePracticeClients(preferences: Preferences): void {
  if (rutsIn(preferences.get(removedPractice)).length > 0) preferences.change(removedPractice, () => []);
}

function rutsIn(stored: unknown): string[] {
  return z.array(z.string()).catch([]).parse(stored);
}

/** A client with the rules that it has now, or had before; without any where it loses all. */
function withRules({ rules, ...client }: Client, before: Client | undefined): Client {
  const now = rules ?? before?.rules ?? {};
  return { ...client, ...(Object.keys(now).length > 0 && { rules: now }) };
}

/** A client whose rules are damaged loses only these. */
const storedClient = z.union([clientSchema, clientSchema.omit({ rules: true })]);

function clientsIn(stored: unknown): Client[] {
  return good(storedClient, z.array(z.unknown()).catch([]).parse(stored));
}
