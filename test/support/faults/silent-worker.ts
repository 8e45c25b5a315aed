import type { StartWorker } from '../../../electron/host.ts';

/** A worker that begins, and never comes to an end of its first document. */
export const silentWorker: StartWorker = async () => ({
  send: () => undefined,
  onMessage: (listener) => listener({ kind: 'begun' }),
  onEnd: () => undefined,
  end: async () => undefined,
});
