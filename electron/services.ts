import type { Access, Connections } from './connections/index.ts';
import type { Log } from './log.ts';
import {
  type AttemptRecord,
  createService,
  type Limits,
  type LinkBook,
  type Means,
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
  /** Told how each attempt of a connection went. */
  sawAttempt(connectionId: string, attempt: AttemptRecord): void;
}

/** The clients of the service, one for each connection. */
export interface Services {
  /** A client for a trial, which asks once and waits 15 s at most. */
  forTrial(access: Access): Service;
  /** Clients of connections, each made when it is first needed, and anew when its connection has changed. */
  of(connections: Connections): ServiceOf;
}

interface Use {
  limits?: Partial<Limits>;
  /** Told when the service does not accept the key. */
  refused?: () => void;
  /** The connection that it is the client of. */
  id?: string;
}

/** The app's clients of the service, over one network and one log. */
export function createServices({ means, links, log, noteKey, sawAttempt }: ServicesDeps): Services {
  function serviceWith({ baseUrl, agency, key }: Access, use: Use = {}): Service {
    const { limits, refused, id } = use;
    noteKey(key);
    const onAttempt = (record: AttemptRecord) => {
      if (id !== undefined) sawAttempt(id, record);
      const { path, code, status, requestId, attempt, ms } = record;
      if (code === undefined) return;
      log.note('attempt', { endpoint: path.split('?')[0], code, status, requestId, attempt, ms });
      if (status === 403) refused?.();
    };
    return createService(means, { baseUrl, agency, key: () => key, onAttempt, ...(limits && { limits }) });
  }

  function of(connections: Connections): ServiceOf {
    const services = new Map<string, Promise<Service>>();
    connections.onChanged((ids) => {
      for (const id of ids) {
        services.delete(id);
        links.forget(id);
      }
    });
    return async (id) => {
      const known = services.get(id);
      if (known) return known;
      // The key may have been replaced in another window or in the terminal: a refused one is read anew.
      const service = connections
        .access(id)
        .then((access) => serviceWith(access, { id, refused: () => services.delete(id) }));
      services.set(id, service);
      service.catch(() => services.delete(id));
      return service;
    };
  }

  return { forTrial: (access) => serviceWith(access, { limits: trialLimits }), of };
}
