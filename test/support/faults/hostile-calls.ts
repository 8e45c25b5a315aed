import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '../../../shared/contract.ts';
import { propertySeed } from '../properties.ts';
import {
  type HostileApp,
  hostileOrder,
  makeHostileFolders,
  openHostileApp,
  removeHostileFolders,
} from './hostile-app.ts';

/**
 * Tests that try out every call of the contract, each with so many hostile inputs, on one app for the file.
 */
export function triesEveryCall(runs: number): void {
  const names = hostileOrder(Object.keys(calls) as CallName[]);
  describe(`every call of the page, ${runs} hostile inputs each (seed ${propertySeed})`, () => {
    const folders = makeHostileFolders();
    let fixture: HostileApp;
    beforeAll(async () => {
      fixture = await openHostileApp(folders);
    }, 120_000);
    afterAll(async () => {
      await fixture.close();
      removeHostileFolders(folders);
    }, 60_000);

    it.each(names)(
      '%s answers each with an outcome, keeps the key, and touches nothing that nobody chose',
      { timeout: 180_000 + runs * 100 },
      async (name) => {
        const counters = await fixture.tryOut(name, { runs, seed: propertySeed });
        expect(Object.values(counters).reduce((sum, count) => sum + count, 0)).toBe(runs);
      },
    );
  });
}
