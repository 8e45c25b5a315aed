import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { openStore } from '../../../electron/database/index.ts';
import type { ManagedValues } from '../../../electron/host.ts';
import type { TextState } from '../../../shared/model/text-search.ts';
import { errorOf } from '../../support/agency/client.ts';
import { testHost } from '../../support/app/host.ts';
import { memoryPreferences } from '../../support/app/preferences.ts';
import { type CliOptions, cli } from '../../support/app/run-cli.ts';
import { filesContaining } from '../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { storeFiles } from '../../support/samples/text-files.ts';

/** A home whose index has the words of one document. */
async function homeWithWords() {
  const home = temporaryFolder();
  const store = await openStore(join(home, 'carpeta.db'));
  await storeFiles(store, temporaryFolder(), { d1: 'zzsecreto' });
  await store.close();
  const run = (argv: readonly string[], options: CliOptions = {}) =>
    cli(argv, { env: { CARPETA_HOME: home }, ...options });
  expect((await run(['find', 'zzsecreto'])).code).toBe(0);
  expect(filesContaining(home, 'zzsecreto')).not.toEqual([]);
  return { home, run };
}

const save = (home: string, settings: object) =>
  writeFileSync(join(home, 'preferences.json'), JSON.stringify({ settings }));

// As text, as the registry writes a switch, and as the profile of a Mac does.
test.each([['false'], [0], [false]])(
  'a policy that turns the reading off (%j) deletes the words, whatever the person set',
  async (readsTexts) => {
    const { home } = await homeWithWords();
    const readManaged = async (): Promise<ManagedValues> => ({ readsTexts });
    const preferences = memoryPreferences({ settings: { readsTexts: true } });
    const app = await createApp(testHost(home, { kind: 'chromium', readManaged, preferences }), {
      completes: false,
    });
    onTestFinished(() => app.close());
    let state: TextState | undefined;
    app.on('texts.progress', (status) => {
      state = status.state;
    });
    await expect.poll(() => state, { timeout: 30_000 }).toBe('off');
    expect(await app.handlers['texts.status'](undefined)).toMatchObject({ state: 'off', read: 0 });
    expect(filesContaining(home, 'zzsecreto')).toEqual([]);
    const { settings, managed } = await app.handlers['settings.get'](undefined);
    expect([settings.readsTexts, managed]).toEqual([false, ['readsTexts']]);
    const change = app.handlers['settings.change']({ readsTexts: true });
    expect(await errorOf(change)).toMatchObject({ code: 'MANAGED_SETTING' });
    const query = { text: 'zzsecreto', filter: {}, limit: 50, offset: 0 };
    expect(await app.handlers['texts.find'](query)).toMatchObject({ hits: [] });
  },
);

test('find says that the settings turn the reading off, ends with 1, and leaves no word behind', async () => {
  const { home, run } = await homeWithWords();
  save(home, { readsTexts: false });
  const { code, stdout, stderr } = await run(['find', 'zzsecreto']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('La lectura de los documentos está desactivada en la configuración');
  expect(filesContaining(home, 'zzsecreto')).toEqual([]);
  const { code: again, events } = await run(['find', 'zzsecreto', '--scans', '--json']);
  expect([again, events]).toEqual([1, [{ event: 'done', documents: 0, state: 'off' }]]);
});

test('find says that an administrator turns the reading off, and ends with 1', async () => {
  const { home, run } = await homeWithWords();
  save(home, { readsTexts: true });
  const readManaged = async (): Promise<ManagedValues> => ({ readsTexts: 0 });
  const { code, stderr } = await run(['find', 'zzsecreto'], { readManaged });
  expect(code).toBe(1);
  expect(stderr).toContain('Tu administrador desactivó la lectura de los documentos');
  expect(filesContaining(home, 'zzsecreto')).toEqual([]);
});

test('find reads what it is asked for while the reading in the background is paused', async () => {
  const { home, run } = await homeWithWords();
  const store = await openStore(join(home, 'carpeta.db'));
  await storeFiles(store, temporaryFolder(), { d2: 'Embarque SHENZHEN' });
  await store.close();
  save(home, { pausesTexts: true });
  const { code, events } = await run(['find', 'shenzhen', '--json']);
  expect([code, events.at(-1)]).toEqual([0, expect.objectContaining({ documents: 1, unreadTotal: 0 })]);
});
