// `max_sockets_per_group` of Chromium's client_socket_pool_manager.cc.
const maxSocketsPerHost = 6;

/** A request's slot among the connections to a host. */
export interface ConnectionSlot {
  /** The response came over this major version of HTTP. */
  responded(httpVersionMajor: number): void;
  /** Frees the slot for the next request. Harmless when repeated. */
  leave(): void;
}

/**
 * Queues requests where Chromium would. It opens six connections to a host over HTTP/1.1; a request without
 * one waits inside it and looks like one that stalls. Over HTTP/2 all share one connection, so nothing waits
 * after the first such response.
 */
export interface ConnectionQueue {
  /** Requests a slot for a host, `example.org:8443`, and calls `send` once it is free. */
  enter(host: string, send: () => void): ConnectionSlot;
}

interface Host {
  underWay: number;
  waiting: Set<() => void>;
  isShared: boolean;
}

export function createConnectionQueue(): ConnectionQueue {
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
