import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { childEnvironment } from '../../../support/process/child-environment.ts';

const inProcess = pathToFileURL(join(import.meta.dirname, '../../../../electron/cli/run-in-process.ts')).href;

/**
 * A terminal in a process that treats rejections as Electron's main process does, in which something goes
 * wrong that nobody waits for.
 */
function runWith(accident: string) {
  const script = `
    const { runInProcess } = await import(${JSON.stringify(inProcess)});
    void runInProcess(['practice'], 'carpeta');
    ${accident}`;
  const options = ['--unhandled-rejections=warn-with-error-code', '--input-type=module', '--eval', script];
  const env = { ...childEnvironment(), CARPETA_HOME: temporaryFolder() };
  return spawnSync(process.execPath, options, { encoding: 'utf8', env, timeout: 60_000 });
}

test.each([
  ['throws', "setImmediate(() => { throw new Error('https://agency.example/?key=a-key'); });"],
  ['rejects', "void Promise.reject(new Error('https://agency.example/?key=a-key'));"],
])(
  'a terminal in which something %s that nobody waits for ends with 1, and prints no address',
  (_, accident) => {
    const { status, stdout, stderr } = runWith(accident);
    expect([status, stderr]).toEqual([1, expect.stringContaining('UNEXPECTED')]);
    expect(`${stdout}${stderr}`).not.toContain('a-key');
  },
);
