// @ts-check
import { totalmem } from 'node:os';

/** A browser, its page and an app take about this much beside the tests, bytes; with less, pages crash. */
const bytesForTwo = 3.5 * 2 ** 30;

/**
 * How many tests and stages run side by side: two, because two cores are what the slowest machine has that
 * runs these, and one where memory does not suffice for two browsers.
 * @param {number} memory bytes that this process may have in all
 */
export function workersFor(memory) {
  return memory < bytesForTwo ? 1 : 2;
}

/**
 * What a container allows, where it is less than the machine has (`process.constrainedMemory` gives a huge
 * number without a limit).
 */
export const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

export const workers = workersFor(memoryBytes);

/**
 * A process of tests in Node grows to 0.8 GB; with less, the browsers beside three of them would have too
 * little, bytes.
 */
const bytesForThree = 7 * 2 ** 30;

/**
 * How many files of tests in Node run side by side: they wait for disks, timers and each other's processes
 * two fifths of their time, so that one more keeps two cores busy. Wine and what it runs wait for one server.
 * @param {number} memory bytes that this process may have in all
 * @param {string} platform
 */
export function workersInNodeFor(memory, platform) {
  return memory < bytesForThree || platform === 'win32' ? workersFor(memory) : 3;
}

/** Whether this machine has it. */
export const hasMemoryForThree = memoryBytes >= bytesForThree;

export const workersInNode = workersInNodeFor(memoryBytes, process.platform);
