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

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The lock file of a folder, and what it was made of. */
function readLock(folder: string): { packages: Record<string, Locked>; manifest: Manifest } {
  const read = (name: string) => JSON.parse(readFileSync(join(root, folder, name), 'utf8'));
  return { packages: read('package-lock.json').packages, manifest: read('package.json') };
}

/**
 * The place in the lock file where a package finds another one, as Node looks for it: beside itself, then
 * further up.
 */
function finds(packages: Record<string, Locked>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}

describe.each(['.', 'scripts/node'])('lock file of %s', (folder) => {
  const { packages, manifest } = readLock(folder);

  it('has the optional packages of every system, without which npm ci refuses to begin', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !finds(packages, path, name))
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
    const versions = Object.values({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
