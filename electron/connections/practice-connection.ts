import type { Client, Connection, InjectedFaults } from '../../shared/model/connection.ts';
import { fieldsOf } from '../../shared/model/connection-fields.ts';
import type { UserRole } from '../../shared/model/user-role.ts';
import type { Access } from '../api/index.ts';
import type { Clock } from '../host.ts';

type PracticeCompany = Pick<Client, 'rut' | 'name'>;

/** The part of the practice agency that a connection uses. */
export interface RunningPractice {
  /** Without the agency. */
  baseUrl: string;
  agency: string;
  key: string;
  clients: readonly PracticeCompany[];
  /** The client whose role a person has when trying the agency as an importer. */
  importer: PracticeCompany;
  /** Numbers of dispatches with documents, the importer's first. */
  examples?: readonly string[];
  /** Its faults, so that a person may see how the app handles them. */
  faultMenu?: {
    names: readonly string[];
    /** Those that have not run out. */
    active(): readonly string[];
    set(name: string, isOn: boolean): void;
  };
  close(): Promise<void>;
}

export type StartPractice = () => Promise<RunningPractice>;

/** The only connection to the practice agency. Its key is only in memory. */
export interface PracticeConnection {
  readonly id: string;
  /** Undefined until it has been started. */
  view(): Connection | undefined;
  /** All of them for the agency role, only the importer for the company role. */
  clients(): readonly Client[];
  /** All of them, in any role: stored data of other clients keeps its names. */
  everyClient(): readonly Client[];
  /** Numbers of dispatches with documents; empty while it does not run. */
  examples(): readonly string[];
  injectedFaults(): InjectedFaults;
  /** Does nothing while it does not run. */
  injectFault(name: string, isOn: boolean): InjectedFaults;
  start(): Promise<Connection>;
  access(): Promise<Access>;
  close(): Promise<void>;
}

/** The id of the practice agency's connection; the same each time, so that its stored data is recognised. */
export const practiceId = 'practice';

/** Starts the agency on first use; `userRole` returns the role in which it is tried now. */
export function createPracticeConnection(
  startPractice: StartPractice,
  clock: Clock,
  userRole: () => UserRole,
): PracticeConnection {
  let starting: Promise<RunningPractice> | undefined;
  let running: { agency: RunningPractice; connection: Connection } | undefined;

  async function started(): Promise<NonNullable<typeof running>> {
    starting ??= startPractice();
    try {
      const agency = await starting;
      running ??= { agency, connection: connectionTo(agency, new Date(clock.now()).toISOString()) };
      return running;
    } catch (error) {
      starting = undefined;
      throw error;
    }
  }

  function viewOf({ connection }: NonNullable<typeof running>): Connection {
    return { ...connection, practisedAs: userRole() };
  }

  function clientsOf({ clients, importer }: RunningPractice): readonly PracticeCompany[] {
    return userRole() === 'company' ? [importer] : clients;
  }

  function injectedFaults(): InjectedFaults {
    const known = running?.agency.faultMenu;
    return { names: known?.names ?? [], active: known?.active() ?? [] };
  }

  return {
    id: practiceId,
    injectedFaults,
    injectFault: (name, isOn) => {
      running?.agency.faultMenu?.set(name, isOn);
      return injectedFaults();
    },
    view: () => running && viewOf(running),
    clients: () => (running ? clientsOf(running.agency).map(asClient) : []),
    examples: () => running?.agency.examples ?? [],
    everyClient: () => running?.agency.clients.map(asClient) ?? [],
    start: async () => viewOf(await started()),
    access: async () => {
      const { baseUrl, agency, key } = (await started()).agency;
      return { baseUrl, agency, key };
    },
    close: async () => {
      const agency = await starting?.catch(() => undefined);
      starting = undefined;
      running = undefined;
      await agency?.close();
    },
  };
}

function asClient(company: PracticeCompany): Client {
  return { ...company, email: '', folder: '' };
}

function connectionTo({ baseUrl, agency }: RunningPractice, since: string): Connection {
  return {
    id: practiceId,
    ...fieldsOf({ name: 'Agencia de práctica', baseUrl, agency }),
    isPractice: true,
    isManaged: false,
    key: { kind: 'session', hint: '', since, reason: '' },
  };
}
