import type { Handlers } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Host, Open } from '../host.ts';
import type { Emit } from '../ipc/index.ts';
import { openStorage, quietHeaders, watchNetwork } from './network.ts';
import { createProxyLogins } from './proxy-login.ts';

export interface NetworkDeps {
  host: Pick<Host, 'open' | 'secrets' | 'uuid' | 'onProxyChallenge'>;
  /** The keys in use, which no header repeats. */
  keys: Iterable<string>;
  settings(): Pick<Settings, 'storageInLocalNetwork'>;
  emit: Emit;
}

/** The network as the modules may use it. */
export interface Network {
  /** For agencies: what becomes of a request tells whether there is a network. */
  open: Open;
  /** For documents: the same, where storage of a local network may be allowed. */
  openStorage: Open;
  /** For an address that says nothing of the agencies: that it is out of reach changes nothing. */
  openUnwatched: Open;
  handlers: Pick<Handlers, 'network.get' | 'proxy.answer' | 'proxy.waiting'>;
}

/** Opens the network of a host, and answers its proxy. */
export function openNetwork({ host, keys, settings, emit }: NetworkDeps): Network {
  const openUnwatched = quietHeaders(host.open, keys);
  const { open, isOnline } = watchNetwork(openUnwatched, (online) => emit('network.changed', { online }));
  const proxyLogins = createProxyLogins({
    secrets: host.secrets,
    uuid: host.uuid,
    ask: (loginRequest) => emit('proxy.asks', loginRequest),
  });
  host.onProxyChallenge?.(proxyLogins.login);
  return {
    open,
    openStorage: openStorage(open, () => settings().storageInLocalNetwork),
    openUnwatched,
    handlers: { ...proxyLogins.handlers, 'network.get': async () => ({ online: isOnline() }) },
  };
}
