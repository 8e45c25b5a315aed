import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { type Day, dayInSantiago, isDay, startOfDay } from '../../shared/model/dates.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { type AgencyData, createAgencyData } from './data/agency-data.ts';
import { generate } from './data/generate.ts';
import type { PracticeClient } from './data/parties.ts';
import type { PracticeDocument } from './data/records.ts';
import { FaultInjector } from './fault-injector.ts';
import { createFileCache } from './files/file-cache.ts';
import {
  type PortContext,
  type PracticeHooks,
  type PracticeOptions,
  type PracticeSettings,
  practiceSettings,
} from './options.ts';
import { startService } from './service/server.ts';
import { startStorage } from './storage/server.ts';

/** A running practice agency. */
export type PracticeAgency = Awaited<ReturnType<typeof startPractice>>;

/** Starts the whole API on 127.0.0.1, in this process, with made-up data. Rejects when a port is in use. */
export async function startPractice(
  options: PracticeOptions = {},
  { observer, contentOf }: PracticeHooks = {},
) {
  const settings = practiceSettings(options);
  // Another program that reaches the loopback port must not be able to guess it.
  const { key = `practica-${randomBytes(24).toString('base64url')}` } = options;
  const clock: NonNullable<PracticeOptions['clock']> = options.clock ?? Date;
  const now = () => clock.now();
  const sleep = (ms: number) => clock.sleep?.(ms) ?? pause(ms);
  const agencies = createAgencies(settings, startOf(options.today ?? dayInSantiago(now())));
  const faults = new FaultInjector();
  const context: PortContext = { settings, faults, observer, now, sleep };

  const storage = await startStorage(context, agencies.find, createFileCache(contentOf));
  const { main: mainId, second, unresolved } = agencies.ids;
  const access = new Map([[key, new Set([mainId, second, unresolved])]]);
  const { dataOf } = agencies;
  const service = await startService({ ...context, access, dataOf, signFor: storage.signFor }).catch(
    async (error: unknown) => {
      await storage.close();
      throw error;
    },
  );

  const { main } = agencies;
  return {
    /** Without the agency and without a trailing slash. */
    baseUrl: service.origin,
    /** The main agency's id. */
    agency: mainId,
    /** Opens the main agency, the second one and the unresolved one. */
    key,
    /** The active clients of the main agency. */
    clients: main.clients.filter((client) => client.isActive).map(named),
    /** The active client that imports most: its own dispatches are those of an importer over two years. */
    importer: importerOf(main),
    /** Origin of the links. */
    storageUrl: storage.origin,
    agencies,
    /** The ids of the agencies that each key opens. */
    access,
    faults,
    /** Closes both ports and every connection. */
    async close(): Promise<void> {
      await Promise.all([service.close(), storage.close()]);
    },
  };
}

function startOf(day: Day): number {
  if (!isDay(day)) throw new AppError('INPUT_INVALID', `today is no day: ${day}`);
  return startOfDay(day);
}

function named({ rut, name }: PracticeClient): { rut: Rut; name: string } {
  return { rut, name };
}

function importerOf({ clients, dispatches }: AgencyData): { rut: Rut; name: string } {
  const countOf = (rut: Rut) => dispatches.filter(({ client }) => client.rut === rut).length;
  const [first] = clients
    .filter(({ isActive, trade }) => isActive && trade.operation === 'IMP')
    .map((client) => ({ client, count: countOf(client.rut) }))
    .sort((one, other) => other.count - one.count);
  if (first === undefined) throw new AppError('UNEXPECTED', 'no client imports');
  return named(first.client);
}

/** The agencies of one API, whose ids begin with the main one's. */
function createAgencies(
  { agency, seed, documents, clients, isSameEachDay }: PracticeSettings,
  today: number,
) {
  const ids = {
    main: agency,
    second: `${agency}-sur`,
    unresolved: `${agency}-sin-configurar`,
  };
  const shared = { partySeed: seed, today, ...(isSameEachDay && { end: today }) };
  const main = createAgencyData(generate({ ...shared, seed, documents, clients }));
  let secondAgency: AgencyData | undefined;
  const second = (): AgencyData => {
    // Created on first use: most agencies never need it.
    const less = { documents: Math.ceil(documents / 10), clients: Math.min(3, clients) };
    secondAgency ??= createAgencyData(generate({ ...shared, ...less, seed: `${seed}/sur` }));
    return secondAgency;
  };
  return {
    ids,
    main,
    /** A tenth of the documents, at most three clients, all of them also clients of the main one. */
    second,
    /**
     * An agency's data by its id; undefined for the one whose configuration cannot be resolved. Unknown ids
     * have the main agency's data.
     */
    dataOf: (id: string) => (id === ids.unresolved ? undefined : id === ids.second ? second() : main),
    /** Finds a document in any agency, with the data it belongs to. */
    find(documentId: string): { document: PracticeDocument; agencyData: AgencyData } | undefined {
      for (const agencyData of secondAgency === undefined ? [main] : [main, secondAgency]) {
        const document = agencyData.document(documentId);
        if (document !== undefined) return { document, agencyData };
      }
      return undefined;
    },
  };
}
