import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { sourceOptions } from '../../../../../scripts/source-options.mjs';
import { isRunning } from '../../../../support/process/is-running.ts';
import { skippedFor } from '../../../../support/skipped.ts';

const parent = join(import.meta.dirname, 'fixtures/parent.ts');

/** The number of the worker that a process has started, which is at its work. */
async function startedWorker(child: ReturnType<typeof spawn>): Promise<number> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) {
    const pid = /"pid":(\d+)/.exec(line)?.[1];
    if (pid !== undefined) return Number(pid);
  }
  throw new Error('it started no worker');
}

const whyNot = process.platform === 'win32' && 'Windows has no ps';

describe('a worker of the terminal', skippedFor(whyNot), () => {
  it.each(['waits', 'is busy'])('ends with a process that was killed, also where it %s', async (kind) => {
    const child = spawn(process.execPath, [...sourceOptions, parent, kind], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const worker = await startedWorker(child);
    expect(isRunning(worker)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(worker), { timeout: 20_000 }).toBe(false);
  });
});
