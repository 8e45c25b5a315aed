import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const sources = globSync('renderer/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'));

/** The classes of a sheet that no file importing it names. */
function unused(path: string): string[] {
  const importing = sources.filter((text) => text.includes(`/${basename(path)}'`)).join('\n');
  const css = readFileSync(path, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '');
  const classes = new Set([...css.matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi)].map(([, name]) => name ?? ''));
  return [...classes].filter((name) => !new RegExp(`[.'"\`]${name}\\b`).test(importing));
}

it('every style is used', () => {
  const left = globSync('renderer/**/*.module.css').map((path) => [path, unused(path)] as const);
  expect(left.length).toBeGreaterThan(20);
  expect(left.filter(([, classes]) => classes.length > 0)).toEqual([]);
});
