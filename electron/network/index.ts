import type { Handlers } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Host, HttpGet } from '../host.ts';
import type { Emit } from '../ipc/index.ts';
import { getFromStorage, quietHeaders, watchNetwork } from './network.ts';
import { createProxyCredentials } from './proxy-credentials.ts';

interface NetworkOptions {
  host: Pick<Host, 'httpGet' | 'secrets' | 'uuid' | 'onProxyChallenge'>;
  /** The keys in use, which no header repeats. */
  keys: Iterable<string>;
  settings(): Pick<Settings, 'storageInLocalNetwork'>;
  emit: Emit;
}

/** The network for the other modules. */
interface Network {
  /** For agencies: the outcome of a request shows whether there is a network. */
  httpGet: HttpGet;
  /** For documents: the same, where storage of a local network may be allowed. */
  httpGetFromStorage: HttpGet;
  /** For a URL unrelated to the agencies: its failure does not change the network state. */
  httpGetUnwatched: HttpGet;
  handlers: Pick<Handlers, 'network.get' | 'proxy.answer' | 'proxy.waiting'>;
}

/** The network of a host, which logs in to its proxy. */
export function createNetwork({ host, keys, settings, emit }: NetworkOptions): Network {
  const httpGetUnwatched = quietHeaders(host.httpGet, keys);
  const { httpGet, isOnline } = watchNetwork(httpGetUnwatched, (online) =>
    emit('network.changed', { online }),
  );
  const proxyLogins = createProxyCredentials({
    secrets: host.secrets,
    uuid: host.uuid,
    ask: (loginRequest) => emit('proxy.asks', loginRequest),
  });
  host.onProxyChallenge?.(proxyLogins.login);
  return {
    httpGet,
    httpGetFromStorage: getFromStorage(httpGet, () => settings().storageInLocalNetwork),
    httpGetUnwatched,
    handlers: {
      'network.get': async () => ({ online: isOnline() }),
      'proxy.answer': proxyLogins.answer,
      'proxy.waiting': async () => proxyLogins.openRequests(),
    },
  };
}
