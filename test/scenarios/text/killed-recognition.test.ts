import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { StartWorker } from '../../../electron/host.ts';
import { startWorker, systemClock } from '../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, createReadScans } from '../../../electron/text/index.ts';
import { WaitingScans } from '../../../electron/text/ocr/recognize-when-idle.ts';
import { TextIndexer } from '../../../electron/text/text-indexer.ts';
import { cli, spawnCli } from '../../support/app/run-cli.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { picturePdf, scanJpeg } from '../../support/samples/made-scan.ts';
import { storeFiles } from '../../support/samples/text-files.ts';

const words = ['embarque', 'contenedor', 'mercancía', 'aduana'];
const isOcr = (script: URL) => script.href.endsWith('/ocr-worker.mjs');

/** What a process says: it is ready, or a page is read. */
type Said = { value?: { kind: 'ready' | 'page'; index?: number } };

/**
 * Starts processes; the first one that recognises is killed with SIGKILL at this moment, while its next page
 * is being recognised.
 */
function killingAt(isMoment: (said: Said) => boolean) {
  const recognitions: number[][] = [];
  const start: StartWorker = async (script, limits) => {
    const worker = await startWorker(script, limits);
    if (!isOcr(script)) return worker;
    const pages: number[] = [];
    const isFirst = recognitions.push(pages) === 1;
    return {
      ...worker,
      onMessage: (listener) =>
        worker.onMessage((message) => {
          const said = message as Said;
          if (said.value?.index !== undefined) pages.push(said.value.index);
          listener(message);
          // Its end comes from the system, as when a person or another program ends it.
          if (isFirst && isMoment(said)) void worker.end();
        }),
    };
  };
  return { start, recognitions };
}

/** Counts what is stored of each page. */
function countingStore(store: Store) {
  const stored: string[] = [];
  const counting: Store = new Proxy(store, {
    get(target, name) {
      if (name !== 'storeScan' && name !== 'noteScan') return Reflect.get(target, name);
      const write = target[name] as (page: { page: number }, ...rest: unknown[]) => Promise<void>;
      return (page: { page: number }, ...rest: unknown[]) => {
        stored.push(`${name} ${page.page}`);
        return write(page, ...rest);
      };
    },
  });
  return { counting, stored };
}

test.each([
  ['its first page', (said: Said) => said.value?.kind === 'ready', 0],
  ['its third page', (said: Said) => said.value?.index === 1, 2],
] as const)(
  'a SIGKILL in the middle of %s loses no page and reads none twice',
  async (_, isMoment, readBefore) => {
    const { store, remove } = await temporaryStore();
    const { start, recognitions } = killingAt(isMoment);
    const { counting, stored } = countingStore(store);
    const errors: unknown[] = [];
    const base = {
      store: counting,
      clock: systemClock,
      reportError: (...error: unknown[]) => errors.push(error),
    };
    const indexer = new TextIndexer({
      ...base,
      readFileTexts: createReadFileTexts(start),
      scans: new WaitingScans({
        ...base,
        readScans: createReadScans(start),
        when: () => 'always',
        isIdle: () => true,
      }),
      isOn: () => true,
      isPaused: () => false,
      isBusy: () => false,
      onStatus: () => undefined,
    });
    try {
      const scans = words.map((word) => scanJpeg(`Despacho de ${word}`));
      await storeFiles(store, temporaryFolder(), { 'escaneo.pdf': await picturePdf(scans) });
      const { signal } = new AbortController();
      const nothing = () => undefined;
      expect(await indexer.readAll(signal, nothing, nothing)).toEqual({ haveScansFailed: false });
      const [killed = [], other = [], ...more] = recognitions;
      expect(more).toEqual([]);
      // A page more may be done by the time that the signal arrives.
      expect([readBefore, readBefore + 1]).toContain(killed.length);
      // Each process counts its pages from 0.
      expect([...killed, ...other.map((index) => killed.length + index)]).toEqual([0, 1, 2, 3]);
      expect(stored).toEqual(words.map((_word, index) => `storeScan ${index + 1}`));
      expect(errors).toEqual([]);
      for (const [index, word] of words.entries()) {
        const found = await store.findTextPages(`"${word.replace('í', 'i')}"`, Number.MAX_SAFE_INTEGER, 9);
        expect(found.map(({ page }) => page)).toEqual([index + 1]);
      }
      expect(await store.countTexts()).toMatchObject({ read: 1, unread: {}, waitingScans: 0 });
    } finally {
      await indexer.close();
      await remove();
    }
  },
);

/** How many pages of an index are recognised; none before it is there. */
function countRecognized(home: string): number {
  try {
    const index = new DatabaseSync(join(home, 'carpeta.db.texts'), { readOnly: true });
    try {
      return Number(index.prepare('SELECT count(*) AS pages FROM recognized').get()?.['pages']);
    } finally {
      index.close();
    }
  } catch {
    // Its tables are being made.
    return 0;
  }
}

test('a SIGKILL of the whole app in the middle of a page leaves the other pages read', async () => {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const all = Array.from({ length: 8 }, (_, at) => `Despacho ${77_001 + at}`);
  const store = await openStore(join(home, 'carpeta.db'));
  await storeFiles(store, folder, {
    'escaneo.pdf': await picturePdf(all.map((text) => scanJpeg(`${text}\nConocimiento de embarque`))),
  });
  await store.close();
  const env = { CARPETA_HOME: home };
  const killed = spawnCli(['find', 'embarque', '--scans', '--json'], { env });
  await expect.poll(() => countRecognized(home), { timeout: 120_000, interval: 20 }).toBeGreaterThan(0);
  killed.kill('SIGKILL');
  await killed.ended;
  const before = countRecognized(home);
  const { start, recognitions } = killingAt(() => false);
  const { code, events } = await cli(['find', 'embarque', '--scans', '--json'], { env, startWorker: start });
  expect(recognitions.flat().length).toBe(all.length - before);
  expect(code).toBe(0);
  expect(events).toMatchObject([
    { event: 'hit', pages: all.map((_, at) => at + 1) },
    { event: 'done', documents: 1, unreadTotal: 0, waitingScans: 0 },
  ]);
}, 240_000);
