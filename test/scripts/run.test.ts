import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../scripts/run.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { isRunning } from '../support/process/is-running.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const runModule = join(import.meta.dirname, '../../scripts/run.mjs');
const noSignals = skippedFor(
  isWindows && 'Windows has no signals: a script that is ended there takes its console with it',
);

describe('a command that a script runs', () => {
  it('gives its exit code, 127 when it cannot be started, 1 when it takes too long', async () => {
    const exits = (code: number) => run(process.execPath, ['-e', `process.exit(${code})`], { quiet: true });
    expect([await exits(0), await exits(3)]).toEqual([0, 3]);
    expect(await run('no-such-program', [], { quiet: true })).toBe(127);
    expect(
      await run(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { quiet: true, limit: 200 }),
    ).toBe(1);
  });

  it(
    'ends with everything it started when the script is ended, and the script goes no further',
    noSignals,
    async () => {
      const folder = temporaryFolder('run');
      const pidFile = join(folder, 'pid');
      const after = join(folder, 'after');
      // A shell that waits for a child does not pass a signal on to it.
      const shell = '"$0" -e "setInterval(() => 0, 1000)" & echo $! > "$1"; wait';
      const args = ['-c', shell, process.execPath, pidFile];
      const script = `
      import { writeFileSync } from 'node:fs';
      import { run } from ${JSON.stringify(runModule)};
      await run('sh', ${JSON.stringify(args)});
      writeFileSync(${JSON.stringify(after)}, '');
    `;
      const running = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
      await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim()).toBeTruthy();
      const inner = Number(readFileSync(pidFile, 'utf8'));
      expect(isRunning(inner)).toBe(true);
      running.kill('SIGTERM');
      const [code] = await once(running, 'exit');
      expect(code).toBe(143);
      await expect.poll(() => isRunning(inner)).toBe(false);
      expect(existsSync(after)).toBe(false);
    },
  );

  it('outlives no other that runs beside it when the script is ended', noSignals, async () => {
    const folder = temporaryFolder('run');
    const names = ['first', 'second'];
    const command = (name: string, lingers: number) => `
        const { writeFileSync } = require('node:fs');
        process.on('SIGTERM', () => setTimeout(() => {
          writeFileSync(${JSON.stringify(join(folder, `${name}.ended`))}, '');
          process.exit();
        }, ${lingers}));
        setInterval(() => 0, 1000);
        writeFileSync(${JSON.stringify(join(folder, name))}, '');
      `;
    const scripts = [command('first', 0), command('second', 500)];
    const script = `
        import { run } from ${JSON.stringify(runModule)};
        await Promise.all(${JSON.stringify(scripts)}.map((code) => run(process.execPath, ['-e', code])));
      `;
    const running = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await expect.poll(() => names.every((name) => existsSync(join(folder, name)))).toBe(true);
    running.kill('SIGTERM');
    expect(await once(running, 'exit')).toEqual([143, null]);
    expect(names.filter((name) => existsSync(join(folder, `${name}.ended`)))).toEqual(names);
  });

  it('gives what it prints to who asks for it', async () => {
    const printed: string[] = [];
    const code = "process.stdout.write('one'); process.stderr.write('ñ')";
    await run(process.execPath, ['-e', code], { onOutput: (text) => printed.push(text) });
    expect(printed.sort()).toEqual(['one', 'ñ']);
  });
});
