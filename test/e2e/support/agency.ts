import {
  type PracticeAgency,
  type PracticeOptions,
  startPractice,
} from '../../support/agency/practice-agency.ts';

/**
 * Starts an agency for the app of a journey, which has the machine's clock: counted from today, its data is
 * the same on every day, so that no test depends on what a client happens to have this month.
 */
export function startAgency(options: PracticeOptions): Promise<PracticeAgency> {
  return startPractice({ ...options, isSameEachDay: true });
}
