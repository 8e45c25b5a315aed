/**
 * What each answer passes through on its way, for a body of 1 MB: what looks for keys and links in it, what
 * reads it, what judges its list. Processor time of this process, best of nine. `answers`: prints a verdict
 * for each; a report on a text that is made to do harm is no text of every day, and has the wider bar.
 */

import { readBody } from '../../electron/api/check-response.ts';
import { judgeList } from '../../electron/api/envelope.ts';
import { keyRedactor } from '../../shared/key-redactor.ts';
import type { Json } from '../../shared/model/json.ts';
import { redactor, withoutSignatures } from '../../shared/redact.ts';
import type { Bench } from './run.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

const megabyte = 2 ** 20;
/** Milliseconds of a processor. */
const bars = { ordinary: 3, letters: 30, read: 60 };

const keys: Readonly<Record<string, string>> = {
  'of 12 letters': 'k3y0f12chars',
  'of 39, with signs': 'Zq4+/y=T&%x9~planted-key-of-39-letters-',
  'of 200': 'h7Wd'.repeat(50),
  'of 4,000': 'h7Wd'.repeat(1000),
  'that is a word': 'documento',
  'of one letter': 'a'.repeat(24),
};

export const bench: Bench = async () => {
  describeMachine();
  const json = ordinaryJson();
  const verdicts: boolean[] = [];
  for (const [name, key] of Object.entries(keys)) {
    const [whole, cut] = [redactor([key]), keyRedactor([key])];
    const describe = (what: string, text: string, action: (text: string) => unknown, bar: number) =>
      verdicts.push(
        verdict(
          `${what}, a key ${name}`,
          bestOf(() => void action(text)),
          bar,
        ),
      );
    describe('redact, ordinary JSON', json, whole, bars.ordinary);
    describe('cutKey, ordinary JSON', json, cut, bars.ordinary);
    describe('redact, letters of the key', lettersOf(key), whole, bars.letters);
    describe('cutKey, letters of the key', lettersOf(key), cut, bars.letters);
    describe('cutKey, half the key', repeated(key.slice(0, Math.ceil(key.length / 2))), cut, bars.letters);
    describe('cutKey, the key', repeated(key), cut, bars.letters);
  }
  verdicts.push(
    verdict(
      'links, ordinary JSON',
      bestOf(() => void withoutSignatures(json)),
      bars.ordinary,
    ),
    verdict('reading, ordinary JSON', await bestOfReading(json), bars.read),
    verdict('judging its list', bestOf(judging(json)), bars.ordinary),
  );
  return verdicts.every((isMet) => isMet) ? 0 : 1;
};

function ordinaryJson(): string {
  const items = Array.from({ length: 4_400 }, (_, index) => ({
    id: `doc-${index}`,
    numeroDespacho: String(410_000 + index),
    name: 'Factura comercial',
    isActive: true,
    infoDoc: {
      issuer: { id: '96.591.760-8', name: 'Naviera del Estrecho S.A.' },
      document: { number: String(88_000 + index), issueDate: '2026-08-03T00:00:00.000Z' },
    },
  }));
  return JSON.stringify({ data: items })
    .slice(0, megabyte)
    .replace(/,\{[^{]*(?:\{[^{}]*(?:\{[^{}]*\}?[^{}]*)*)?$/, ']}');
}

/** Letters of the key in no order that repeats. */
function lettersOf(key: string): string {
  const letter = (_: unknown, index: number) =>
    key[(index * 7_919 + ((index * index) >> 3)) % key.length] ?? '';
  return Array.from({ length: megabyte }, letter).join('');
}

const repeated = (text: string) => text.repeat(Math.ceil(megabyte / text.length)).slice(0, megabyte);

function judging(json: string): () => void {
  const content: Json = JSON.parse(json);
  const sent = { endpoint: 'files', path: '', query: {}, agency: '', segments: [], requestIds: [] } as const;
  return () => void judgeList({ content: () => content, sent, status: 200 }, ['id']);
}

async function bestOfReading(json: string): Promise<number> {
  const bytes = Buffer.from(json);
  const caps = { bytes: 2 ** 26, items: 1e6, itemBytes: 2 ** 22, itemValues: 1e6, values: 1e7, depth: 64 };
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const body = (async function* chunks() {
      for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
    })();
    const opened = { status: 200, headers: {}, body, cancel: () => undefined, zone: 'elsewhere' } as const;
    const begun = process.cpuUsage();
    (await readBody(opened, caps, () => undefined)).content();
    best = Math.min(best, since(begun));
  }
  return best;
}

const rounds = 9;

function bestOf(action: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begun = process.cpuUsage();
    action();
    best = Math.min(best, since(begun));
  }
  return best;
}

/** Milliseconds of processors that this process took. */
function since(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
