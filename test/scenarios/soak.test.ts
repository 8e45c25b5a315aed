import { expect, test } from 'vitest';
import { whatGrew } from '../support/app/resource-growth.ts';
import { whatRefreshesGrew } from '../support/app/year-of-refreshes.ts';

const sample = {
  heap: 30e6,
  external: 10e6,
  files: 40,
  handles: 10,
  threads: 12,
  listeners: 20,
  sleeps: 1,
  database: 10e6,
};
const day = (change: (hour: number) => object) =>
  [0, 1, 2, 3, 4].map((hour) => ({ ...sample, hour, ...change(hour) }));

test('what grows from hour to hour is seen, what comes and goes is not', () => {
  expect(whatGrew(day(() => ({})))).toEqual([]);
  expect(whatGrew(day((hour) => ({ handles: hour % 2 === 0 ? 3 : 15 })))).toEqual([]);
  expect(whatGrew(day((hour) => ({ listeners: 20 + hour })))).toEqual(['listeners grew from 20 to 23']);
  expect(whatGrew(day((hour) => ({ heap: 30e6 + hour * 3e6 })))).toHaveLength(1);
});

test('a year of refreshes is level while what is kept of its batches is no more than a person has set', () => {
  const month = { ...sample, rows: 300, fileSize: 400_000, documents: 4, hour: 744, refreshes: 2_028 };
  const year = (stored: number) => [
    { ...month, batches: 5, transfers: 10 },
    { ...month, batches: stored, transfers: stored, hour: 8_184, refreshes: 22_147 },
  ];
  expect(whatRefreshesGrew(year(13))).toEqual([]);
  expect(whatRefreshesGrew(year(48))).toEqual(['batches grew from 5 to 48', 'transfers grew from 10 to 48']);
});

test('a year in which fewer refreshes came than were due is no proof, however flat it is', () => {
  const used = { ...sample, rows: 300, batches: 5, transfers: 9, fileSize: 400_000, documents: 4 };
  const year = (refreshes: number) => [
    { ...used, hour: 744, refreshes: refreshes / 12 },
    { ...used, hour: 8_928, refreshes },
  ];
  expect(whatRefreshesGrew(year(22_000))).toEqual([]);
  expect(whatRefreshesGrew(year(1_380))).toEqual(['1380 refreshes, where 21144 were due']);
});
