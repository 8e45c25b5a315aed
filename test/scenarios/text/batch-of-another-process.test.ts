import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { openStore } from '../../../electron/database/index.ts';
import type { TextState } from '../../../shared/model/text-search.ts';
import { testHost } from '../../support/app/host.ts';
import { spawnCli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { downloadCommand } from '../../support/process/download-command.ts';
import { storeFiles } from '../../support/samples/text-files.ts';

/** A terminal that downloads slowly until it may hurry, and the app, both over one document with words. */
async function openBoth() {
  const { agency, home, env, door, always } = await downloadCommand();
  const store = await openStore(join(home, 'carpeta.db'));
  await storeFiles(store, temporaryFolder(), { antes: 'Embarque SHENZHEN' });
  await store.close();
  const hurry = agency.faults.add({ kind: 'storage-slow', ms: 2_000 });
  return {
    async startTerminal() {
      const terminal = spawnCli(['download', ...door, ...always, '--into', temporaryFolder()], { env });
      onTestFinished(() => terminal.kill());
      await expect.poll(() => agency.requests.files().requested, { timeout: 60_000 }).toBeGreaterThan(0);
      return {
        async finish() {
          hurry();
          expect((await terminal.ended).code).toBe(0);
        },
        async kill() {
          terminal.kill('SIGKILL');
          await terminal.ended;
        },
      };
    },
    async openApp() {
      const app = await createApp(testHost(home, { kind: 'chromium' }), { completes: false });
      onTestFinished(() => app.close());
      let state: TextState | undefined;
      app.on('texts.progress', (status) => {
        state = status.state;
      });
      return {
        app,
        status: () => app.handlers['texts.status'](undefined),
        // Some documents of the agency are scans, which wait until nobody uses the computer.
        untilRead: () => expect.poll(() => state, { timeout: 60_000 }).toMatch(/^(?:idle|in-use)$/),
        untilStopped: () => expect.poll(() => state, { timeout: 60_000 }).toBe('transfers'),
      };
    },
  };
}

test('no words are read while a terminal of the same user downloads, and all once it has', async () => {
  const { startTerminal, openApp } = await openBoth();
  const terminal = await startTerminal();
  const { app, status, untilStopped, untilRead } = await openApp();
  await untilStopped();
  expect(await status()).toMatchObject({ state: 'transfers', read: 0 });
  await terminal.finish();
  await untilRead();
  const { read, waiting } = await status();
  expect(waiting).toBe(0);
  expect(read).toBeGreaterThan(1);
  expect(await app.store.findTextPages('"shenzhen"', Number.MAX_SAFE_INTEGER, 9)).toHaveLength(1);
}, 180_000);

test('the reading stops where a terminal begins to download, and goes on once that is killed', async () => {
  const { startTerminal, openApp } = await openBoth();
  const { status, untilStopped, untilRead } = await openApp();
  await untilRead();
  expect(await status()).toMatchObject({ read: 1 });
  const terminal = await startTerminal();
  await untilStopped();
  await terminal.kill();
  // Its key died with it: the batch that is taken over from it waits for one.
  await untilRead();
}, 180_000);
