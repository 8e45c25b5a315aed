import { Session } from 'node:inspector';
import { describe, expect, it } from 'vitest';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { clientOver, someRut } from '../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../support/agency/scripted-open.ts';

const megabyte = 1_000_000;
const keys: Readonly<Record<string, string>> = {
  'of 39 letters with signs': 'Zq4+/y=T&%x9~planted-key-of-39-letters-',
  'of 4,000 letters': Array.from({ length: 4_000 }, (_, at) => ((at * 7_919) % 36).toString(36)).join(''),
  'that is a word': 'documento',
  'of one letter': 'a'.repeat(24),
};
const echoes: Readonly<Record<string, (key: string) => string>> = {
  'the key': (key) => key,
  'half the key': (key) => key.slice(0, Math.ceil(key.length / 2)),
  'its letters': (key) => [...key].reverse().join(''),
};

/** A list of ten documents for each megabyte, in each of which a text of the agency is a tenth of that. */
function listOf(megabytes: number, echo: string): object {
  const text = echo.repeat(Math.ceil(megabyte / 10 / echo.length)).slice(0, megabyte / 10);
  const document = (_: unknown, index: number) => ({
    id: `p-${index}`,
    numeroDespacho: '410001',
    name: 'Factura',
    isActive: true,
    url: '',
    infoDoc: { document: { number: '1' }, issuer: { name: text } },
  });
  return { data: Array.from({ length: 10 * megabytes }, document) };
}

/**
 * What an agency's list becomes, how often the event loop came round meanwhile, and how many calls of the
 * app's functions that took.
 */
async function read(key: string, list: object) {
  const api = clientOver(scriptedOpen(reply(200, list)).httpGet, { key: () => key });
  const calls = countCalls();
  const rounds = countLoopRounds();
  const { documents } = await api.files({
    rut: someRut,
    start: '2026-01-01',
    end: '2026-12-31',
    type: 'Factura',
  });
  return { documents, rounds: rounds(), calls: calls() };
}

function countLoopRounds(): () => number {
  let rounds = 0;
  let isOver = false;
  const next = () => {
    rounds++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return () => {
    isOver = true;
    return rounds;
  };
}

function countCalls(): () => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return () => {
    let sum = 0;
    session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      for (const { url, functions } of result)
        if (/\/(?:electron|shared)\//.test(url))
          for (const { ranges } of functions) sum += ranges[0]?.count ?? 0;
    });
    session.disconnect();
    return sum;
  };
}

const issuerOf = (document: DispatchDocument | undefined) => document?.issuerName ?? '';

describe.each(Object.entries(keys))('a key %s', (_, key) => {
  it.each(Object.entries(echoes))(
    'is in nothing that is kept of an answer of 8 MB that repeats %s',
    async (_name, echo) => {
      const { documents, rounds } = await read(key, listOf(8, echo(key)));
      expect(documents).toHaveLength(80);
      expect(issuerOf(documents[0])).not.toBe('');
      expect(JSON.stringify(documents)).not.toContain(key);
      // A piece of it is 64 KiB.
      expect(rounds).toBeGreaterThan(100);
    },
  );

  it.each(Object.entries(echoes))(
    'takes as much work for each megabyte that repeats %s',
    async (_name, echo) => {
      const small = await read(key, listOf(1, echo(key)));
      const large = await read(key, listOf(4, echo(key)));
      expect(small.calls).toBeGreaterThan(100);
      expect(large.calls / small.calls).toBeLessThan(4.5);
    },
  );
});
