import type { Client, Connection, Misbehaviours } from '../../shared/model/connection.ts';
import type { Clock } from '../host.ts';
import type { Access } from '../service/index.ts';

/** What of the practice agency a connection needs. */
export interface RunningPractice {
  /** Without the agency. */
  baseUrl: string;
  agency: string;
  key: string;
  clients: readonly { rut: Client['rut']; name: string }[];
  /** What it can do wrong on purpose, so that a person may see how that looks. */
  misbehaviours?: {
    names: readonly string[];
    /** Those that have not run out. */
    active(): readonly string[];
    set(name: string, isOn: boolean): void;
  };
  close(): Promise<void>;
}

export type StartPractice = () => Promise<RunningPractice>;

/** The one connection to the practice agency. Its key lives in memory only. */
export interface PracticeConnection {
  readonly id: string;
  /** Undefined until it has been started. */
  view(): Connection | undefined;
  clients(): readonly Client[];
  misbehaviours(): Misbehaviours;
  /** Does nothing while it does not run. */
  misbehave(name: string, isOn: boolean): Misbehaviours;
  start(): Promise<Connection>;
  access(): Promise<Access>;
  close(): Promise<void>;
}

/** The id of the practice agency's connection; the same each time, so that what was kept of it is known again. */
export const practiceId = 'practice';

/** Starts the agency when it is first needed. */
export function createPracticeConnection(startPractice: StartPractice, clock: Clock): PracticeConnection {
  let starting: Promise<RunningPractice> | undefined;
  let running: { agency: RunningPractice; view: Connection } | undefined;

  async function started(): Promise<{ agency: RunningPractice; view: Connection }> {
    starting ??= startPractice();
    try {
      const agency = await starting;
      running ??= { agency, view: connectionTo(agency, new Date(clock.now()).toISOString()) };
      return running;
    } catch (thrown) {
      starting = undefined;
      throw thrown;
    }
  }

  function misbehaviours(): Misbehaviours {
    const known = running?.agency.misbehaviours;
    return { names: known?.names ?? [], active: known?.active() ?? [] };
  }

  return {
    id: practiceId,
    misbehaviours,
    misbehave: (name, isOn) => {
      running?.agency.misbehaviours?.set(name, isOn);
      return misbehaviours();
    },
    view: () => running?.view,
    clients: () => (running?.agency.clients ?? []).map((client) => ({ ...client, email: '', folder: '' })),
    start: async () => (await started()).view,
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

function connectionTo({ baseUrl, agency }: RunningPractice, since: string): Connection {
  return {
    id: practiceId,
    name: 'Agencia de práctica',
    baseUrl,
    agency,
    isPractice: true,
    isManaged: false,
    key: { kind: 'session', hint: '', since, reason: '' },
  };
}
