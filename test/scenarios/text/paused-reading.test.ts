import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import { openStore } from '../../../electron/database/index.ts';
import { createPreferences } from '../../../electron/platform/terminal/index.ts';
import type { TextState } from '../../../shared/model/text-search.ts';
import { testHost } from '../../support/app/host.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { storeFiles } from '../../support/samples/text-files.ts';

const open = new Set<App>();
afterEach(async () => {
  for (const app of open) await app.close();
  open.clear();
});

test('a pause of the reading holds in the next start, which tells it, until a person ends it', async () => {
  const home = temporaryFolder();
  const store = await openStore(join(home, 'carpeta.db'));
  await storeFiles(store, temporaryFolder(), { antes: 'Embarque SHENZHEN' });
  await store.close();
  const start = async () => {
    const host = testHost(home, { kind: 'chromium', preferences: createPreferences(home) });
    const app = await createApp(host, { completes: false });
    open.add(app);
    let state: TextState | undefined;
    app.on('texts.progress', (status) => {
      state = status.state;
    });
    const until = (expected: TextState) => expect.poll(() => state, { timeout: 30_000 }).toBe(expected);
    return { app, until };
  };
  const first = await start();
  await first.app.handlers['settings.change']({ pausesTexts: true });
  await first.until('paused');
  open.delete(first.app);
  await first.app.close();

  const { app, until } = await start();
  await until('paused');
  expect(await app.handlers['texts.status'](undefined)).toMatchObject({ state: 'paused' });
  await app.handlers['settings.change']({ pausesTexts: false });
  await until('idle');
  expect(await app.handlers['texts.status'](undefined)).toMatchObject({ waiting: 0, unreadTotal: 0 });
});
