/**
 * Chromium's line before a host: six connections over HTTP/1.1, one for everybody over HTTP/2. Who finds none
 * waits inside it, silently, in the order in which they came (`net/socket/client_socket_pool_manager.cc`,
 * `net/socket/transport_client_socket_pool.cc` of Chromium).
 */
const maxSocketsPerHost = 6;

export interface Connections {
  /**
   * Calls `use` with a connection, at once or when one is free; gives what lets go of it, or of the place in
   * the line.
   */
  take(host: string, use: () => void): () => void;
  /** How many have waited here so far. */
  waited: number;
  /** The most that were open to one host at once. */
  peak: number;
}

/** Nothing is open yet. */
export function createConnections(isMultiplexed: () => boolean): Connections {
  const hosts = new Map<string, { open: number; line: Set<() => void> }>();
  const connections: Connections = { take, waited: 0, peak: 0 };

  function take(name: string, use: () => void): () => void {
    const host = hosts.get(name) ?? { open: 0, line: new Set() };
    hosts.set(name, host);
    let isOpen = false;
    const enter = () => {
      host.line.delete(enter);
      isOpen = true;
      host.open++;
      connections.peak = Math.max(connections.peak, host.open);
      use();
    };
    if (host.open < maxSocketsPerHost || isMultiplexed()) enter();
    else {
      connections.waited++;
      host.line.add(enter);
    }
    return () => {
      host.line.delete(enter);
      if (!isOpen) return;
      isOpen = false;
      host.open--;
      for (const next of [...host.line].slice(0, 1)) next();
    };
  }
  return connections;
}
