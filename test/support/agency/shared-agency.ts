import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AgencyOptions, type DownloadsFixture, practice, removeHome } from '../app/downloads-fixture.ts';
import type { PracticeAgency } from './practice-agency.ts';

/**
 * Has the tests of a file, or of one of its groups, share an agency, which `hold` is given, and which does
 * nothing wrong when a test begins. The app of each test is closed after it, and its home removed.
 */
export function shareAgency(
  hold: (agency: PracticeAgency) => void,
  fixtureOfTest: () => DownloadsFixture,
  options: AgencyOptions = {},
): void {
  let agency: PracticeAgency | undefined;
  beforeAll(async () => {
    agency = await practice(options);
    hold(agency);
  });
  afterAll(() => agency?.close());
  beforeEach(() => agency?.faults.clear());
  afterEach(async () => {
    const fixture = fixtureOfTest();
    await fixture.close();
    removeHome(fixture);
  });
}
