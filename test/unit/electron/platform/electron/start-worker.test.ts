import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workInProcess } from '../../../../../electron/lib/process-task.ts';
import { startWorker } from '../../../../../electron/platform/electron/index.ts';
import { errorOf } from '../../../../support/agency/client.ts';
import { app, electron, resetElectron, setStage } from '../../../../support/electron/index.ts';

const script = new URL('./fixtures/worker.ts', import.meta.url);
const work = (kind: 'echo' | 'grow' | 'hang' | 'throw', options = {}) =>
  workInProcess(startWorker, script, { kind, text: 'ñ' }, { heapMb: 64 }, options);

beforeEach(() => resetElectron());
afterEach(() => vi.unstubAllEnvs());

describe('a worker of Electron', () => {
  it('does its work in a utility process, which knows no key and has ended when the work is done', async () => {
    vi.stubEnv('CARPETA_API_KEY', 'k');
    expect(await work('echo')).toEqual({ text: 'ñ', hasKey: false });
    expect(electron.workers).toMatchObject([
      {
        options: {
          execArgv: ['--js-flags=--max-old-space-size=64 --max-semi-space-size=8'],
          stdio: 'ignore',
        },
        child: { pid: undefined },
      },
    ]);
  });

  it('waits until Electron is ready, as a command of the terminal may not', async () => {
    setStage('entry loaded');
    const working = work('echo');
    expect(electron.workers).toEqual([]);
    setStage('ready');
    app.emit('ready');
    expect(await working).toMatchObject({ text: 'ñ' });
  });

  it('that takes more memory than it may ends alone, whatever V8 says of it', async () => {
    expect((await errorOf(work('grow'))).code).toBe('PAPERS_TOO_HEAVY');
  });

  it('that the system has ended already is waited for by nobody', async () => {
    const stop = new AbortController();
    const working = errorOf(work('hang', { signal: stop.signal }));
    await expect.poll(() => electron.workers[0]?.child.pid).toBeGreaterThan(0);
    const { child } = electron.workers[0] ?? {};
    if (!child) throw new Error('no worker');
    // `kill` says false of a process that is gone, whose end may be told later
    // (`UtilityProcessWrapper::Kill`).
    const kill = vi.spyOn(child, 'kill').mockReturnValueOnce(false);
    stop.abort();
    expect((await working).code).toBe('CANCELLED');
    kill.mockRestore();
    child.kill();
    await once(child, 'exit');
  });

  it('whose script throws is no fault of the documents', async () => {
    expect((await errorOf(work('throw'))).code).toBe('UNEXPECTED');
  });

  it('is ended when nobody wants its work any more, also before it has spawned', async () => {
    const stop = new AbortController();
    const working = errorOf(work('hang', { signal: stop.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await working).code).toBe('CANCELLED');
    const [worker] = electron.workers;
    if (worker?.child.pid !== undefined) await once(worker.child, 'exit');
    expect(worker?.child.pid).toBeUndefined();
  });
});

it('the script of a worker is named by its path, as Electron wants it', async () => {
  await work('echo');
  expect(electron.workers[0]?.modulePath).toBe(join(import.meta.dirname, 'fixtures/worker.ts'));
});
