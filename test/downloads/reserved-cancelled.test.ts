import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDestination } from '../../electron/downloads/disk/destination.ts';
import type { Disk } from '../../electron/downloads/index.ts';
import { removeParts } from '../../electron/downloads/leftovers.ts';
import type { Clock } from '../../electron/host.ts';
import type { PracticeAgency } from '../../electron/practice/index.ts';
import type { Store } from '../../electron/store/index.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import { type DownloadDesk, filesIn, openDesk, practice, removeHome } from '../support/download-desk.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createHurriedClock } from '../support/hurried-clock.ts';
import { content, withoutLinks as plain, sealed } from '../support/landing-place.ts';
import { act, batchOwner, batchUuid, beginBatch, pauseTouched } from '../support/ledger-batch.ts';
import { temporaryStore } from '../support/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a document that is cancelled after its process ended with its name reserved', () => {
  let agency: PracticeAgency;
  let desk: DownloadDesk;
  let papers: DocumentKey[];
  let id: string;
  /** Resolves when somebody waits to see whether a reserved name is left. */
  let waiting: PromiseWithResolvers<void>;

  const clock: Clock = (() => {
    const hurried = createHurriedClock(20);
    return {
      ...hurried,
      sleep(ms, signal) {
        if (ms === 10_000) waiting.resolve();
        return hurried.sleep(ms, signal);
      },
    };
  })();
  const files = () => [...filesIn(desk.folder)].map(([path, { length }]) => ({ path, length }));

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    waiting = Promise.withResolvers();
    const broken = () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }));
    // What a process that ends between the two leaves: the reserved name, and the file that was to get it.
    const disk: Disk = {
      ...plain,
      rename: broken,
      remove: (path) => (path.endsWith('.part') ? plain.remove(path) : broken()),
    };
    desk = await openDesk({ agency, clock, parts: { disk } });
    const found = await desk.find({ atMost: 8 });
    papers = found.filter((document) => agency.data.document(document.id)?.paper).slice(0, 1);
    id = await desk.start(papers);
    await desk.until(id);
    await desk.close();
    expect(
      files()
        .map(({ length }) => length > 0)
        .sort(),
    ).toEqual([false, true]);
  });
  afterEach(async () => {
    await desk.close();
    removeHome(desk);
  });

  test('leaves nothing where it waits to see whether the name is left', async () => {
    desk = await desk.another({ parts: { disk: plain } });
    await desk.downloads.control({ act: 'resume', batchId: id });
    await waiting.promise;
    await desk.downloads.control({ act: 'cancel', batchId: id, document: papers[0] });
    await desk.until(id, ({ state }) => state.kind === 'ended');
    expect(files()).toEqual([]);
  });

  test('leaves nothing where its whole batch is cancelled then', async () => {
    desk = await desk.another({ parts: { disk: plain } });
    await desk.downloads.control({ act: 'resume', batchId: id });
    await waiting.promise;
    await desk.downloads.control({ act: 'cancel', batchId: id });
    await desk.until(id, ({ state }) => state.kind === 'ended');
    expect(files()).toEqual([]);
  });

  test('leaves nothing where its batch stands still', async () => {
    desk = await desk.another({ settings: { afterRestart: 'ask' }, parts: { disk: plain } });
    await desk.until(id, ({ state }) => state.kind === 'paused' && state.why === 'restart');
    await desk.downloads.control({ act: 'cancel', batchId: id });
    await desk.until(id, ({ state }) => state.kind === 'ended');
    expect(files()).toEqual([]);
  });
});

describe('at the name of a document that is cancelled', () => {
  let store: Store;
  let remove: () => Promise<void>;
  let folder: string;

  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, 'd', name), text);
  const names = () => readdirSync(join(folder, 'd')).sort();
  const tidy = (clock = createFakeClock({ passes: () => true })) =>
    removeParts(
      { store, disk: plain, clock },
      { batch: { uuid: batchUuid }, destination: createDestination(folder, plain, clock) },
      ['cancelled'],
    );

  beforeEach(async () => {
    ({ store, remove } = await temporaryStore());
    folder = temporaryFolder();
    mkdirSync(join(folder, 'd'));
    const taken = await beginBatch(store, ['a'], folder);
    const step = { kind: 'sealed', batch: batchUuid, ...sealed, path: 'd/a.pdf' } as const;
    await store.ledgerWrite(
      batchOwner,
      taken.map((one) => ({ ...step, id: one.id })),
    );
    await pauseTouched(store, taken);
    await act(store, 'cancel');
    write('a.part', content);
  });
  afterEach(async () => {
    await store.close();
    await remove();
  });

  test('the empty file that reserved it goes', async () => {
    write('a.pdf', '');
    await tidy();
    expect(names()).toEqual([]);
  });

  test('an empty file that was there before it stays', async () => {
    write('a.pdf', '');
    utimesSync(join(folder, 'd', 'a.pdf'), new Date('2026-01-01'), new Date('2026-01-01'));
    await tidy();
    expect(names()).toEqual(['a.pdf']);
  });

  test('a file that somebody has just begun to write stays', async () => {
    write('a.pdf', '');
    const clock = createFakeClock();
    const tidied = tidy(clock);
    await clock.untilSleeping();
    write('a.pdf', 'of the person');
    await clock.advance(10_000);
    await tidied;
    expect(names()).toEqual(['a.pdf']);
    expect(readFileSync(join(folder, 'd', 'a.pdf'), 'utf8')).toBe('of the person');
  });

  test('the other name that was reserved for what it had goes, and so does what it had', async () => {
    await store.ledgerRename(1);
    write('a.pdf', 'of the person');
    write('a (2).part', '');
    await tidy();
    expect(names()).toEqual(['a.pdf']);
  });

  test('what another computer has begun under the other name stays', async () => {
    await store.ledgerRename(1);
    write('a.pdf', 'of the person');
    write('a (2).part', 'of another computer');
    await tidy();
    expect(names()).toEqual(['a (2).part', 'a.pdf']);
  });

  test('an empty file stays where what was proven stands no longer beside it', async () => {
    write('a.part', '%PDF-1.7 half');
    write('a.pdf', '');
    await tidy();
    expect(names()).toEqual(['a.pdf']);
  });
});
