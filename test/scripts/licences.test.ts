import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLicences } from '../../scripts/licences.mjs';
import { importsOf } from '../../scripts/lint/imports.mjs';
import { readSources } from '../../scripts/lint/source-files.mjs';
import { licenceSchema } from '../../shared/model/settings.ts';

const root = join(import.meta.dirname, '../..');
const licences = readLicences(root);
const names = licences.map(({ name }) => name);
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** An optional package that could not be compiled here, which a packaged app is refused without. */
const absent = Object.keys(optionalDependencies).filter(
  (name) => !existsSync(join(root, 'node_modules', name)),
);
/** Terms that ask for no more than to be named. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'CC0-1.0',
  'WTFPL',
]);

describe('licences of what is shipped', () => {
  it('are of every package that the product imports, and of Electron', () => {
    const imported = readSources(root, ['electron', 'renderer', 'shared'])
      // The development host is left out of the package.
      .filter(({ path }) => !path.startsWith('electron/platform/browser/'))
      .flatMap((file) => importsOf(root, file))
      .flatMap(({ target, typesOnly }) => (target.kind === 'package' && !typesOnly ? [target.name] : []));
    expect(new Set(imported).size).toBeGreaterThan(15);
    expect([...new Set(imported)].filter((name) => !names.includes(name))).toEqual(absent);
  });

  it('are named and told in words, and all of them permissive', () => {
    expect(licences.filter(({ licence, text }) => licence === '' || text === '')).toEqual([]);
    const asking = licences.filter(
      ({ licence }) =>
        !licence
          .replace(/[()]/g, '')
          .split(/ OR | AND /)
          .some((one) => permissive.has(one)),
    );
    expect(asking.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  it('have the form that the app reads', () => {
    expect(licences.every((licence) => licenceSchema.safeParse(licence).success)).toBe(true);
  });
});
