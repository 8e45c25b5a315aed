import { app } from './app.ts';

/** A certificate of the system's store. */
export interface StoredCertificate {
  data: string;
  subjectName: string;
  issuerName: string;
  /** Seconds since 1970. */
  validExpiry: number;
}

/** What a network has of certificates. */
export interface ClientCertificates {
  /** In the system's store, of those that fit what is asked for. */
  store: StoredCertificate[];
  /** Who asks for one, as `host:port`: a server, or a proxy that inspects and stands in its place. */
  requestedBy: Set<string>;
  /** Whether these go on without one. */
  isOptional: boolean;
  /** What each host was given, in order: the name, or that there was none. */
  selections: string[];
  /** Chromium's own memory: of a session, by host (`net::SSLClientContext`). */
  stored: Map<string, StoredCertificate | undefined>;
}

export const noCertificates = (): ClientCertificates => ({
  store: [],
  requestedBy: new Set(),
  isOptional: false,
  selections: [],
  stored: new Map(),
});

/**
 * Asks who is to be told to a host, and calls `go`, or `fail` with Chromium's error. With an empty store
 * nobody is asked; unless it is prevented the first certificate goes; one that is not in the store cancels
 * (`ElectronBrowserClient::SelectClientCertificate`, `App::SelectClientCertificate`,
 * `OnClientCertificateSelected`). `webContents` is null, whoever's request of main it is
 * (`docs/breaking-changes.md`, 44).
 */
export function selectCertificate(
  certificates: ClientCertificates,
  host: string,
  { go, fail }: { go(): void; fail(error: string): void },
): void {
  const { store, requestedBy, isOptional, selections, stored } = certificates;
  if (!requestedBy.has(host)) {
    go();
    return;
  }
  const proceed = (certificate: StoredCertificate | undefined) => {
    stored.set(host, certificate);
    selections.push(`${host} ${certificate?.subjectName ?? 'none'}`);
    if (certificate || isOptional) go();
    else fail('ERR_BAD_SSL_CLIENT_AUTH_CERT');
  };
  if (stored.has(host) || store.length === 0) {
    proceed(stored.get(host));
    return;
  }
  let hasResponded = false;
  const respond = (action: () => void) => {
    if (!hasResponded) action();
    hasResponded = true;
  };
  let isPrevented = false;
  const event = {
    preventDefault: () => {
      isPrevented = true;
    },
  };
  app.emit('select-client-certificate', event, null, host, [...store], (choices?: StoredCertificate) => {
    const found = store.find(({ data }) => data === choices?.data);
    respond(() => (choices && !found ? fail('ERR_ABORTED') : proceed(found)));
  });
  if (!isPrevented) respond(() => proceed(store[0]));
}
