import { expect, test } from 'vitest';
import { createSettings } from '../electron/settings.ts';
import { settingsChange, settingsSchema } from '../shared/model/settings.ts';
import { memoryPreferences } from './support/preferences.ts';

const defaults = settingsSchema.parse({});

test('without any, settings are the defaults', () => {
  expect(createSettings(memoryPreferences(), {}).view()).toEqual({ settings: defaults, managed: [] });
});

test('a change keeps the others, is told, and is there the next time', () => {
  const preferences = memoryPreferences();
  const settings = createSettings(preferences, {});
  const told: number[] = [];
  settings.onChange(({ transfersAtOnce }) => told.push(transfersAtOnce));
  settings.change({ language: 'en' });
  settings.change({ transfersAtOnce: 12, folder: undefined });
  expect(createSettings(preferences, {}).get()).toEqual({ ...defaults, language: 'en', transfersAtOnce: 12 });
  expect(told).toEqual([6, 12]);
});

test('a damaged setting costs itself alone', () => {
  const preferences = memoryPreferences({
    settings: { language: 'xx', transfersAtOnce: 3, bandwidth: 'much' },
  });
  expect(createSettings(preferences, {}).get()).toEqual({ ...defaults, transfersAtOnce: 3 });
});

test.each([7, 'text', [1], null])('settings that are %j are the defaults', (damaged) => {
  expect(createSettings(memoryPreferences({ settings: damaged }), {}).get()).toEqual(defaults);
});

test('what a newer version wrote stays', () => {
  const preferences = memoryPreferences({ settings: { later: 1 } });
  createSettings(preferences, {}).change({ language: 'en' });
  expect(preferences.get('settings')).toEqual({ later: 1, language: 'en' });
});

test('what an administrator has set wins, is named, and cannot be changed', () => {
  const preferences = memoryPreferences({ settings: { retentionDays: 10, folder: '/mine' } });
  const settings = createSettings(preferences, {
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
  const settings = createSettings(preferences, { bandwidth: 1000 }, { transfersAtOnce: 2, bandwidth: 5 });
  expect(settings.get()).toMatchObject({ transfersAtOnce: 2, bandwidth: 1000 });
  settings.change({ language: 'en' });
  expect(preferences.get('settings')).toEqual({ language: 'en' });
});

test.each(['https://descargas.example/carpeta.json?canal=1', ''])(
  'the address of newer versions is https or none: %j is taken, from an administrator too',
  (updateAddress) => {
    const view = createSettings(memoryPreferences({ settings: { updateAddress: 'https://mine.example/' } }), {
      updateAddress: ` ${updateAddress} `,
    }).view();
    expect([view.settings.updateAddress, view.managed]).toEqual([updateAddress, ['updateAddress']]);
  },
);

test.each([
  'http://descargas.example/carpeta.json',
  'https://ana:clave@descargas.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'descargas.example',
  `https://descargas.example/${'a'.repeat(2000)}`,
  7,
])('the address of newer versions is https or none: %j sets nothing, and is told', (updateAddress) => {
  const settings = createSettings(memoryPreferences(), { updateAddress });
  expect([settings.view(), settings.unusable]).toEqual([
    { settings: defaults, managed: [] },
    ['updateAddress'],
  ]);
  expect(settingsChange.safeParse({ updateAddress }).success).toBe(false);
});
