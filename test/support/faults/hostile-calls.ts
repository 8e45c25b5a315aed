import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '../../../shared/contract.ts';
import { propertySeed } from '../properties.ts';
import { type HostileDesk, hostileOrder, makePlaces, openHostileDesk, removePlaces } from './hostile-desk.ts';

/** Tests that try out every call of the contract, each with so many hostile inputs, on one desk for the file. */
export function triesEveryCall(runs: number): void {
  const names = hostileOrder(Object.keys(calls) as CallName[]);
  describe(`every call of the page, ${runs} hostile inputs each (seed ${propertySeed})`, () => {
    const places = makePlaces();
    let desk: HostileDesk;
    beforeAll(async () => {
      desk = await openHostileDesk(places);
    }, 120_000);
    afterAll(async () => {
      await desk.close();
      removePlaces(places);
    }, 60_000);

    it.each(names)(
      '%s answers each with an outcome, keeps the key, and touches nothing that nobody chose',
      { timeout: 180_000 + runs * 100 },
      async (name) => {
        const counters = await desk.tryOut(name, { runs, seed: propertySeed });
        expect(Object.values(counters).reduce((sum, count) => sum + count, 0)).toBe(runs);
      },
    );
  });
}
