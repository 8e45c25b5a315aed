// @ts-check

/**
 * How a stage went: how many tests, and the names of those that failed.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[] }} Counts
 *
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly { name: string, status: string, message?: string, assertionResults: readonly { fullName: string, status: string, failureMessages?: readonly string[] | null }[] }[]} testResults
 *
 * @typedef {{ title: string, file: string, specs?: readonly { title: string, ok: boolean, file: string, line: number }[], suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: readonly PlaywrightSuite[] }} PlaywrightReport
 */

/**
 * Counts of a vitest run from its JSON report. A run that ended badly counts as a failure of its own when no test of it did: a
 * file that could not be loaded, an error after the last test, no test.
 * @param {VitestReport} report
 * @param {number} code
 * @returns {Counts}
 */
export function countVitest(report, code) {
  return atLeastOneFailure(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`];
      return failed.map((test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
    }),
  });
}

/**
 * Counts of a vitest run that was ended before it could report: what it was at then has failed.
 * @param {import('./progress-reporter.mjs').Progress | undefined} progress
 * @returns {Counts}
 */
export function countUnfinished(progress) {
  if (!progress) return { passed: 0, failed: 1, skipped: 0, failures: ['nothing was run'] };
  const { passed, skipped, failed, running } = progress;
  const failures = [...failed, ...running.map((test) => `did not end: ${test}`)];
  return { passed, skipped, failed: Math.max(1, failures.length), failures };
}

/**
 * Counts of a Playwright run from its JSON report; a test that passed only when it was tried again has failed.
 * @param {PlaywrightReport | undefined} report
 * @param {number} code
 * @returns {Counts}
 */
export function countPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failures = (report?.suites ?? []).flatMap(failuresOf);
  return atLeastOneFailure(code, { passed: expected, failed: unexpected + flaky, skipped, failures });
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf({ specs = [], suites = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} > ${title}`),
    ...suites.flatMap(failuresOf),
  ];
}

/** @param {string | undefined} text */
function firstLine(text = '') {
  return text.split('\n', 1)[0] ?? '';
}

/**
 * @param {number} code
 * @param {Counts} counts
 */
function atLeastOneFailure(code, counts) {
  const ranNone = counts.passed + counts.failed === 0;
  return (code !== 0 && counts.failed === 0) || ranNone ? { ...counts, failed: 1 } : counts;
}
