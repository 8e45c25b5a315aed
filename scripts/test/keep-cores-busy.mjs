// @ts-check
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
/** Milliseconds of work between two looks at whether anybody still wants it. */
const turn = 20;

/**
 * Keeps every core busy until it is stopped, or until this process has ended, however it ends: each busy
 * process has a pipe to this one, and ends with it.
 * @returns {{ pids: readonly number[], stop: () => void }}
 */
export function keepCoresBusy(cores = availableParallelism()) {
  const busy = Array.from({ length: cores }, () =>
    spawn(process.execPath, [self], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );
  return {
    pids: busy.flatMap(({ pid }) => pid ?? []),
    stop: () => {
      for (const { stdin } of busy) stdin.end();
    },
  };
}

function work() {
  const until = performance.now() + turn;
  while (performance.now() < until);
  setImmediate(work);
}

if (process.argv[1] === self) {
  process.stdin.on('end', () => process.exit());
  process.stdin.resume();
  work();
}
