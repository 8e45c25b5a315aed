import { ClientRequest, type RequestOptions } from './client-request.ts';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const netState = addState(() => ({
  /** Set by tests that play a proxy: `net.request` asks for this login before it sends. */
  proxy: undefined as { user: string; password: string } | undefined,
  /** Set by tests whose server wants a login for itself. */
  serverAsks: false,
}));

export const net = {
  request: (options: RequestOptions) => {
    needReady('net module can only be used after app is ready');
    return new ClientRequest(options, netState);
  },
};
