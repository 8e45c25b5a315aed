// @ts-check

/**
 * How a stage went: what passed by number, what failed and what was skipped by name and reason.
 * @typedef {{ passed: number, failures: readonly Named[], skipped: readonly Named[], times: readonly Time[] }} Outcome
 *
 * A test, or what stands in for one, and the first line of why it failed or was skipped.
 * @typedef {{ test: string, reason: string }} Named
 *
 * How long a test took.
 * @typedef {{ test: string, ms: number }} Time
 */

/**
 * The outcome of a run of tests from its events and its exit code. What began and did not end has failed; so
 * has a run that ended badly though no test of it failed, and one without any test unless that is expected (a
 * part of a small stage).
 * @param {readonly import('./events.mjs').TestEvent[]} events
 * @param {number} code
 * @param {{ mayBeEmpty?: boolean }} [options]
 * @returns {Outcome}
 */
export function outcomeOf(events, code, { mayBeEmpty = false } = {}) {
  const ended = lastOfEach(events.filter((event) => event.event === 'ended'));
  const passed = ended.filter(({ state }) => state === 'passed').length;
  const broken = events.filter((event) => event.event === 'error');
  const failures = [
    ...ended.filter(({ state }) => state === 'failed').map(named),
    ...broken.map(named),
    ...tempPath(events).map((test) => ({ test, reason: 'did not end' })),
  ];
  if (failures.length === 0 && code !== 0)
    failures.push({ test: 'the run', reason: `ended with code ${code} though no test failed` });
  if (failures.length === 0 && passed === 0 && !mayBeEmpty)
    failures.push({ test: 'the run', reason: 'no test was run' });
  return {
    passed,
    failures,
    skipped: ended
      .filter(({ state }) => state === 'skipped')
      .map((event) =>
        broken.some(({ test }) => isWithin(test, event.test)) ? inBroken(event) : named(event),
      ),
    times: ended.map(({ test, ms }) => ({ test, ms })),
  };
}

/**
 * The outcome of what holds or does not.
 * @param {number} code
 * @returns {Outcome}
 */
export function outcomeOfCheck(code) {
  const isGood = code === 0;
  return {
    passed: isGood ? 1 : 0,
    failures: isGood ? [] : [{ test: 'the check', reason: `ended with code ${code}` }],
    skipped: [],
    times: [],
  };
}

/**
 * The outcome of what could not be run on this machine.
 * @param {string} test
 * @param {string} reason
 * @returns {Outcome}
 */
export function leftOut(test, reason) {
  return { passed: 0, failures: [], skipped: [{ test, reason }], times: [] };
}

/**
 * Several outcomes as one.
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function sum(outcomes) {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    times: outcomes.flatMap(({ times }) => times),
  };
}

/** @param {Named} named */
export function inOneLine({ test, reason }) {
  return `${test}: ${reason}`;
}

/** @param {Outcome} outcome */
export function closingLine({ passed, failures }) {
  return `${passed} passed, ${failures.length} failed`;
}

/**
 * Each test once. One that was tried again has failed when any attempt has.
 * @param {readonly import('./events.mjs').Ended[]} ended
 */
function lastOfEach(ended) {
  /** @type {Map<string, import('./events.mjs').Ended>} */
  const byId = new Map();
  for (const event of ended) if (byId.get(event.id)?.state !== 'failed') byId.set(event.id, event);
  return [...byId.values()];
}

/**
 * Names of what began and did not end: tests, and files of which no test is at work. Vitest may tell that a
 * test has begun after it has told that it ended.
 * @param {readonly import('./events.mjs').TestEvent[]} events
 */
function tempPath(events) {
  const ended = new Set(
    events.flatMap((event) => (event.event === 'ended' || event.event === 'loaded' ? event.id : [])),
  );
  const names = events.flatMap((event) =>
    event.event === 'began' && !ended.has(event.id) ? event.test : [],
  );
  return names.filter((name) => !names.some((other) => isWithin(name, other)));
}

/**
 * Whether a test stands in a file or suite, by their names.
 * @param {string} outer
 * @param {string} inner
 */
function isWithin(outer, inner) {
  return inner.startsWith(`${outer} › `);
}

/**
 * @param {Named} event
 * @returns {Named}
 */
function inBroken({ test }) {
  return { test, reason: 'what it stands in failed' };
}

/**
 * @param {Named} event
 * @returns {Named}
 */
function named({ test, reason }) {
  return { test, reason: reason || 'no reason given' };
}
