import type { Session } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Preferences } from '../../../../../electron/host.ts';
import {
  createWindow,
  loadPage,
  showUndrawn,
} from '../../../../../electron/platform/electron/create-window.ts';
import { onSecondStarts } from '../../../../../electron/platform/electron/single-instance.ts';
import { fitToScreens } from '../../../../../electron/platform/electron/window-bounds.ts';
import { AppError } from '../../../../../shared/errors.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';
import { memoryPreferences } from '../../../../support/app/preferences.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import {
  app,
  type BrowserWindow,
  electron,
  resetElectron,
  screen,
} from '../../../../support/electron/index.ts';

function open(preferences: Preferences = memoryPreferences()) {
  const problems: unknown[] = [];
  const clock = createFakeClock();
  const real = createWindow({
    session: {} as Session,
    preload: '/app/preload.cjs',
    preferences,
    clock,
    onError: (error) => problems.push(error),
  });
  return { real, window: real as unknown as BrowserWindow, problems, clock };
}

describe("Electron's window", () => {
  beforeEach(() => resetElectron());

  it('gives the page no Node, no reach beyond its frame and no spell checker', () => {
    expect(open().window.options.webPreferences).toMatchObject({
      preload: '/app/preload.cjs',
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
  });

  it('sends nothing of WebRTC beside the proxy, which would tell the addresses of this computer', () => {
    expect(open().window.webContents.webRTCPolicy).toBe('disable_non_proxied_udp');
  });

  it.each(['will-redirect', 'will-attach-webview'])('refuses %s', (event) => {
    expect(open().window.webContents.may(event, { url: 'app://carpeta/', isMainFrame: true })).toBe(false);
  });

  it.each([
    ...['https://example.org/', 'http://127.0.0.1/', 'file:///etc/passwd', 'data:text/html,x', 'about:blank'],
    ...['app://carpeta/a.js', 'app://carpeta/?x', 'app://elsewhere/', 'app://carpeta.evil/', 'nonsense'],
  ])('lets its page go nowhere by itself: %s', (address) => {
    expect(open().window.webContents.mayGo(address)).toBe(false);
  });

  it('lets its page load itself again, as one that could not be drawn offers, but no frame within it', () => {
    const { webContents } = open().window;
    for (const hash of ['', '#/buscar/7', '#']) {
      expect(webContents.mayGo(`app://carpeta/${hash}`)).toBe(true);
      expect(webContents.mayGo(`app://carpeta/${hash}`, false)).toBe(false);
    }
  });

  it('opens no other window', () => {
    expect(open().window.webContents.opens?.()).toEqual({ action: 'deny' });
  });

  it.each([false, true])(
    'is hidden until the page has drawn itself (left maximised: %j)',
    async (maximized) => {
      const hash = { x: 300, y: 100, width: 1200, height: 700, maximized };
      const { real, window } = open(memoryPreferences({ window: hash }));
      expect(window).toMatchObject({ isShown: false, maximized: false });
      await loadPage(real);
      await expect.poll(() => window.isShown).toBe(true);
      expect(window.maximized).toBe(maximized);
      expect(window.webContents.mainFrame.url).toBe('app://carpeta/');
    },
  );

  it('is shown after ten seconds although its page draws nothing: hidden, nobody could close it', async () => {
    electron.drawsNothing = true;
    const clock = createFakeClock();
    const { real, window } = open();
    await loadPage(real);
    showUndrawn(real, clock, 10_000);
    await clock.advance(9_999);
    expect(window.isShown).toBe(false);
    await clock.advance(1);
    expect(window.isShown).toBe(true);
  });

  it.each(['show', 'closed'])(
    'is not shown once more when it was there in time, or gone: %s',
    async (event) => {
      const clock = createFakeClock();
      const { real, window } = open();
      showUndrawn(real, clock, 10_000);
      window.emit(event);
      window.destroyed = true;
      await clock.advance(10_000);
      expect(window.isShown).toBe(false);
    },
  );

  const nextRound = () => new Promise((resolve) => setImmediate(resolve));
  const left = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
  const right = { workArea: { x: 1920, y: 0, width: 1366, height: 728 } };
  const small = { workArea: { x: 0, y: 0, width: 640, height: 400 } };
  const onRight = { x: 2000, y: 50, width: 1200, height: 650 };
  const openOnRight = () => {
    electron.displays = [left, right];
    return open(memoryPreferences({ window: { ...onRight, maximized: false } }));
  };

  it('comes to a screen that is there when its own is taken away, and goes back, in its size', async () => {
    const { window } = openOnRight();
    screen.change([left]);
    await nextRound();
    expect(window.bounds).toEqual({ x: 720, y: 50, width: 1200, height: 650 });
    screen.change([small]);
    await nextRound();
    expect(window.bounds).toEqual({ x: 0, y: 0, width: 1200, height: 650 });
    electron.displays = [left, right];
    screen.emit('display-added', {}, right);
    expect(window.bounds).toEqual(onRight);
    window.close();
    for (const event of ['display-added', 'display-removed', 'display-metrics-changed'])
      expect(screen.listenerCount(event)).toBe(0);
  });

  it('keeps its size through ten changes of screens in a second, also where the system makes it smaller', async () => {
    const { window, clock } = openOnRight();
    for (const displays of [[small], [left], [left, right], [small], [right], []]) {
      screen.change(displays);
      // As Windows does before it tells of the change.
      window.change({ x: 0, y: 0, width: 640, height: 400 });
      await nextRound();
      await clock.advance(100);
    }
    for (const displays of [[small], [left], [right], [left, right]]) screen.change(displays);
    await nextRound();
    expect(window.bounds).toEqual(onRight);
    expect(window.placed.filter(({ width, height }) => width !== 1200 || height !== 650)).toEqual([]);
  });

  it('stays where its upper edge can still be reached, although the rest lies outside', async () => {
    const { window } = open(
      memoryPreferences({ window: { x: 300, y: 200, width: 1200, height: 700, maximized: false } }),
    );
    screen.change([small]);
    await nextRound();
    expect([window.bounds.x, window.placed]).toEqual([300, []]);
  });

  it('stays where a person has put it since, and is the system’s to move when it is maximised', async () => {
    const { window, clock } = openOnRight();
    await clock.advance(5_000);
    const chosen = { x: 100, y: 60, width: 1000, height: 600 };
    window.change(chosen);
    await clock.advance(2_000);
    screen.change([left]);
    await nextRound();
    screen.change([left, right]);
    await nextRound();
    expect([window.bounds, window.placed]).toEqual([chosen, []]);
    window.maximized = true;
    window.bounds = { ...chosen, x: 5000 };
    screen.change([left]);
    await nextRound();
    expect(window.bounds.x).toBe(5000);
  });

  it('asks a window nothing that is gone a moment after it was moved', async () => {
    const { window, clock } = openOnRight();
    await clock.advance(5_000);
    window.change({ x: 100, y: 60, width: 1000, height: 600 });
    window.destroyed = true;
    await clock.advance(2_000);
    expect(clock.sleeping).toEqual([]);
  });

  it.each([
    ['1024×600 at 100 percent', { x: 0, y: 0, width: 1024, height: 560 }],
    ['1366×768 at 125 percent', { x: 0, y: 0, width: 1093, height: 582 }],
    ['1366×768 at 150 percent', { x: 0, y: 0, width: 911, height: 480 }],
    ['a screen smaller than the page', { x: 0, y: 0, width: 640, height: 400 }],
  ])('fits %s, and may be no smaller than the page is drawn for', (_, workArea) => {
    electron.displays = [{ workArea }];
    const { width, height, minWidth, minHeight } = open().window.options as unknown as Record<string, number>;
    expect({ width, height }).toEqual({ width: workArea.width, height: workArea.height });
    expect(minWidth).toBeLessThanOrEqual(workArea.width);
    expect(minHeight).toBeLessThanOrEqual(workArea.height);
  });

  it.each([
    ['it is closed', (window: BrowserWindow) => void window.close()],
    ['Windows ends the session', (window: BrowserWindow) => void window.emit('session-end', { reasons: [] })],
  ])('comes back where it stood, maximized when it was, after %s', async (_, end) => {
    const stored = memoryPreferences();
    const first = open(stored).window;
    first.bounds = { x: 300, y: 100, width: 1200, height: 700 };
    first.maximized = true;
    end(first);
    const { real, window: second } = open(stored);
    expect(second.bounds).toEqual({ x: 300, y: 100, width: 1200, height: 700 });
    await loadPage(real);
    await expect.poll(() => second.maximized).toBe(true);
  });

  it('closes also when its place cannot be kept', () => {
    const full = new AppError('DISK_FULL', 'no space');
    const { window, problems } = open({
      ...memoryPreferences(),
      change: () => {
        throw full;
      },
    });
    expect(window.close()).toBe(true);
    expect(problems).toEqual([full]);
  });

  it('comes to the front when the app is started again, but not before it has anything to show', async () => {
    const secondStarts = onSecondStarts(temporaryFolder('second-start'));
    const { real, window } = open();
    secondStarts.bring(real);
    app.emit('activate');
    expect(window).toMatchObject({ isShown: false, focused: 0 });
    await loadPage(real);
    await expect.poll(() => window.isShown).toBe(true);
    expect(window).toMatchObject({ minimized: false, isShown: true, focused: 1 });
    window.minimized = true;
    app.emit('second-instance');
    expect(window).toMatchObject({ minimized: false, isShown: true, focused: 2 });
    window.destroyed = true;
    app.emit('activate');
    expect(window.focused).toBe(2);
  });
});

describe('place of the window', () => {
  const wide = { x: 0, y: 0, width: 1920, height: 1040 };
  const right = { x: 1920, y: 0, width: 1366, height: 728 };
  const at = { x: 100, y: 50, width: 1300, height: 700, maximized: false };

  it.each([undefined, null, 'nonsense', {}, { ...at, width: 'x' }, { ...at, x: 0.5 }])(
    'is the usual one when %j was kept',
    (stored) => {
      expect(fitToScreens(stored, [wide])).toEqual({
        x: 277,
        y: 136,
        width: 1366,
        height: 768,
        maximized: false,
      });
    },
  );

  it('is kept on any screen that still shows it', () => {
    expect(fitToScreens(at, [wide])).toEqual(at);
    const onRight = { ...at, x: 2000, width: 1200 };
    expect(fitToScreens(onRight, [wide, right])).toEqual(onRight);
  });

  it.each([
    ['the screen is gone', { ...at, x: 2000 }],
    ['only a sliver is left of it', { ...at, x: 1900 }],
    ['its title bar is above the screen', { ...at, y: -40 }],
    ['its title bar is below the screen', { ...at, y: 1030 }],
  ])('is brought back when %s', (_, stored) => {
    expect(fitToScreens(stored, [wide])).toMatchObject({ x: 277, y: 136 });
  });

  it('is never larger than its screen nor smaller than the page can be', () => {
    expect(fitToScreens({ ...at, width: 5000, height: 10 }, [wide])).toMatchObject({
      width: 1920,
      height: 440,
    });
    expect(fitToScreens(undefined, [{ x: 0, y: 0, width: 1024, height: 600 }])).toMatchObject({
      width: 1024,
      height: 600,
    });
  });
});
