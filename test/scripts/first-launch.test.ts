import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packedProgram, whyUnfit } from '../../scripts/try-package.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const module = join(import.meta.dirname, '../../scripts/first-launch.mjs');

/** A program of a few lines of shell. */
function script(lines: string, path = join(temporaryFolder('program'), 'program')): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return path;
}

/**
 * What a process says and ends with that launches this program as Electron, as `scripts/first-launch.mjs`
 * does.
 */
function launch(binary: string, limit: number) {
  const options = JSON.stringify({ binary, limit, home: temporaryFolder('home') });
  const source = `
    import { launchOnce } from ${JSON.stringify(module)};
    await launchOnce(${options}).catch(({ message }) => {
      process.stdout.write(message);
      process.exitCode = 1;
    });`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
}

const noScripts = isWindows && 'Windows has no programs of a few lines, which stand for the packed one here';

// That a window comes is seen where Electron is.
describe('the first launch', skippedFor(noScripts), () => {
  it('is told as failed when the program ends before there is a window, with what it said', () => {
    const { status, stdout, stderr } = launch(script('echo no such library >&2; exit 127'), 60_000);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(/^Electron showed no window of Carpeta within 60 s: .*no such library/s);
  });

  it('is told as failed when nothing comes for as long as one waits', () => {
    const { status, stdout, stderr } = launch(script('exec tail -f /dev/null'), 200);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(/^Electron showed no window of Carpeta within 0.2 s: /);
  });
});

describe('a packed program', () => {
  it.each([
    ['win32', 'x64', 'win-unpacked/Carpeta.exe'],
    ['win32', 'arm64', 'win-arm64-unpacked/Carpeta.exe'],
    ['darwin', 'arm64', 'mac-universal/Carpeta.app/Contents/MacOS/Carpeta'],
    ['linux', 'x64', 'linux-unpacked/carpeta'],
  ])('of %s %s is %s', (platform, arch, path) => {
    expect(packedProgram('release', { platform, arch })).toBe(join('release', path));
  });

  it('that is not there is not fit', async () => {
    expect(await whyUnfit(join(temporaryFolder('program'), 'gone'))).toMatch(/gone is not there$/);
  });

  it.each([
    ['mkdir -p "$5" && touch "$5/SHA256SUMS"', undefined],
    ['exit 3', /ended with code 3$/],
    ['exit 0', /wrote no papers$/],
  ])('is asked for the main job (%s)', skippedFor(noScripts), async (lines, expected) => {
    const why = await whyUnfit(script(lines));
    if (expected === undefined) expect(why).toBeUndefined();
    else expect(why).toMatch(expected);
  });
});
