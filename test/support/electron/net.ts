import { noCertificates } from './client-certificates.ts';
import { ClientRequest, type RequestOptions } from './client-request.ts';
import { createConnections } from './connections.ts';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';
import type { Network } from './url-loader.ts';

/** What a test's network does beside answering; see `Network`. */
export const netState = addState((): Network => {
  const isMultiplexed = () => netState.isMultiplexed;
  return {
    proxy: undefined,
    serverAsks: false,
    failsWith: undefined,
    isMultiplexed: false,
    connections: createConnections(isMultiplexed),
    certificates: noCertificates(),
    cookies: new Set(),
  };
});

export const net = {
  request: (options: RequestOptions) => {
    needReady('net module can only be used after app is ready');
    return new ClientRequest(options, netState);
  },
};
