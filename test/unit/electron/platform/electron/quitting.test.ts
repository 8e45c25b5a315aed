import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nativeTranslations } from '../../../../../electron/platform/electron/native-translations.ts';
import { quitCleanly } from '../../../../../electron/platform/electron/quitting.ts';
import { app, BrowserWindow, electron, resetElectron } from '../../../../support/electron/index.ts';

const yes = { response: 0 };
const no = { response: 1 };

interface Conditions {
  working?: boolean;
  broken?: boolean;
  silent?: boolean;
  platform?: NodeJS.Platform;
}

function setUp({ working = false, broken = false, silent = false, platform = 'win32' }: Conditions = {}) {
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
  const state = { closed: 0, sessionEnds: 0, isLeaving: false };
  const problems: unknown[] = [];
  const breakDown = () => {
    if (broken) throw new Error('the store is gone');
  };
  quitCleanly({
    window: window as unknown as RealWindow,
    translations: () => nativeTranslations('es-CL'),
    isWorking: async () => {
      breakDown();
      return silent ? await never : working;
    },
    onLeaving: (isLeaving) => {
      state.isLeaving = isLeaving;
    },
    close: async () => {
      expect(state.isLeaving).toBe(true);
      state.closed++;
      breakDown();
      if (silent) await never;
    },
    onError: (error) => problems.push(error),
    onSessionEnd: () => state.sessionEnds++,
    platform,
  });
  return { window, state, problems };
}

const never = new Promise<never>(() => undefined);

/** Lets what quitting waits for go on. */
const afterImmediate = () => new Promise((resolve) => setImmediate(resolve));

describe('quitting', () => {
  beforeEach(() => resetElectron());

  it('closes the app before Electron ends', async () => {
    const { window, state } = setUp();
    app.quit();
    expect(electron.hasQuit).toBe(false);
    await afterImmediate();
    expect(state.closed).toBe(1);
    expect(window.destroyed).toBe(true);
    expect(electron.hasQuit).toBe(true);
    expect(electron.dialogs).toEqual([]);
  });

  it('is what closing the window means', async () => {
    const { window, state } = setUp();
    expect(window.close()).toBe(false);
    await afterImmediate();
    expect(state.closed).toBe(1);
    expect(electron.hasQuit).toBe(true);
  });

  it('shows a window that is hidden before it asks, because macOS hangs the question on it', async () => {
    const { window } = setUp({ platform: 'darwin', working: true });
    window.show();
    window.close();
    electron.dialogAnswer = no;
    app.quit();
    await afterImmediate();
    expect(electron.dialogs).toHaveLength(1);
    expect(window).toMatchObject({ isShown: true, destroyed: false });
  });

  it('on a Mac closing the window leaves the app in the dock, with its downloads; Cmd+Q asks', async () => {
    const { window, state } = setUp({ platform: 'darwin', working: true });
    window.show();
    expect(window.close()).toBe(false);
    await afterImmediate();
    expect(window).toMatchObject({ isShown: false, destroyed: false });
    expect([state.closed, electron.hasQuit, electron.dialogs]).toEqual([0, false, []]);

    electron.dialogAnswer = yes;
    app.quit();
    await afterImmediate();
    expect(electron.dialogs).toHaveLength(1);
    expect([state.closed, electron.hasQuit, window.destroyed]).toEqual([1, true, true]);
  });

  it('on a Mac a window that fills the screen leaves it before it is hidden', async () => {
    const { window } = setUp({ platform: 'darwin' });
    window.show();
    window.fullScreen = true;
    window.close();
    expect(window.isShown).toBe(true);
    await expect.poll(() => [window.fullScreen, window.isShown]).toEqual([false, false]);
  });

  it('neither asks nor waits when Windows ends the session: the process has this turn and no other', async () => {
    const { window, state } = setUp({ working: true });
    window.emit('session-end', { reasons: ['shutdown'] });
    expect(state.sessionEnds).toBe(1);
    expect(window.close()).toBe(true);
    await afterImmediate();
    expect(electron.dialogs).toEqual([]);
  });

  it('asks in the middle of a download, and stays when told to', async () => {
    const { window, state } = setUp({ working: true });
    electron.dialogAnswer = no;
    window.close();
    await afterImmediate();
    expect(electron.dialogs).toMatchObject([{ buttons: ['Salir', 'Seguir aquí'], cancelId: 1 }]);
    expect([state.closed, electron.hasQuit, window.destroyed]).toEqual([0, false, false]);
    expect(state.isLeaving).toBe(false);

    electron.dialogAnswer = yes;
    app.quit();
    await afterImmediate();
    expect([state.closed, electron.hasQuit]).toEqual([1, true]);
  });

  it('happens also when the app cannot say what it does, nor close', async () => {
    const { problems } = setUp({ broken: true });
    app.quit();
    await afterImmediate();
    expect(electron.hasQuit).toBe(true);
    expect(problems.map(String)).toEqual(Array(2).fill('Error: the store is gone'));
  });

  it('happens also when the app never answers: after ten seconds each', async () => {
    vi.useFakeTimers();
    try {
      const { state } = setUp({ silent: true });
      app.quit();
      await vi.advanceTimersByTimeAsync(10_000);
      expect([state.closed, electron.hasQuit]).toEqual([1, false]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(electron.hasQuit).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks once however often it is told to quit', async () => {
    const { state } = setUp({ working: true });
    electron.dialogAnswer = yes;
    app.quit();
    app.quit();
    app.emit('window-all-closed');
    await afterImmediate();
    expect(electron.dialogs).toHaveLength(1);
    expect(state.closed).toBe(1);
  });
});
