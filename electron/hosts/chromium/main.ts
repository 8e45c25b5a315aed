import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDesk } from './desk.ts';

/** Development's way to the desk: `node electron/hosts/chromium/main.ts [--remote-debugging-port=N] [--headless] [--page-folder=PATH]`. */
const { values } = parseArgs({
  options: {
    'remote-debugging-port': { type: 'string' },
    'page-folder': { type: 'string', default: join(import.meta.dirname, '../../../dist/page') },
    headless: { type: 'boolean', default: false },
  },
});
const port = values['remote-debugging-port'];

const desk = await openDesk({
  pageFolder: values['page-folder'],
  headless: values.headless,
  ...(port !== undefined && { remoteDebuggingPort: Number(port) }),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void desk.close());
await desk.closed;
await desk.close();
