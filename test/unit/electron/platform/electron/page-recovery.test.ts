import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { nativeTranslations } from '../../../../../electron/platform/electron/native-translations.ts';
import { PageRecovery } from '../../../../../electron/platform/electron/page-recovery.ts';
import { AppError } from '../../../../../shared/errors.ts';
import {
  app,
  BrowserWindow,
  electron,
  resetElectron,
  unanswered,
} from '../../../../support/electron/index.ts';

function setUp() {
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
  const noted: unknown[] = [];
  const lost: unknown[] = [];
  /** Loads under way, to be ended by the test. */
  const loads: PromiseWithResolvers<void>[] = [];
  let now = 0;
  const page = new PageRecovery({
    window: window as unknown as RealWindow,
    load() {
      const load = Promise.withResolvers<void>();
      loads.push(load);
      return load.promise;
    },
    onLost: (error) => lost.push(error),
    translations: () => nativeTranslations('es-CL').page,
    elapsed: () => now,
    note: (event, facts) => noted.push([event, facts]),
  });
  const { webContents } = window;
  return {
    window,
    webContents,
    noted,
    lost,
    loads,
    page,
    comeUp() {
      webContents.mainFrame = { url: 'app://carpeta/' };
      webContents.emit('did-finish-load');
    },
    goes: (reason = 'crashed') => webContents.emit('render-process-gone', {}, { reason, exitCode: 5 }),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

const completed = (response: number) => ({ response });
/** Lets what an answer leads to happen. */
const afterImmediate = () => new Promise((resolve) => setImmediate(resolve));

describe('a page whose process has ended', () => {
  beforeEach(() => {
    resetElectron();
    electron.dialogAnswer = unanswered;
  });

  it('is loaded again without a word, and noted', () => {
    const { comeUp, goes, webContents, noted } = setUp();
    comeUp();
    goes('oom');
    expect(webContents.reloads).toBe(1);
    expect(electron.dialogs).toEqual([]);
    expect(noted).toEqual([['the page has gone', { reason: 'oom', exitCode: 5 }]]);
  });

  it('is left alone when it has ended as it should, or its window is closed', () => {
    const { window, comeUp, goes, webContents } = setUp();
    comeUp();
    goes('clean-exit');
    window.destroyed = true;
    goes();
    expect(webContents.reloads).toBe(0);
    expect(electron.dialogs).toEqual([]);
  });

  it('is asked about when it ends again within a minute, and loaded when the person says so', async () => {
    const { comeUp, goes, wait, webContents } = setUp();
    comeUp();
    goes();
    comeUp();
    wait(59_000);
    goes();
    expect(webContents.reloads).toBe(1);
    expect(electron.dialogs).toMatchObject([
      { message: 'La ventana se cerró de golpe.', buttons: ['Volver a cargar', 'Salir de Carpeta'] },
    ]);
    // Another end while the question stands asks nothing more.
    goes();
    expect(electron.dialogs).toHaveLength(1);
  });

  it('is loaded again without a word when the last time was long ago', () => {
    const { comeUp, goes, wait, webContents } = setUp();
    comeUp();
    goes();
    comeUp();
    wait(60_000);
    goes();
    expect(webContents.reloads).toBe(2);
    expect(electron.dialogs).toEqual([]);
  });

  it('is asked about when it never came up, in a window that can be seen', async () => {
    const { window, goes, webContents, loads } = setUp();
    electron.dialogAnswer = completed(0);
    goes();
    expect(window.isShown).toBe(true);
    await afterImmediate();
    // Nothing is there that could be loaded again: it is loaded anew.
    expect([webContents.reloads, loads.length]).toEqual([0, 1]);
  });

  it('is not loaded again when the person quits', async () => {
    const { goes, webContents } = setUp();
    electron.dialogAnswer = completed(1);
    let isAsked = false;
    app.on('before-quit', () => {
      isAsked = true;
    });
    goes();
    await afterImmediate();
    expect([isAsked, webContents.reloads]).toEqual([true, 0]);
  });
});

describe('a page that hangs', () => {
  beforeEach(() => {
    resetElectron();
    electron.dialogAnswer = unanswered;
  });

  it('is waited for when the person says so', async () => {
    const { comeUp, webContents, noted } = setUp();
    comeUp();
    electron.dialogAnswer = completed(0);
    webContents.emit('unresponsive');
    await afterImmediate();
    expect(electron.dialogs).toMatchObject([
      { message: 'La ventana no responde.', buttons: ['Esperar', 'Volver a cargar'] },
    ]);
    expect([webContents.reloads, webContents.crashes]).toEqual([0, 0]);
    expect(noted).toEqual([['the page hangs', {}]]);
  });

  it('is ended and loaded again when the person says so, and its end is no crash', async () => {
    const { comeUp, webContents } = setUp();
    comeUp();
    electron.dialogAnswer = completed(1);
    webContents.emit('unresponsive');
    await afterImmediate();
    await afterImmediate();
    expect([webContents.crashes, webContents.reloads]).toEqual([1, 1]);
    expect(electron.dialogs).toHaveLength(1);
  });

  it('takes the question back when it answers by itself, or ends', async () => {
    const { comeUp, goes, webContents } = setUp();
    comeUp();
    webContents.emit('unresponsive');
    webContents.emit('responsive');
    await afterImmediate();
    webContents.emit('unresponsive');
    expect(electron.dialogs).toHaveLength(2);
    goes();
    await afterImmediate();
    expect([webContents.crashes, webContents.reloads]).toEqual([0, 1]);
    webContents.emit('responsive');
  });

  it('is asked about as gone when it ends for good while the other question stands', async () => {
    const { goes, webContents } = setUp();
    webContents.emit('unresponsive');
    // Told once more, it is asked about once.
    webContents.emit('unresponsive');
    goes();
    await afterImmediate();
    expect(electron.dialogs).toMatchObject([
      { message: 'La ventana no responde.' },
      { message: 'La ventana se cerró de golpe.' },
    ]);
  });

  it('asks nothing of a window that was closed meanwhile', async () => {
    const { window, comeUp, webContents } = setUp();
    comeUp();
    webContents.emit('unresponsive');
    window.destroyed = true;
    electron.answerDialog?.(completed(1));
    await afterImmediate();
    expect(webContents.crashes).toBe(0);
  });
});

describe('a first load that fails', () => {
  beforeEach(() => {
    resetElectron();
    electron.dialogAnswer = unanswered;
  });
  const failed = Object.assign(new Error("ERR_FAILED (-2) loading 'app://carpeta/'"), { code: 'ERR_FAILED' });

  it('is asked about once, whether its failure or the end of its process is told first', async () => {
    for (const order of [
      ['fails', 'goes'],
      ['goes', 'fails'],
    ]) {
      electron.dialogs = [];
      const { page, loads, goes, noted } = setUp();
      const loaded = page.load();
      for (const event of order) {
        if (event === 'goes') goes();
        else loads[0]?.reject(failed);
        await afterImmediate();
      }
      await loaded;
      expect(electron.dialogs).toMatchObject([{ message: 'La ventana se cerró de golpe.' }]);
      expect(noted).toContainEqual(['the page was not loaded', { reason: 'ERR_FAILED' }]);
    }
  });

  it('is asked about each time that it fails again', async () => {
    const { page, loads, lost } = setUp();
    const loaded = page.load();
    loads[0]?.reject(failed);
    await loaded;
    for (const round of [1, 2]) {
      electron.answerDialog?.(completed(0));
      await afterImmediate();
      loads[round]?.reject(failed);
      await afterImmediate();
    }
    expect(electron.dialogs).toHaveLength(3);
    expect(lost).toEqual([]);
  });

  it('is told as lost when the page that was asked for again turns out to be missing', async () => {
    const { page, loads, lost } = setUp();
    const loaded = page.load();
    loads[0]?.reject(failed);
    await loaded;
    electron.answerDialog?.(completed(0));
    await afterImmediate();
    const missing = new AppError('PROGRAM_INCOMPLETE', 'missing');
    loads[1]?.reject(missing);
    await afterImmediate();
    expect(lost).toEqual([missing]);
    expect(electron.dialogs).toHaveLength(1);
  });

  it('rejects where the page can never be there', async () => {
    const { page, loads } = setUp();
    const loaded = page.load();
    loads[0]?.reject(new AppError('PROGRAM_INCOMPLETE', 'missing'));
    await expect(loaded).rejects.toMatchObject({ code: 'PROGRAM_INCOMPLETE' });
    expect(electron.dialogs).toEqual([]);
  });

  it('asks nothing where the window is gone', async () => {
    const { page, loads, window } = setUp();
    const loaded = page.load();
    window.destroyed = true;
    loads[0]?.reject(new Error('nobody waits for it'));
    await loaded;
    expect(electron.dialogs).toEqual([]);
  });

  it('asks nothing where it was given up for another, because the page hung', async () => {
    const { page, loads, webContents } = setUp();
    void page.load();
    electron.dialogAnswer = completed(1);
    webContents.emit('unresponsive');
    await afterImmediate();
    expect([webContents.crashes, webContents.reloads, loads.length]).toEqual([1, 0, 2]);
    loads[0]?.reject(failed);
    await afterImmediate();
    expect(electron.dialogs).toHaveLength(1);
  });

  it('without a code is noted as well', async () => {
    const { page, loads, noted } = setUp();
    const loaded = page.load();
    loads[0]?.reject('no error at all');
    await loaded;
    expect(noted).toEqual([['the page was not loaded', { reason: '' }]]);
  });
});
