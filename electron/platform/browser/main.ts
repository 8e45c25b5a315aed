import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAppError } from '../../../shared/errors.ts';
import { redact } from '../../../shared/redact.ts';
import { openMainWindow } from './open-main-window.ts';
import { whyNoWindow } from './why-no-window.ts';

/** Exit code where no window can be opened: EX_UNAVAILABLE of sysexits(3). */
const noWindowExitCode = 69;

/**
 * Opens the app window in development: `node electron/platform/browser/main.ts [--remote-debugging-port=N]
 * [--headless] [--page-folder=PATH]`.
 */
const { values } = parseArgs({
  options: {
    'remote-debugging-port': { type: 'string' },
    'page-folder': { type: 'string', default: join(import.meta.dirname, '../../../dist/page') },
    headless: { type: 'boolean', default: false },
  },
});
const port = values['remote-debugging-port'];

try {
  const window = await openMainWindow({
    pageFolder: values['page-folder'],
    headless: values.headless,
    ...(port !== undefined && { remoteDebuggingPort: Number(port) }),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void window.close());
  process.stdout.write('The window is open. Close it, or press Ctrl+C here, to end Carpeta.\n');
  await window.closed;
  await window.close();
} catch (error) {
  const why = whyNoWindow(error);
  process.stdout.write(`${why ?? `Carpeta could not start: ${firstLineOf(error)}`}\n`);
  // What was opened before the window, such as the database, must not keep the process alive.
  process.exit(why === undefined ? 1 : noWindowExitCode);
}

function firstLineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = isAppError(error) ? ` (${error.code})` : '';
  return redact(`${error.message.split('\n')[0]}${code}`);
}
