import { describe, expect, it } from 'vitest';
import type { WorkerProcess } from '../../../../electron/host.ts';
import { type WorkLimits, workInProcess } from '../../../../electron/lib/process-task.ts';
import type { WorkerMessage } from '../../../../electron/lib/worker-task.mjs';
import { errorOf } from '../../../support/agency/client.ts';

/**
 * A worker that a test speaks for, and a clock whose every look a test ends: how long one took is nobody's to
 * know.
 */
async function played(limits: Partial<WorkLimits> = {}) {
  let listener: (message: WorkerMessage) => void = () => undefined;
  const looks: { ms: number; pass: () => void }[] = [];
  const started: WorkerProcess = {
    send: () => undefined,
    onMessage: (step) => {
      listener = step;
    },
    onEnd: () => undefined,
    end: async () => undefined,
  };
  const clock = {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        looks.push({ ms, pass: resolve });
        signal?.addEventListener('abort', () => {
          looks.splice(0);
          reject(signal.reason);
        });
      }),
  };
  const allowed = { heapMb: 64, stillMs: 30_000, ...limits };
  const work = workInProcess(async () => started, new URL('file:///w.ts'), {}, allowed, { clock });
  work.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  return {
    work,
    say: (message: WorkerMessage) => listener(message),
    /** Whether anybody looks still how long it takes. */
    watched: () => looks.length > 0,
    /** Passes the look that is under way, and tells how long it was to take. */
    poll: async () => {
      await expect.poll(() => looks.length).toBeGreaterThan(0);
      const [{ ms, pass } = { ms: 0, pass: () => undefined }] = looks.splice(0);
      pass();
      await new Promise((resolve) => setImmediate(resolve));
      return ms;
    },
  };
}

const done: WorkerMessage = { kind: 'end', outcome: { ok: true, value: 'done' } };

describe('time that work may take', () => {
  it('is counted in short looks, so that a night in which the computer slept is one of them', async () => {
    const { work, say, poll } = await played();
    say({ kind: 'begun' });
    // As many as fit before the limit, whatever the clock on the wall says by then.
    for (let counted = 0; counted < 29_000; ) counted += await poll();
    say(done);
    expect(await work).toBe('done');
  });

  it('ends it when no step is done while the computer is awake, and begins anew with each step', async () => {
    const { work, say, poll } = await played();
    say({ kind: 'begun' });
    for (let counted = 0; counted < 29_000; ) counted += await poll();
    say({ kind: 'step' });
    for (let counted = 0; counted < 29_000; ) counted += await poll();
    await poll();
    expect((await errorOf(work)).code).toBe('PAPERS_TOO_HEAVY');
  });

  it('is endless where no limit is set, once the process is there', async () => {
    const { work, say, watched } = await played({ stillMs: undefined });
    say({ kind: 'begun' });
    say(done);
    expect(await work).toBe('done');
    expect(watched()).toBe(false);
  });

  it('for a process that never says that it is there is no fault of the documents', async () => {
    const { work, poll } = await played();
    for (let counted = 0; counted < 60_000; ) counted += await poll();
    expect((await errorOf(work)).code).toBe('UNEXPECTED');
  });
});
