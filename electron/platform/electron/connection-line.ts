// `max_sockets_per_group` of Chromium's client_socket_pool_manager.cc.
const maxSocketsPerHost = 6;

/** A request's slot among the connections to a host. */
export interface ConnectionSlot {
  /** The answer came over this major version of HTTP. */
  responded(httpVersionMajor: number): void;
  /** Lets the next one go. Harmless when repeated. */
  leave(): void;
}

/**
 * Holds requests back where Chromium would: it opens six connections to a host over HTTP/1.1, and a request
 * that finds none waits inside it, silently, as one that stalls. Over HTTP/2 all share one connection, so
 * nobody waits from the first such answer on.
 */
export interface ConnectionLine {
  /**
   * Takes a place before a host, `example.org:8443`, and calls `send` at once or when it is this request's
   * turn.
   */
  enter(host: string, send: () => void): ConnectionSlot;
}

interface Host {
  underWay: number;
  waiting: Set<() => void>;
  isShared: boolean;
}

/** Nobody is under way yet. */
export function createConnectionLine(): ConnectionLine {
  const hosts = new Map<string, Host>();

  function admit({ underWay, waiting, isShared }: Host): void {
    const free = isShared ? waiting.size : maxSocketsPerHost - underWay;
    for (const go of [...waiting].slice(0, Math.max(0, free))) go();
  }

  return {
    enter(name, send) {
      const host = hosts.get(name) ?? { underWay: 0, waiting: new Set(), isShared: false };
      hosts.set(name, host);
      let isUnderWay = false;
      const go = () => {
        host.waiting.delete(go);
        host.underWay++;
        isUnderWay = true;
        send();
      };
      host.waiting.add(go);
      admit(host);
      return {
        responded(httpVersionMajor) {
          host.isShared = httpVersionMajor >= 2;
          admit(host);
        },
        leave() {
          host.waiting.delete(go);
          if (!isUnderWay) return;
          isUnderWay = false;
          host.underWay--;
          admit(host);
        },
      };
    },
  };
}
