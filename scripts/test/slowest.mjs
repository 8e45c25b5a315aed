// @ts-check

/**
 * The slowest tests, slowest first, one line each with its seconds.
 * @param {readonly import('./outcome.mjs').Time[]} times
 * @param {number} count
 */
export function slowest(times, count = 10) {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ test, ms }) => `${seconds(ms)}  ${test}`);
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`;
}
