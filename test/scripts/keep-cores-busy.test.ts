import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { keepCoresBusy } from '../../scripts/test/keep-cores-busy.mjs';
import { isRunning } from '../support/process/is-running.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';

const loadModule = join(import.meta.dirname, '../../scripts/test/keep-cores-busy.mjs');
const noPs = isWindows && 'Windows has no ps, by which the test looks';

describe('the load beside repeated tests', skippedFor(noPs), () => {
  it('is as many busy processes as are asked for, until it is stopped', async () => {
    const load = keepCoresBusy(2);
    expect(load.pids.map(isRunning)).toEqual([true, true]);
    load.stop();
    await expect.poll(() => load.pids.map(isRunning)).toEqual([false, false]);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ends when who started it is ended by %s',
    async (signal) => {
      const script = `
        import { keepCoresBusy } from ${JSON.stringify(loadModule)};
        console.log(JSON.stringify(keepCoresBusy(2).pids));
      `;
      const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(createInterface(starter.stdout), 'line');
      const pids: number[] = JSON.parse(line);
      expect(pids.map(isRunning)).toEqual([true, true]);
      starter.kill(signal);
      await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
    },
  );
});
