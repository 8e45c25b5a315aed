import { app } from 'electron';
import { AppError } from '../shared/errors.ts';
import {
  endWithError,
  openMainWindow,
  prepareElectron,
  readStart,
  refuseSwitches,
  requestSingleInstance,
  type SecondStart,
  setOwnSession,
  startWorker,
} from './platform/electron/index.ts';
import { makeUserData } from './platform/node/make-user-data.ts';

// Electron is ready only once the import of this file has resolved, so nothing here waits for it. What must
// precede ready is done, and the rest is started
// (docs/decisions/0012-the-entry-of-main-waits-for-nothing.md).
try {
  start();
} catch (error) {
  void endWithError(error);
}

function start(): void {
  const userData = prepareElectron();
  const started = readStart(process.argv);
  if (started.kind === 'refused') void refuseSwitches(started.switches);
  else if (started.kind === 'terminal') void workInTerminal(userData, started.args);
  else openSingleInstance(userData, started.practiceOnly);
}

function openSingleInstance(userData: string, practiceOnly: boolean): void {
  // To Electron, a lock that cannot be written looks like one that another process holds.
  makeUserData(userData);
  const open = () => openMainWindow({ programFolder: import.meta.dirname, userData, practiceOnly });
  const claim = requestSingleInstance(userData);
  if (claim.isFirst) return void open();
  setOwnSession(userData);
  void endOrOpen(claim.outcome(), open).catch((error) => endWithError(error));
}

/** Ends a second start, silently where the first instance has replied, or opens where that one has ended. */
async function endOrOpen(outcome: Promise<SecondStart>, open: () => Promise<void>): Promise<void> {
  const end = await outcome;
  if (end === 'first') return open();
  if (end === 'heard') return app.exit(0);
  await endWithError(new AppError('ALREADY_OPEN', 'the first one does not answer'));
}

async function workInTerminal(userData: string, args: readonly string[]): Promise<void> {
  // An app may be open.
  setOwnSession(userData);
  // Without a window there is nothing to switch to; macOS alone has a dock.
  app.dock?.hide();
  // A signal that Electron handles first, or the end of a session on macOS. Without this it would exit with
  // 0, as if all work were done.
  const stopping = new AbortController();
  app.on('before-quit', (event) => {
    event.preventDefault();
    stopping.abort();
  });
  try {
    const { runInProcess } = await import('./cli/run-in-process.ts');
    app.exit(
      await runInProcess(args, { program: 'Carpeta --cli', stopSignal: stopping.signal, startWorker }),
    );
  } catch {
    // Nobody may be there to close a dialog, and a message may quote a URL with a key.
    process.stderr.write('PROGRAM_INCOMPLETE\n');
    app.exit(1);
  }
}
