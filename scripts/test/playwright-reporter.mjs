// @ts-check
import { relative } from 'node:path';
import { root } from '../project.mjs';
import { firstLine, report } from './events.mjs';

/**
 * @typedef {import('@playwright/test/reporter').TestCase} TestCase
 * @typedef {import('@playwright/test/reporter').TestResult} TestResult
 * @typedef {import('@playwright/test/reporter').TestError} TestError
 */

/** A Playwright reporter that keeps the events of a run (`events.mjs`). */
export default class PlaywrightReporter {
  /** @param {TestCase} test */
  onTestBegin(test) {
    report({ event: 'began', id: test.id, test: nameOf(test) });
  }

  /**
   * Called for every attempt: a test that passes only when it is tried again has failed.
   * @param {TestCase} test
   * @param {TestResult} result
   */
  onTestEnd(test, result) {
    const { state, reason } = outcomeOf(test, result);
    report({ event: 'ended', id: test.id, test: nameOf(test), state, ms: result.duration, reason });
  }

  /** @param {TestError} error that no test caught */
  onError({ message }) {
    report({ event: 'error', test: 'outside of any test', reason: firstLine(message) });
  }

  /** It prints nothing, so that Playwright prints by itself where no other reporter does. */
  printsToStdio() {
    return false;
  }
}

/**
 * @param {TestCase} test
 * @param {TestResult} result
 * @returns {{ state: import('./events.mjs').State, reason: string }}
 */
function outcomeOf(test, { status, error, annotations }) {
  if (status === 'skipped') {
    const skip = annotations.find(({ type }) => type === 'skip' || type === 'fixme');
    return { state: 'skipped', reason: skip?.description ?? '' };
  }
  if (status === test.expectedStatus) return { state: 'passed', reason: '' };
  return {
    state: 'failed',
    reason:
      firstLine(error?.message).replace(/^Error: /, '') || `expected to be ${test.expectedStatus}, ${status}`,
  };
}

/** @param {TestCase} test */
function nameOf(test) {
  // The first three are the root, the project and the file.
  const titles = test.titlePath().slice(3);
  return [relative(root, test.location.file).replaceAll('\\', '/'), ...titles].join(' › ');
}
