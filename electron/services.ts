import type { Breaker } from './breaker.ts';
import type { Access, Connections } from './connections/index.ts';
import type { Log } from './log.ts';
import {
  type Asker,
  type AttemptRecord,
  type BreakerOf,
  createPace,
  createService,
  createServiceBreakers,
  type Limits,
  type LinkBook,
  type Means,
  type Pace,
  type Service,
  type ServiceOf,
  trialLimits,
} from './service/index.ts';

export interface ServicesDeps {
  means: Means;
  links: LinkBook;
  log: Log;
  /** Told each key before it is used. */
  noteKey(key: string): void;
  /** How many requests to an agency may be under way at once. */
  requestsAtOnce(): number;
  /** Told how each attempt of a connection went. */
  sawAttempt(connectionId: string, attempt: AttemptRecord): void;
}

/** The clients of the service, all of an agency's behind one pace, all of a connection's behind one breaker. */
export interface Services {
  /** A client for a trial, which asks once and waits 15 s at most. */
  forTrial(access: Access): Service;
  /** Clients of connections; the key of each is read when it is first needed, and anew when the connection has changed. */
  of(connections: Connections): { serviceOf: ServiceOf; breakerOf: BreakerOf };
}

interface Use extends Asker {
  limits?: Partial<Limits>;
  /** Told when the service does not accept the key. */
  refused?: () => void;
  /** The connection that it is the client of. */
  id?: string;
  breaker?: Breaker;
}

/** The app's clients of the service, over one network and one log. */
export function createServices(deps: ServicesDeps): Services {
  const { means, links, log, noteKey, sawAttempt } = deps;
  // By agency, not by connection: a trial of a new key, too, asks the one service.
  const paces = new Map<string, Pace>();

  function paceOf({ baseUrl, agency }: Access): Pace {
    const door = `${baseUrl}\n${agency}`;
    const pace = paces.get(door) ?? createPace(deps.requestsAtOnce);
    paces.set(door, pace);
    return pace;
  }

  function serviceWith(access: Access, use: Use): Service {
    const { baseUrl, agency, key } = access;
    const { limits, refused, id, ...asker } = use;
    noteKey(key);
    const onAttempt = (record: AttemptRecord) => {
      if (id !== undefined) sawAttempt(id, record);
      const { path, code, status, requestId, attempt, ms } = record;
      if (code === undefined) return;
      log.note('attempt', { endpoint: path.split('?')[0], code, status, requestId, attempt, ms });
      if (status === 403) refused?.();
    };
    const pace = paceOf(access);
    const options = { baseUrl, agency, key: () => key, onAttempt, pace, ...asker };
    return createService(means, { ...options, ...(limits && { limits }) });
  }

  function of(connections: Connections): { serviceOf: ServiceOf; breakerOf: BreakerOf } {
    const accesses = new Map<string, Promise<Access>>();
    connections.onChanged((ids) => {
      for (const id of ids) {
        accesses.delete(id);
        links.forget(id);
      }
    });
    const serviceOf: ServiceOf = async (id, asker) => {
      const access = accesses.get(id) ?? connections.access(id);
      if (!accesses.has(id)) {
        accesses.set(id, access);
        access.catch(() => accesses.delete(id));
      }
      // The key may have been replaced in another window or in the terminal: a refused one is read anew.
      const refused = () => accesses.delete(id);
      return serviceWith(await access, { ...asker, id, refused, breaker: breakerOf(id) });
    };
    const breakerOf = createServiceBreakers({ serviceOf, clock: means.clock });
    return { serviceOf, breakerOf };
  }

  return { forTrial: (access) => serviceWith(access, { limits: trialLimits, isUrgent: true }), of };
}
