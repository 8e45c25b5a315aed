import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../scripts/run.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runModule = join(import.meta.dirname, '../../scripts/run.mjs');
const isPosix = process.platform !== 'win32';

/** Whether a process still does something; one that only waits to be counted does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return !/^(Z|\s*$)/.test(stdout);
}

describe('a command that a script runs', () => {
  it('gives its exit code, 127 when it cannot be started, 1 when it takes too long', async () => {
    const exits = (code: number) => run(process.execPath, ['-e', `process.exit(${code})`], { quiet: true });
    expect([await exits(0), await exits(3)]).toEqual([0, 3]);
    expect(await run('no-such-program', [], { quiet: true })).toBe(127);
    expect(
      await run(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { quiet: true, limit: 200 }),
    ).toBe(1);
  });

  // Windows has no signals: there a script that is ended takes its console with it.
  it.runIf(isPosix)(
    'ends with everything it started when the script is ended, and the script goes no further',
    async () => {
      const folder = temporaryFolder('run');
      const pidFile = join(folder, 'pid');
      const after = join(folder, 'after');
      // A shell that waits for a child does not pass a signal on to it.
      const shell = `${process.execPath} -e "setInterval(() => 0, 1000)" & echo $! > ${pidFile}; wait`;
      const script = `
      import { writeFileSync } from 'node:fs';
      import { run } from ${JSON.stringify(runModule)};
      await run('sh', ['-c', ${JSON.stringify(shell)}]);
      writeFileSync(${JSON.stringify(after)}, '');
    `;
      const running = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
      await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim()).toBeTruthy();
      const inner = Number(readFileSync(pidFile, 'utf8'));
      expect(isAlive(inner)).toBe(true);
      running.kill('SIGTERM');
      const [code] = await once(running, 'exit');
      expect(code).toBe(143);
      await expect.poll(() => isAlive(inner)).toBe(false);
      expect(existsSync(after)).toBe(false);
    },
  );
});
