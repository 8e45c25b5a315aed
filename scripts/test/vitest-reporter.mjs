// @ts-check
import { firstLine, report } from './events.mjs';

/**
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').TestSuite} TestSuite
 */

/** A Vitest reporter that keeps the events of a run (`events.mjs`). */
export default class VitestReporter {
  /** @param {TestModule} module */
  onTestModuleQueued(module) {
    report({ event: 'began', id: module.id, test: module.relativeModuleId });
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    report({ event: 'began', id: test.id, test: nameOf(test) });
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state === 'pending') return;
    const reason =
      result.state === 'skipped'
        ? (result.note ?? test.meta().skipReason ?? '')
        : firstLine(result.errors?.[0]?.message);
    const ms = test.diagnostic()?.duration ?? 0;
    report({ event: 'ended', id: test.id, test: nameOf(test), state: result.state, ms, reason });
  }

  /** @param {TestSuite} suite */
  onTestSuiteResult(suite) {
    for (const { message } of suite.errors())
      report({ event: 'error', test: nameOf(suite), reason: firstLine(message) });
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    report({ event: 'loaded', id: module.id });
    for (const { message } of module.errors())
      report({ event: 'error', test: module.relativeModuleId, reason: firstLine(message) });
  }

  /**
   * @param {readonly TestModule[]} _modules
   * @param {readonly { message: string }[]} errors that no test caught
   */
  onTestRunEnd(_modules, errors) {
    for (const { message } of errors)
      report({ event: 'error', test: 'outside of any test', reason: firstLine(message) });
  }
}

/** @param {TestCase | TestSuite} test */
function nameOf(test) {
  return `${test.module.relativeModuleId} › ${test.fullName.replaceAll(' > ', ' › ')}`;
}
