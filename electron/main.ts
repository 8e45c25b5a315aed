import { app } from 'electron';
import { isOnlyInstance, openDesk, prepareElectron, readStart } from './hosts/electron/index.ts';

// Electron is ready only once the import of this file has resolved, so nothing here waits for it: what comes before ready is done, and
// the rest is handed over (docs/decisions/0012-the-entry-of-main-waits-for-nothing.md).
const userData = prepareElectron();
const started = readStart(process.argv);

if (started.kind === 'refused') app.exit(2);
else if (started.kind === 'terminal') void workInTerminal(started.args);
else if (isOnlyInstance()) {
  void openDesk({ programFolder: import.meta.dirname, userData, practiceOnly: started.practiceOnly });
} else app.exit(0);

async function workInTerminal(args: readonly string[]): Promise<void> {
  // Without a window there is nothing to switch to; macOS alone has a dock.
  app.dock?.hide();
  const { runInProcess } = await import('./cli/in-process.ts');
  app.exit(await runInProcess(args));
}
