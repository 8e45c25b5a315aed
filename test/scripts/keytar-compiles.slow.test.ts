import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Compilers by the names that systems give them, the newest first: a Mac's is a clang, and refuses what
 * others take.
 */
const compilers = ['clang++-22', 'clang++-21', 'clang++-20', 'clang++', 'g++'].filter(
  (name) => !isWindows && spawnSync(name, ['--version']).status === 0,
);
const headers = [
  join(dirname(process.execPath), '../include/node'),
  '/usr/include/node',
  '/usr/local/include/node',
];
const nodeHeaders = headers.find((folder) => existsSync(join(folder, 'node_api.h')));
const secret = spawnSync('pkg-config', ['--cflags', 'libsecret-1'], { encoding: 'utf8' });

/** What is compiled of keytar on this system, as its `binding.gyp` says. */
const sources = [
  'async',
  'main',
  ...(process.platform === 'darwin' ? ['keytar_mac'] : secret.status === 0 ? ['keytar_posix'] : []),
];

/** Why nothing can be compiled here. */
function reason(): string | undefined {
  if (compilers.length === 0) return 'no compiler for keytar here';
  return nodeHeaders === undefined ? 'no headers of Node here' : undefined;
}

describe('keytar, which has no ready-made binary for every system,', skippedFor(reason()), () => {
  it.each(compilers)('is compiled from its source by %s', (compiler) => {
    const folder = temporaryFolder('keytar');
    for (const name of sources) {
      // As Node 24 has its addons compiled (its `common.gypi`).
      const { status, stderr } = spawnSync(
        compiler,
        [
          ...['-c', '-std=gnu++20', '-fPIC', '-w', '-DNAPI_VERSION=8', `-I${nodeHeaders}`],
          `-I${join(root, 'node_modules/node-addon-api')}`,
          ...(name === 'keytar_posix' ? secret.stdout.trim().split(/\s+/) : []),
          ...[join(root, `node_modules/keytar/src/${name}.cc`), '-o', join(folder, `${name}.o`)],
        ],
        { encoding: 'utf8' },
      );
      expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
      expect(existsSync(join(folder, `${name}.o`))).toBe(true);
    }
  });
});
