// @ts-check
import { totalmem } from 'node:os';

/** A browser, its page and an app take about this much beside the tests, bytes; with less, pages crash. */
const bytesForTwo = 3.5 * 2 ** 30;

/**
 * How many tests and stages run side by side: two, because two cores are what the slowest machine has that runs these, and one where
 * memory does not suffice for two browsers.
 * @param {number} memory bytes that this process may have in all
 */
export function workersFor(memory) {
  return memory < bytesForTwo ? 1 : 2;
}

/** What a container allows, where it is less than the machine has (`process.constrainedMemory` gives a huge number without a limit). */
export const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

export const workers = workersFor(memoryBytes);
