import { needNotReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const protocolState = addState(() => ({ schemes: [] as unknown[] }));

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => {
    needNotReady('protocol.registerSchemesAsPrivileged should be called before app is ready');
    protocolState.schemes.push(...schemes);
  },
};
