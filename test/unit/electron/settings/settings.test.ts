import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Preferences } from '../../../../electron/host.ts';
import { createPreferences } from '../../../../electron/platform/terminal/index.ts';
import { readPolicies } from '../../../../electron/settings/read-policies.ts';
import { createSettingsStore } from '../../../../electron/settings/settings.ts';
import { settingsChange, settingsSchema } from '../../../../shared/model/settings.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { memoryPreferences } from '../../../support/app/preferences.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const defaults = settingsSchema.parse({});
/** Nothing is to go wrong. */
const insist = (error: unknown) => {
  throw error;
};

test('without any, settings are the defaults', () => {
  expect(createSettingsStore(memoryPreferences(), {}).view()).toEqual({ settings: defaults, managed: [] });
});

test('a change keeps the others, is told, and is there the next time', () => {
  const preferences = memoryPreferences();
  const settings = createSettingsStore(preferences, {});
  const changes: number[] = [];
  settings.onChange(({ transfersAtOnce }) => changes.push(transfersAtOnce));
  settings.change({ language: 'en' });
  settings.change({ transfersAtOnce: 12, folder: undefined });
  expect(createSettingsStore(preferences, {}).get()).toEqual({
    ...defaults,
    language: 'en',
    transfersAtOnce: 12,
  });
  expect(changes).toEqual([0, 12]);
});

test('the number of downloads is automatic until somebody chooses one, and again when they take that back', () => {
  const preferences = memoryPreferences({ settings: { transfersAtOnce: 6 } });
  expect(createSettingsStore(memoryPreferences(), {}).get().transfersAtOnce).toBe(0);
  // No start has ever written it: a 6 that is there has been chosen.
  const settings = createSettingsStore(preferences, {});
  expect(settings.get().transfersAtOnce).toBe(6);
  settings.change({ transfersAtOnce: 0 });
  expect(createSettingsStore(preferences, {}).get().transfersAtOnce).toBe(0);
});

test('a damaged setting costs itself alone', () => {
  const preferences = memoryPreferences({
    settings: { language: 'xx', transfersAtOnce: 3, bandwidth: 'much' },
  });
  expect(createSettingsStore(preferences, {}).get()).toEqual({ ...defaults, transfersAtOnce: 3 });
});

test.each([7, 'text', [1], null])('settings that are %j are the defaults', (damaged) => {
  expect(createSettingsStore(memoryPreferences({ settings: damaged }), {}).get()).toEqual(defaults);
});

test('what a newer version wrote stays', () => {
  const preferences = memoryPreferences({ settings: { later: 1 } });
  createSettingsStore(preferences, {}).change({ language: 'en' });
  expect(preferences.get('settings')).toEqual({ later: 1, language: 'en' });
});

test('what an administrator has set wins, is named, and cannot be changed', () => {
  const preferences = memoryPreferences({ settings: { retentionDays: 10, folder: '/mine' } });
  const settings = createSettingsStore(preferences, {
    retentionDays: 30,
    connections: [],
    transfersAtOnce: 'many',
  });
  expect(settings.view()).toEqual({
    settings: { ...defaults, retentionDays: 30, folder: '/mine' },
    managed: ['retentionDays'],
  });
  expect(settings.unusable).toEqual(['transfersAtOnce']);
  expect(() => settings.change({ retentionDays: 5 })).toThrow(
    expect.objectContaining({ code: 'MANAGED_SETTING' }),
  );
  expect(settings.change({ folder: '/other' }).settings.folder).toBe('/other');
});

test('settings of one run are kept nowhere, and give way to an administrator', () => {
  const preferences = memoryPreferences();
  const settings = createSettingsStore(
    preferences,
    { bandwidth: 1000 },
    { transfersAtOnce: 2, bandwidth: 5 },
  );
  expect(settings.get()).toMatchObject({ transfersAtOnce: 2, bandwidth: 1000 });
  settings.change({ language: 'en' });
  expect(preferences.get('settings')).toEqual({ language: 'en' });
});

test.each(['https://descargas.example/carpeta.json?canal=1', ''])(
  'the address of newer versions is https or none: %j is taken, from an administrator too',
  (updateAddress) => {
    const view = createSettingsStore(
      memoryPreferences({ settings: { updateAddress: 'https://mine.example/' } }),
      {
        updateAddress: ` ${updateAddress} `,
      },
    ).view();
    expect([view.settings.updateAddress, view.managed]).toEqual([updateAddress, ['updateAddress']]);
  },
);

test('a page changes settings, but not the address that is asked for newer versions', () => {
  const updateAddress = 'https://elsewhere.example/';
  expect(settingsChange.parse({ language: 'en', updateAddress })).toEqual({ language: 'en' });
});

test('a page does not let links lead to the local network; an administrator does', () => {
  expect(settingsChange.parse({ language: 'en', storageInLocalNetwork: true })).toEqual({ language: 'en' });
  expect(createSettingsStore(memoryPreferences(), {}).get().storageInLocalNetwork).toBe(false);
  const managed = createSettingsStore(memoryPreferences(), { storageInLocalNetwork: true }).view();
  expect([managed.settings.storageInLocalNetwork, managed.managed]).toEqual([
    true,
    ['storageInLocalNetwork'],
  ]);
});

test('a switch that an administrator wrote as 0 or 1 in the registry is one; other values set nothing', () => {
  for (const [written, isOn] of [
    [0, false],
    [1, true],
    ['0', false],
    ['False', false],
    ['TRUE', true],
    ['no', undefined],
    [2, undefined],
  ] as const) {
    const settings = createSettingsStore(memoryPreferences(), { completesInBackground: written });
    const isUsable = isOn !== undefined;
    expect(settings.get().completesInBackground).toBe(isOn ?? true);
    expect(settings.view().managed).toEqual(isUsable ? ['completesInBackground'] : []);
    expect(settings.unusable).toEqual(isUsable ? [] : ['completesInBackground']);
  }
  expect(createSettingsStore(memoryPreferences(), { retentionDays: 1 }).get().retentionDays).not.toBe(true);
});

test.each([
  'http://descargas.example/carpeta.json',
  'https://ana:clave@descargas.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'descargas.example',
  `https://descargas.example/${'a'.repeat(2000)}`,
  7,
])('the address of newer versions is https or none: %j sets nothing, and is told', (updateAddress) => {
  const settings = createSettingsStore(memoryPreferences(), { updateAddress });
  expect([settings.view(), settings.unusable]).toEqual([
    { settings: defaults, managed: [] },
    ['updateAddress'],
  ]);
});

/** Preferences whose reads are counted, and fail while `isAway`. */
function failingPreferences(initial: Readonly<Record<string, unknown>> = {}) {
  const inner = memoryPreferences(initial);
  const seen = { reads: 0, isAway: false };
  const preferences: Preferences = {
    ...inner,
    get(key) {
      seen.reads++;
      if (seen.isAway) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
      return inner.get(key);
    },
  };
  return { preferences, inner, seen };
}

test('settings that are asked for again and again are read once', () => {
  const { preferences, seen } = failingPreferences({ settings: { bandwidth: 5 } });
  const settings = createSettingsStore(preferences, {});
  for (let n = 0; n < 1_000; n++) expect(settings.get().bandwidth).toBe(5);
  expect(seen.reads).toBe(1);
});

test('what another process has changed is seen within two seconds, and told', async () => {
  const { preferences, inner } = failingPreferences({ settings: { bandwidth: 5 } });
  const clock = createFakeClock();
  const settings = createSettingsStore(preferences, {}, {}, { clock, onError: expect.unreachable });
  const changes: number[] = [];
  settings.onChange(({ bandwidth }) => changes.push(bandwidth));
  inner.change('settings', () => ({ bandwidth: 7 }));
  await clock.advance(2_000);
  expect([settings.get().bandwidth, changes]).toEqual([7, [7]]);
  await clock.advance(10_000);
  expect([settings.get().bandwidth, changes]).toEqual([7, [7]]);
});

test('a file that cannot be read for a moment keeps the last good settings, is told once, and is read when it can be', async () => {
  const { preferences, inner, seen } = failingPreferences({ settings: { bandwidth: 5 } });
  const clock = createFakeClock();
  const problems: unknown[] = [];
  const onError = (error: unknown) => problems.push(error);
  const settings = createSettingsStore(preferences, {}, {}, { clock, onError });
  seen.isAway = true;
  inner.change('settings', () => ({ bandwidth: 7 }));
  for (let seconds = 0; seconds < 10; seconds++) {
    await clock.advance(1_000);
    expect(settings.get().bandwidth).toBe(5);
  }
  expect(problems).toHaveLength(1);
  seen.isAway = false;
  await clock.advance(2_000);
  expect(settings.get().bandwidth).toBe(7);
});

test('a followed file that another program holds is looked at once a second, without waiting for it', () => {
  const inner = memoryPreferences({ settings: { bandwidth: 5 } });
  let now = 0;
  let isLocked = false;
  let waited = 0;
  let reads = 0;
  const preferences: Preferences = {
    ...inner,
    get(key, isPatient = true) {
      reads++;
      if (!isLocked) return inner.get(key);
      // However little it is waited for, the disk itself may take its time.
      now += isPatient ? 1_550 : 1_000;
      if (isPatient) waited++;
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    },
  };
  const clock = { elapsed: () => now };
  const settings = createSettingsStore(preferences, {}, {}, { clock, onError: () => undefined });
  isLocked = true;
  now += 1_000;
  for (let n = 0; n < 100; n++) expect(settings.get().bandwidth).toBe(5);
  expect([reads, waited]).toEqual([2, 0]);
  now += 1_000;
  settings.get();
  expect([reads, waited]).toEqual([3, 0]);
});

test('a file that is damaged or goes away while the app runs keeps the last good settings, and the next change writes them all', async () => {
  const folder = temporaryFolder('settings-damaged');
  const clock = createFakeClock();
  const settings = createSettingsStore(
    createPreferences(folder),
    {},
    {},
    { clock, onError: expect.unreachable },
  );
  settings.change({ language: 'en', template: '{dispatch}' });
  writeFileSync(join(folder, 'preferences.json'), '{"settings": {"lang');
  await clock.advance(10_000);
  expect(settings.get()).toMatchObject({ language: 'en', template: '{dispatch}' });
  settings.change({ bandwidth: 9 });
  expect(JSON.parse(readFileSync(join(folder, 'preferences.json'), 'utf8'))).toEqual({
    settings: { language: 'en', template: '{dispatch}', bandwidth: 9 },
  });
});

test('two processes that change different settings keep both', () => {
  const folder = temporaryFolder('settings-of-two');
  const [first, second] = [createPreferences(folder), createPreferences(folder)];
  const mine = createSettingsStore(first, {});
  const theirs = createSettingsStore(second, {});
  theirs.change({ bandwidth: 9 });
  expect(mine.change({ language: 'en' }).settings).toMatchObject({ language: 'en', bandwidth: 9 });
});

test('an administrator may write the names of settings in whatever capitals; what is no setting keeps its name', async () => {
  const readManaged = async () => ({ RETENTIONDAYS: 30, transfersatonce: 4, Connections: [], Color: 'red' });
  const { values } = await readPolicies({ readManaged, preferences: memoryPreferences() }, insist);
  expect(values).toEqual({
    retentionDays: 30,
    transfersAtOnce: 4,
    connections: [],
    Color: 'red',
  });
});

const forbidden = Object.assign(new Error('Command failed'), {
  code: 1,
  stderr: 'ERROR: Registro prohibido.\r\n',
});
/** A place that could not be read, beside these values. */
const inPart =
  (values: object, holdsNone = false) =>
  async (onUnread: (cause: unknown, holdsNone: boolean) => void) => {
    onUnread(forbidden, holdsNone);
    return { ...values };
  };

test('policies that could not be read keep nobody from starting where none were set the last time', async () => {
  const preferences = memoryPreferences();
  const host = { readManaged: inPart({ theme: 'dark' }), preferences };
  expect(await readPolicies(host, insist)).toEqual({
    values: { theme: 'dark' },
    unread: 'ERROR: Registro prohibido.',
  });
});

test('policies that were set the last time are not taken for gone because they cannot be read', async () => {
  const preferences = memoryPreferences();
  await readPolicies({ readManaged: async () => ({ theme: 'dark', office: 'agency' }), preferences }, insist);
  expect(
    await readPolicies({ readManaged: inPart({ Theme: 'light', office: 'agency' }), preferences }, insist),
  ).toMatchObject({ unread: 'ERROR: Registro prohibido.' });
  const lost = readPolicies({ readManaged: inPart({ theme: 'dark' }), preferences }, insist);
  await expect(lost).rejects.toMatchObject({ code: 'POLICIES_UNREADABLE' });
});

test('policies that were taken back are forgotten once everything was read', async () => {
  const preferences = memoryPreferences();
  await readPolicies({ readManaged: async () => ({ theme: 'dark' }), preferences }, insist);
  await readPolicies({ readManaged: async () => ({}), preferences }, insist);
  expect(preferences.get('managedNames')).toBeUndefined();
  expect(await readPolicies({ readManaged: inPart({}), preferences }, insist)).toMatchObject({ values: {} });
});

test('policies may be taken back beside what is none of an administrator’s, which is told and loses none', async () => {
  const preferences = memoryPreferences();
  await readPolicies({ readManaged: inPart({ theme: 'dark' }, true), preferences }, insist);
  expect(preferences.get('managedNames')).toEqual(['theme']);
  expect(await readPolicies({ readManaged: inPart({}, true), preferences }, insist)).toEqual({
    values: {},
    unread: 'ERROR: Registro prohibido.',
  });
  expect(preferences.get('managedNames')).toBeUndefined();
});

test('names of policies that cannot be remembered keep nobody from starting', async () => {
  const problems: unknown[] = [];
  const readError = new Error('held');
  const preferences = {
    ...memoryPreferences(),
    change: () => {
      throw readError;
    },
  };
  const read = readPolicies({ readManaged: async () => ({ theme: 'dark' }), preferences }, (error) =>
    problems.push(error),
  );
  expect((await read).values).toEqual({ theme: 'dark' });
  expect(problems).toEqual([readError]);
});
