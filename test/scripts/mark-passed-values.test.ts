import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { markPasses, recordPasses } from '../../scripts/mark-passed-values.mjs';

/** Runs marked code, and gives at which of its functions something was passed that holds the text. */
async function positionsOf(code: string, text: string): Promise<string[]> {
  const context: { lines?: Set<string>; end?: unknown } = {};
  runInNewContext(`(${recordPasses})(${JSON.stringify(text)});${markPasses('a.ts', code)}`, context);
  await context.end;
  return [...(context.lines ?? [])].map((line) => line.replace('a.ts ', '')).sort();
}

describe('the functions that a text goes through', () => {
  it('take it, give it or wait for it, in whatever it lies', async () => {
    const code = `
      const takes = ({ row: [, cell] }) => undefined;
      function gives() { return { rows: [{ folio: 'No 4711' }] }; }
      const waits = async () => { const got = await Promise.resolve('4711'); };
      function promises() { return Promise.resolve(['4711']); }
      class Kept { keep(row) { this.row = row; } }
      function aside(other = '4712') { return other.length; }
      takes({ row: ['', '4711'] }); gives(); new Kept().keep('4711'); aside();
      globalThis.end = Promise.all([waits(), promises()]);`;
    expect(await positionsOf(code, '4711')).toEqual(['gives', 'keep', 'promises', 'takes', 'waits']);
  });

  it('are not those that run beside and hold something else', async () => {
    const code = `
      const clock = (now) => ({ now, rows: new Map([['4711', now]]) });
      clock(1); clock('471');`;
    expect(await positionsOf(code, '4711')).toEqual([]);
  });

  it('do as they did: what they give, and what they are given by default, stays', async () => {
    const code = `
      const sum = (left, { right = 2 } = {}) => left + right;
      async function twice(number) { return (await Promise.resolve(number)) * 2; }
      const told = () => ({ sum: sum(1), rest: ((first, ...others) => others)(1, 2, 3) });
      globalThis.end = twice(told().sum).then((done) => [done, told().rest].flat().join(' ')).then(String);
      globalThis.end.then((words) => globalThis.passed('a.ts end', words));`;
    expect(await positionsOf(code, '6 2 3')).toContain('end');
  });
});
