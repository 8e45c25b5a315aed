import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Preferences } from '../../../electron/host.ts';
import type { PracticeAgency } from '../../../electron/practice/index.ts';
import { createSettings } from '../../../electron/settings/settings.ts';
import { type Settings, settingsSchema } from '../../../shared/model/settings.ts';
import {
  type DownloadDesk,
  openWithDocuments,
  practice,
  removeHome,
} from '../../support/app/download-desk.ts';
import { memoryPreferences } from '../../support/app/preferences.ts';

let agency: PracticeAgency;
let desk: DownloadDesk | undefined;
beforeAll(async () => {
  agency = await practice();
});
afterAll(() => agency.close());
afterEach(async () => {
  await desk?.close();
  if (desk) removeHome(desk);
});

test('a batch reads the settings file no more than once, however many chunks come', async () => {
  const inner = memoryPreferences();
  let reads = 0;
  const get: Preferences['get'] = (key) => {
    reads++;
    return inner.get(key);
  };
  const { get: settings } = createSettings({ ...inner, get }, {});
  const opened = await openWithDocuments({ agency, parts: { settings } }, { atMost: 12 });
  desk = opened.desk;
  const id = await desk.start(opened.withFile);
  expect((await desk.until(id)).counts.done).toBe(opened.withFile.length);
  expect(reads).toBe(1);
});

test('a moment in which the settings file cannot be read stops no download', async () => {
  const inner = memoryPreferences();
  let reads = 0;
  let untilAway = Number.POSITIVE_INFINITY;
  const get: Preferences['get'] = (key) => {
    reads++;
    if (reads === untilAway) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    return inner.get(key);
  };
  const { get: settings } = createSettings({ ...inner, get }, {});
  const opened = await openWithDocuments({ agency, parts: { settings } }, { atMost: 12 });
  desk = opened.desk;
  untilAway = reads + 3;
  const id = await desk.start(opened.withFile);
  expect((await desk.until(id)).counts.done).toBe(opened.withFile.length);
});

test('a limit that throws once while documents are handed out delays them, and no more than that', async () => {
  const settings: Settings = settingsSchema.parse({});
  let isArmed = false;
  const opened = await openWithDocuments(
    {
      agency,
      parts: {
        settings: () => {
          if (!isArmed) return settings;
          isArmed = false;
          throw new Error('the settings could not be told');
        },
        onError: () => undefined,
      },
    },
    { atMost: 12 },
  );
  desk = opened.desk;
  const { downloads } = desk;
  const id = await desk.start(opened.withFile, { name: 'first' });
  await downloads.control({ action: 'pause', batchId: id });
  await desk.untilRest();
  isArmed = true;
  try {
    // The first to ask for the limit is who hands documents out.
    downloads.settingsChanged();
  } catch {
    // Whoever told of the change is not who this is about.
  }
  isArmed = true;
  await downloads.control({ action: 'resume', batchId: id });
  expect((await desk.until(id, ({ state }) => state.kind === 'ended')).counts.done).toBe(
    opened.withFile.length,
  );
});
