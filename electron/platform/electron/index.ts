// What runs before ready is imported here statically; the window, and with it the whole app, is evaluated
// only by the process that opens it.

export { prepareElectron, readStart } from './prepare-electron.ts';
export { setOwnSession } from './session-folder.ts';
export { requestSingleInstance, type SecondStart } from './single-instance.ts';
export { endWithError, refuseSwitches } from './startup-errors.ts';

import { AppError } from '../../../shared/errors.ts';
import type { StartWorker } from '../../host.ts';
import type { MainWindowOptions } from './open-main-window.ts';
import { onSecondStarts } from './single-instance.ts';
import { endOnUncaught, endWithError } from './startup-errors.ts';

/**
 * Starts a worker once Electron is ready. Loaded on demand: a terminal inside Electron may never need one.
 */
export const startWorker: StartWorker = async (script, limits) =>
  (await import('./start-worker.ts')).startWorker(script, limits);

/** A failed import means that a part of the program is missing. */
function incomplete(cause: unknown): AppError {
  return new AppError('PROGRAM_INCOMPLETE', 'a part of the program cannot be read', { cause });
}

/** Opens the main window once Electron is ready; an error on the way is shown, and ends the process. */
export async function openMainWindow(
  options: Omit<MainWindowOptions, 'onLog' | 'secondStarts'>,
): Promise<void> {
  const stop = endOnUncaught();
  const secondStarts = onSecondStarts(options.userData);
  try {
    const startApp = await import('./open-main-window.ts');
    await startApp.openMainWindow({ ...options, secondStarts, onLog: stop });
  } catch (error) {
    await endWithError(incomplete(error));
  }
}
