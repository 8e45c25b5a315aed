import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Preferences } from '../../../electron/host.ts';
import { createSettingsStore } from '../../../electron/settings/settings.ts';
import { type Settings, settingsSchema } from '../../../shared/model/settings.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  openWithDocuments,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { memoryPreferences } from '../../support/app/preferences.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture | undefined;
beforeAll(async () => {
  agency = await practice();
});
afterAll(() => agency.close());
afterEach(async () => {
  await fixture?.close();
  if (fixture) removeHome(fixture);
});

test('a batch reads the settings file no more than once, however many chunks come', async () => {
  const inner = memoryPreferences();
  let reads = 0;
  const get: Preferences['get'] = (key) => {
    reads++;
    return inner.get(key);
  };
  const { get: settings } = createSettingsStore({ ...inner, get }, {});
  const opened = await openWithDocuments({ agency, overrides: { settings } }, { atMost: 12 });
  fixture = opened.fixture;
  const id = await fixture.start(opened.withFile);
  expect((await fixture.until(id)).counts.done).toBe(opened.withFile.length);
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
  const { get: settings } = createSettingsStore({ ...inner, get }, {});
  const opened = await openWithDocuments({ agency, overrides: { settings } }, { atMost: 12 });
  fixture = opened.fixture;
  untilAway = reads + 3;
  const id = await fixture.start(opened.withFile);
  expect((await fixture.until(id)).counts.done).toBe(opened.withFile.length);
});

test('a limit that throws once while documents are handed out delays them, and no more than that', async () => {
  const settings: Settings = settingsSchema.parse({});
  let isArmed = false;
  const opened = await openWithDocuments(
    {
      agency,
      overrides: {
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
  fixture = opened.fixture;
  const { downloads } = fixture;
  const id = await fixture.start(opened.withFile, { name: 'first' });
  await downloads.control({ action: 'pause', batchId: id });
  await fixture.untilIdle();
  isArmed = true;
  try {
    // The first to ask for the limit is who hands documents out.
    downloads.settingsChanged();
  } catch {
    // Whoever told of the change is not who this is about.
  }
  isArmed = true;
  await downloads.control({ action: 'resume', batchId: id });
  expect((await fixture.until(id, ({ state }) => state.kind === 'ended')).counts.done).toBe(
    opened.withFile.length,
  );
});
