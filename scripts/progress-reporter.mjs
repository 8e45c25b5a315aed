// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * How far a run of tests is.
 * @typedef {object} Progress
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly string[]} failed what failed, each with the first line of its error
 * @property {readonly string[]} running files and tests that have begun and not ended
 */

/** Where it is kept. */
export const progressVariable = 'CARPETA_TEST_PROGRESS';

/** A vitest reporter that keeps how far the run is: all that can be told of one that hangs. */
export default class ProgressReporter {
  #passed = 0;
  #skipped = 0;
  /** @type {string[]} */
  #failed = [];
  /** @type {Set<string>} */
  #running = new Set();

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleStart(module) {
    this.#running.add(module.relativeModuleId);
    this.#keep();
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseReady(test) {
    this.#running.add(nameOf(test));
    this.#keep();
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    this.#running.delete(nameOf(test));
    const { state, errors } = test.result();
    if (state === 'failed') this.#failed.push(`${nameOf(test)}: ${errors[0]?.message.split('\n', 1)[0]}`);
    else if (state === 'passed') this.#passed += 1;
    else this.#skipped += 1;
    this.#keep();
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    // Its tests too: those of one name count as one.
    for (const name of this.#running)
      if (name.startsWith(module.relativeModuleId)) this.#running.delete(name);
    this.#keep();
  }

  #keep() {
    const path = process.env[progressVariable];
    /** @type {Progress} */
    const progress = {
      ...{ passed: this.#passed, skipped: this.#skipped },
      ...{ failed: this.#failed, running: [...this.#running] },
    };
    if (path) writeFileSync(path, JSON.stringify(progress));
  }
}

/** @param {import('vitest/node').TestCase} test */
function nameOf(test) {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
