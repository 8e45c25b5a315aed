// @ts-check
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a run of tests reports while it goes on, one line of JSON each: what was reported before a run hangs
 * or breaks stands.
 *
 * @typedef {'passed' | 'failed' | 'skipped'} State
 *
 * @typedef {{ event: 'began', id: string, test: string }} Began a file, or a test of it
 * @typedef {{ event: 'loaded', id: string }} Loaded a file has ended; its tests speak for themselves
 * @typedef {{ event: 'ended', id: string, test: string, state: State, ms: number, reason: string }} Ended a test; the reason why it failed or was skipped
 * @typedef {{ event: 'error', test: string, reason: string }} Broke what belongs to no test: a file that cannot be loaded, a hook, an error after the last test
 * @typedef {Began | Loaded | Ended | Broke} TestEvent
 */

/** Names the file that events are appended to. */
export const eventsVariable = 'CARPETA_TEST_EVENTS';

/**
 * Keeps an event, where somebody asked for them.
 * @param {TestEvent} event
 */
export function report(event) {
  const path = process.env[eventsVariable];
  if (path) appendFileSync(path, `${JSON.stringify(event)}\n`);
}

/**
 * The events that a run has kept. What follows the last line break was being written when the run was ended.
 * @param {string} path
 * @returns {TestEvent[]}
 */
export function readEvents(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/**
 * The first line of an error's message, without the colours of a terminal.
 * @param {string | undefined} text
 */
export function firstLine(text = '') {
  return stripVTControlCharacters(text).trim().split('\n', 1)[0] ?? '';
}
