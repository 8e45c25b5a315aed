import type { AgencyData } from '../../../electron/practice/data/agency-data.ts';
import type { Fault } from '../../../electron/practice/fault-injector.ts';
import type { PracticeOptions as AgencyOptions } from '../../../electron/practice/options.ts';
import {
  type PracticeAgency as RunningAgency,
  startPractice as startAgency,
} from '../../../electron/practice/practice.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { ReadableData } from './practice/cases.ts';
import { createChanges, type PracticeChanges } from './practice/changes.ts';
import { faultOf } from './practice/inject-fault.ts';
import type { InjectedFault } from './practice/injected-fault-types.ts';
import { type PlantedCases, plantedCases } from './practice/planted-cases.ts';
import { createRequestLog, type PracticeRequests } from './practice/request-log.ts';
import { sizedContent } from './practice/sized-content.ts';

/** A practice agency whose data, requests and faults a test can read and change. */
export interface PracticeAgency
  extends Pick<
    RunningAgency,
    'baseUrl' | 'agency' | 'key' | 'clients' | 'importer' | 'storageUrl' | 'close'
  > {
  /** Another agency that the same key may access, with less data of its own. */
  secondAgency: string;
  /** An agency that the key may access, but whose configuration cannot be resolved. */
  unresolvedAgency: string;
  /** An agency that exists, but not for this key. */
  foreignAgency: string;
  /** A key that was valid and has been revoked. */
  revokedKey: string;
  /** An inactive client of the agency. */
  inactiveClient: { rut: Rut; name: string };
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
}

/** The current data of an agency. */
export interface PracticeData extends ReadableData {
  /** The planted cases of the initial data. Throws when it had fewer than 250 documents. */
  readonly planted: PlantedCases;
}

/** Injects faults of tests, or of the app's menu, into an agency. */
export interface FaultInjection {
  /** Adds a fault; several can be active at once. Returns a function that removes it. */
  add(fault: AddedFault): () => void;
  /** Removes every fault. */
  clear(): void;
  /** Those that have not run out, as they were added. */
  active(): readonly AddedFault[];
}

/** A fault of a test, or of the app's menu. */
export type AddedFault = InjectedFault | Fault;

export interface PracticeOptions extends AgencyOptions {
  /** Every document is a small PDF padded to exactly so many bytes; drawn from its data by default. */
  fileBytes?: number;
}

/** Starts the whole API on 127.0.0.1, in this process, with made-up data. Rejects when a port is in use. */
export async function startPractice({
  fileBytes,
  ...options
}: PracticeOptions = {}): Promise<PracticeAgency> {
  const clock: NonNullable<PracticeOptions['clock']> = options.clock ?? Date;
  const now = () => clock.now();
  const { requests, observer } = createRequestLog(now);
  const running = await startAgency(options, {
    observer,
    ...(fileBytes !== undefined && {
      contentOf: (document, revision) => sizedContent(document, revision, fileBytes),
    }),
  });
  const { agencies, access, faults, ...agency } = running;
  const { main, ids } = agencies;
  const inactive = main.clients.find((client) => !client.isActive);
  if (inactive === undefined) throw new AppError('UNEXPECTED', 'every client is active');
  return {
    ...agency,
    secondAgency: ids.second,
    unresolvedAgency: ids.unresolved,
    foreignAgency: `${ids.main}-ajena`,
    revokedKey: `revocada-${crypto.randomUUID()}`,
    inactiveClient: { rut: inactive.rut, name: inactive.name },
    data: withCases(main),
    secondData: () => withCases(agencies.second()),
    changes: createChanges(main, { seed: String(options.seed ?? 1), now }),
    faults: injectionInto(faults),
    requests,
    authorise: (key, agencies) => access.set(key, new Set(agencies)),
    revoke: (key) => access.delete(key),
  };
}

/** The cases are those of the beginning, whatever becomes of their documents. */
function withCases(agencyData: AgencyData): PracticeData {
  const cases = agencyData.planted && plantedCases(agencyData.planted);
  return {
    ...agencyData,
    get planted() {
      return cases ?? plantedCases(undefined);
    },
  };
}

function injectionInto(injector: RunningAgency['faults']): FaultInjection {
  const added = new Map<Fault, AddedFault>();
  return {
    add(injected) {
      // A copy, because the same fault may be added twice.
      const fault = isOfTest(injected) ? faultOf(injected) : { ...injected };
      added.set(fault, injected);
      injector.add(fault);
      return () => injector.remove(fault);
    },
    clear() {
      for (const fault of added.keys()) injector.remove(fault);
      added.clear();
    },
    active: () => [...added].flatMap(([fault, injected]) => (injector.isActive(fault) ? [injected] : [])),
  };
}

/** A fault of the app's menu brings what it does. */
function isOfTest(fault: AddedFault): fault is InjectedFault {
  return !Object.keys(fault).some((name) => /^on[A-Z]|DelayMs$/.test(name));
}

export { typeNames } from '../../../electron/practice/data/practice-types.ts';
export {
  type FileKind,
  filePassword,
  type PracticeDispatch,
  type PracticeDocument,
} from '../../../electron/practice/data/records.ts';
export { type InjectedFaultName, namedFaults } from '../../../electron/practice/named-faults.ts';
export { type Endpoint, endpoints } from '../../../electron/practice/service/exchange.ts';
export { findCases, type PracticeCases, supportOf } from './practice/cases.ts';
export type { InjectedFault, InjectedFaultKind } from './practice/injected-fault-types.ts';
export type { SeenRequest } from './practice/request-log.ts';
