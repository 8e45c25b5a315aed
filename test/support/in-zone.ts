import { afterAll, beforeAll, describe, expect, vi } from 'vitest';

/**
 * The time zones in which dates must read the same: a server's, the users', and one on the other side of the
 * day.
 */
const zones = ['UTC', 'America/Santiago', 'Asia/Tokyo'] as const;

/**
 * Runs tests once with the machine in each of these zones; modules that the tests import by `import()` begin
 * their life there.
 */
export function inEveryZone(tests: (zone: (typeof zones)[number]) => void): void {
  describe.each(zones)('with the machine in %s', (zone) => {
    const before = process.env['TZ'];
    beforeAll(() => {
      process.env['TZ'] = zone;
      vi.resetModules();
      // A zone that did not take effect would prove nothing.
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(new Date(2026, 6, 1).getTime()).toBe(localMidnight[zone]);
    });
    afterAll(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
      vi.resetModules();
    });
    tests(zone);
  });
}

const localMidnight = {
  UTC: Date.UTC(2026, 6, 1),
  'America/Santiago': Date.UTC(2026, 6, 1, 4),
  'Asia/Tokyo': Date.UTC(2026, 5, 30, 15),
};
