import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { type Day, dayInSantiago } from '../../shared/model/dates.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { createAgencies } from './agencies.ts';
import { createChanges, type PracticeChanges } from './changes.ts';
import type { PracticeClient } from './data/parties.ts';
import type { PracticeData } from './data/world.ts';
import { createFaultInjector, type FaultInjection } from './fault-injector.ts';
import { createFileCache } from './files/file-cache.ts';
import { createLinks } from './links.ts';
import type { PracticeOptions } from './options.ts';
import { createRequestLog, type PracticeRequests } from './requests.ts';
import { instantOf } from './service/dates.ts';
import { createKeyAccess } from './service/key-access.ts';
import { startService } from './service/server.ts';
import { startStorage } from './storage/server.ts';
import { createSigner } from './storage/signature.ts';

/** A running practice agency. */
export interface PracticeAgency {
  /** Without the agency and without a trailing slash. */
  baseUrl: string;
  /** The main agency's id. */
  agency: string;
  /** Another agency that the same key may access, with less data of its own. */
  secondAgency: string;
  /** An agency that the key may access, but whose configuration cannot be resolved. */
  unresolvedAgency: string;
  /** An agency that exists, but not for this key. */
  foreignAgency: string;
  key: string;
  /** A key that was valid and has been revoked. */
  revokedKey: string;
  /** The active clients of the main agency. */
  clients: { rut: Rut; name: string }[];
  /** The active client that imports most: its own dispatches are those of an importer over two years. */
  importer: { rut: Rut; name: string };
  /** An inactive client of the agency. */
  inactiveClient: { rut: Rut; name: string };
  /** Origin of the links. */
  storageUrl: string;
  /** The current data of the main agency. */
  data: PracticeData;
  /** The data of the second agency: fewer clients, all of them also clients of the main one. */
  secondData(): PracticeData;
  /** The changes to that data. */
  changes: PracticeChanges;
  faults: FaultInjection;
  requests: PracticeRequests;
  /** Gives another key access to these agencies only; ids that no agency has get the main agency's data. */
  authorise(key: string, agencies: readonly string[]): void;
  revoke(key: string): void;
  /** Closes both ports and every connection. */
  close(): Promise<void>;
}

/** Starts the whole API on 127.0.0.1, in this process, with made-up data. Rejects when a port is in use. */
export async function startPractice(options: PracticeOptions = {}): Promise<PracticeAgency> {
  const { agency = 'agencia-practica', key = freshKey('practica') } = options;
  const clock: NonNullable<PracticeOptions['clock']> = options.clock ?? Date;
  const { latencyMs = 0, unsignedPercent = 0 } = options;
  const seed = String(options.seed ?? 1);
  const now = () => clock.now();
  const sleep = (ms: number) => clock.sleep?.(ms) ?? pause(ms);
  const agencies = createAgencies(agency, {
    seed,
    documents: options.documents ?? 2500,
    clients: options.clients ?? 8,
    today: startOf(options.today ?? dayInSantiago(now())),
  });
  const faults = createFaultInjector();
  const requests = createRequestLog();
  const signer = createSigner(freshKey('firma'), 'practica@agencia-practica.iam.example');
  const shared = { faults, requests, now, sleep, seed, latencyMs };

  const storage = await startStorage({
    ...shared,
    find: agencies.find,
    files: createFileCache({ fileBytes: options.fileBytes }),
    signer,
    cutPercent: options.cutPercent ?? 0,
    port: options.storagePort ?? 0,
  });
  const access = createKeyAccess(agencies.worldOf);
  access.authorise(key, [agencies.ids.main, agencies.ids.second, agencies.ids.unresolved]);
  const seconds = options.urlLifetimeSeconds ?? 3600;
  const service = await startService({
    ...shared,
    access,
    signFor: createLinks({ ...shared, signer, origin: storage.origin, seconds, unsignedPercent }),
    internalErrorPercent: options.internalErrorPercent ?? 0,
    hasDispatchList: options.hasDispatchList ?? true,
    pageSize: options.pageSize ?? 100,
    port: options.port ?? 0,
  }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });

  const { main } = agencies;
  return {
    baseUrl: service.origin,
    agency,
    secondAgency: agencies.ids.second,
    unresolvedAgency: agencies.ids.unresolved,
    foreignAgency: agencies.ids.foreign,
    key,
    revokedKey: freshKey('revocada'),
    clients: main.clients.filter((client) => client.isActive).map(named),
    importer: importerOf(main),
    inactiveClient: inactiveOf(main),
    storageUrl: storage.origin,
    data: main,
    secondData: agencies.second,
    changes: createChanges(main, { seed, now }),
    faults,
    requests,
    authorise: access.authorise,
    revoke: access.revoke,
    async close() {
      await Promise.all([service.close(), storage.close()]);
    },
  };
}

/** Another program that reaches the loopback port must not be able to guess it. */
function freshKey(name: string): string {
  return `${name}-${randomBytes(24).toString('base64url')}`;
}

function startOf(day: Day): number {
  const start = instantOf(day, 'start');
  if (start === undefined) throw new AppError('INPUT_INVALID', `today is no day: ${day}`);
  return start;
}

function named({ rut, name }: PracticeClient): { rut: Rut; name: string } {
  return { rut, name };
}

function importerOf({ clients, dispatches }: PracticeData): { rut: Rut; name: string } {
  const countOf = (rut: Rut) => dispatches.filter(({ client }) => client.rut === rut).length;
  const [first] = clients
    .filter(({ isActive, trade }) => isActive && trade.operation === 'IMP')
    .map((client) => ({ client, count: countOf(client.rut) }))
    .sort((one, other) => other.count - one.count);
  if (first === undefined) throw new AppError('UNEXPECTED', 'no client imports');
  return named(first.client);
}

function inactiveOf({ clients }: PracticeData): { rut: Rut; name: string } {
  const inactive = clients.find((client) => !client.isActive);
  if (inactive === undefined) throw new AppError('UNEXPECTED', 'every client is active');
  return named(inactive);
}
