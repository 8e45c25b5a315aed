import { describe, expect, it } from 'vitest';
import {
  changeCheck,
  dayMs,
  planCheck,
  readCheck,
  type UpdateCheck,
} from '../../../../electron/updates/check-schedule.ts';
import { memoryPreferences } from '../../../support/app/preferences.ts';

const address = 'https://descargas.example/carpeta.json';
const noon = Date.UTC(2026, 10, 20, 12);
const hour = dayMs / 24;
const year = 365 * dayMs;

/** Looks at each of these times by the wall clock, and gives those at which the address was asked. */
function askedAt(...times: readonly number[]): number[] {
  let check: UpdateCheck | undefined;
  return times.filter((now) => {
    const plan = planCheck(check, address, now);
    check = plan?.check ?? check;
    return plan?.isDue ?? false;
  });
}

describe('when an address is asked', () => {
  it('is at first, and then once a day', () => {
    const hours = Array.from({ length: 49 }, (_, n) => noon + n * hour);
    expect(askedAt(...hours)).toEqual([noon, noon + dayMs, noon + 2 * dayMs]);
  });

  it('is at once when it is another one', () => {
    const check = planCheck(undefined, address, noon)?.check;
    const other = planCheck(check, 'https://otra.example/', noon + 1);
    expect(other).toEqual({ isDue: true, check: { address: 'https://otra.example/', askedAt: noon + 1 } });
  });

  it('is a day after the clock was found set back a year, and daily from then on', () => {
    const back = noon + hour - year;
    expect(askedAt(noon, back, back + hour, back + dayMs - 1, back + dayMs, back + dayMs + hour)).toEqual([
      noon,
      back + dayMs,
    ]);
  });

  it('is not twice in a day when the clock was set back and put right again', () => {
    expect(askedAt(noon, noon + hour - year, noon + 2 * hour, noon + dayMs)).toEqual([noon, noon + dayMs]);
  });

  it('is a day later at most when the clock was years ahead the last time', () => {
    expect(askedAt(noon + 3 * year, noon, noon + hour, noon + dayMs)).toEqual([
      noon + 3 * year,
      noon + dayMs,
    ]);
  });

  it('is put off again by a clock that is set back again', () => {
    const back = noon - year;
    const further = back - year;
    expect(askedAt(noon, back, further, further + hour, further + dayMs)).toEqual([noon, further + dayMs]);
  });
});

describe('what is kept of a look', () => {
  const check: UpdateCheck = {
    address,
    askedAt: noon,
    release: { version: '1.2.0', page: 'https://descargas.example/carpeta/' },
    dismissed: '1.2.0',
  };

  it('is read as it was written', () => {
    const preferences = memoryPreferences();
    changeCheck(preferences, () => check);
    expect(readCheck(preferences)).toEqual(check);
  });

  it('stays when there is nothing to change', () => {
    const preferences = memoryPreferences();
    changeCheck(preferences, () => check);
    changeCheck(preferences, () => undefined);
    expect(readCheck(preferences)).toEqual(check);
  });

  it.each([7, 'text', [], null, {}, { address }, { address, askedAt: 'noon' }, { address, askedAt: 1e300 }])(
    'is nothing when it is %j',
    (damaged) => {
      expect(readCheck(memoryPreferences({ updates: damaged }))).toBeUndefined();
    },
  );

  it.each([
    { version: '1.2.0', page: 'https://otra.example/' },
    { version: 'new', page: 'https://descargas.example/' },
    { version: '1.2.0', page: 'javascript:alert(1)' },
    'text',
  ])('holds no release that somebody wrote as %j', (release) => {
    const preferences = memoryPreferences({ updates: { address, askedAt: noon, release } });
    expect(readCheck(preferences)).toEqual({ address, askedAt: noon });
  });
});
