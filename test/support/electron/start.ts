import { app, appState } from './app.ts';
import { setStage, stageNow } from './life-cycle.ts';

/**
 * Starts the process as `lib/browser/init.ts` does: imports the entry, and is ready only once that import has
 * resolved. Resolves when the listeners of `ready` have been called; an entry that waits for `ready` makes it
 * wait for ever.
 */
export async function startElectron(entry: () => Promise<unknown>): Promise<void> {
  setStage('entry loading');
  try {
    await entry();
  } catch (error) {
    process.emit('uncaughtException', error instanceof Error ? error : new Error(String(error)));
  }
  if (stageNow() === 'quit') return;
  setStage('entry loaded');
  // The browser has more to set up before it is ready.
  await new Promise((resolve) => setImmediate(resolve));
  // Chromium makes its network service by now, and reads this of the environment then (`GetNetworkService`,
  // `network_service_instance_impl.cc`).
  appState.keyLog = process.env['SSLKEYLOGFILE'];
  setStage('ready');
  app.emit('ready');
}
