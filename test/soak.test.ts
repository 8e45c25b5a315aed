import { expect, test } from 'vitest';
import { whatGrew } from './support/level.ts';

const sample = {
  ...{ heap: 30e6, external: 10e6, files: 40, handles: 10, threads: 12, listeners: 20, sleeps: 1 },
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
