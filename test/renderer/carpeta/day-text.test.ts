import { describe, expect, it } from 'vitest';
import { dayText, readDay } from '../../../renderer/features/carpeta/day-text.ts';

describe('a typed day', () => {
  it.each(['31-12-2031', '31/12/2031', '31.12.2031', ' 31 12 2031 ', '31122031', '2031-12-31'])(
    'is read from %j',
    (text) => {
      expect(readDay(text)).toBe('2031-12-31');
    },
  );

  it('may have one figure for the day and the month', () => {
    expect(readDay('1-2-2030')).toBe('2030-02-01');
  });

  it.each(['', '30-02-2026', '31-12-31', '12-31-2031', 'mañana'])('is not read from %j', (text) => {
    expect(readDay(text)).toBeUndefined();
  });

  it('is shown as Chilean staff read it, and nothing as nothing', () => {
    expect([dayText('2031-12-31'), dayText(''), dayText(undefined)]).toEqual(['31-12-2031', '', '']);
  });
});
