import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  optionalDependencies?: Record<string, string>;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

const root = join(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** The place in the lock file where a package finds another one, as Node looks for it: beside itself, then further up. */
function finds(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}

describe('lock file', () => {
  it('has the optional packages of every system, without which npm ci refuses to begin', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !finds(path, name))
        .map((name) => `${path} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('proves every package by its hash and names no registry', () => {
    const rest = Object.entries(packages).filter(([path]) => path !== '');
    expect(rest.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
    expect(rest.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
  });

  it('goes with exact versions alone', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
