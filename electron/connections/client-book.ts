import { z } from 'zod';
import { type Client, clientSchema, type PastedClients } from '../../shared/model/connection.ts';
import type { Preferences } from '../host.ts';
import { readPastedClients } from './pasted-clients.ts';

/** The clients a person entered: no endpoint lists them. */
export interface ClientBook {
  /** By name. */
  list(): Client[];
  /** `folderColumn`: the column that a person said to hold folders. */
  read(text: string, folderColumn?: number): PastedClients;
  /** Adds clients, or changes those that are here by RUT. */
  keep(clients: readonly Client[]): Client[];
  remove(ruts: readonly Client['rut'][]): Client[];
}

/**
 * Over the preferences; `practice` are those of the practice agency, shown while it runs and kept nowhere: of one that is removed, its RUT is
 * kept, so that it stays away.
 */
export function createClientBook(preferences: Preferences, practice: () => readonly Client[]): ClientBook {
  function change(next: (kept: readonly Client[]) => readonly Client[]): Client[] {
    preferences.change('clients', (kept) => next(clientsIn(kept)));
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
    keep: (clients) =>
      change((kept) => [...new Map([...kept, ...clients].map((client) => [client.rut, client])).values()]),
    remove: (ruts) => {
      const gone = new Set(ruts);
      const practising = practice().flatMap(({ rut }) => (gone.has(rut) ? [rut] : []));
      if (practising.length > 0) {
        preferences.change(removedPractice, (removed) => [...new Set([...rutsIn(removed), ...practising])]);
      }
      return change((kept) => kept.filter(({ rut }) => !gone.has(rut)));
    },
  };
}

const removedPractice = 'removedPracticeClients';

/** Has clients of the practice agency that were removed stand in the book again: whoever chooses how to try it begins anew. */
export function bringBackPracticeClients(preferences: Preferences): void {
  if (rutsIn(preferences.get(removedPractice)).length > 0) preferences.change(removedPractice, () => []);
}

function rutsIn(kept: unknown): string[] {
  return z.array(z.string()).catch([]).parse(kept);
}

function clientsIn(kept: unknown): Client[] {
  return z
    .array(z.unknown())
    .catch([])
    .parse(kept)
    .flatMap((value) => {
      const judged = clientSchema.safeParse(value);
      return judged.success ? [judged.data] : [];
    });
}
