import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDesktop } from '../../../../electron/platform/electron/desktop.ts';
import { createNetworkSession } from '../../../../electron/platform/electron/http-client.ts';
import { prepareElectron } from '../../../../electron/platform/electron/prepare-electron.ts';
import {
  app,
  BrowserWindow,
  electron,
  resetElectron,
  type Stage,
  setStage,
} from '../../../support/electron/index.ts';

const openWindow = () => new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
/** What the app asks of Electron that needs it to be ready. */
const needing: [string, () => unknown][] = [
  ['a window', openWindow],
  ['a session', createNetworkSession],
  [
    'a notice',
    () => createDesktop(() => undefined as unknown as RealWindow).notify({ title: 'Listo', body: '' }),
  ],
];

describe("Electron's life cycle, as the model of it holds the app to it", () => {
  beforeEach(() => resetElectron());

  it.each(needing)('gives %s from ready on alone, and as long as it quits', (_, ask) => {
    for (const stage of ['not started', 'entry loading', 'entry loaded', 'quit'] satisfies Stage[]) {
      setStage(stage);
      expect(ask).toThrow(/ready|Electron's process is/);
    }
    for (const stage of ['ready', 'quitting'] satisfies Stage[]) {
      setStage(stage);
      expect(ask).not.toThrow();
    }
  });

  it('shows a dialog from ready on alone', async () => {
    setStage('entry loading');
    const desktop = createDesktop(() => undefined as unknown as RealWindow);
    await expect(desktop.chooseFolder({ title: 'Dónde' })).rejects.toThrow(/after app is ready/);
  });

  it('takes what must come before ready then alone', () => {
    for (const stage of ['not started', 'ready', 'quitting', 'quit'] satisfies Stage[]) {
      setStage(stage);
      expect(() => prepareElectron()).toThrow(/before app is ready|Electron's process is/);
    }
    setStage('entry loading');
    expect(() => prepareElectron()).not.toThrow();
  });

  it('goes on where a window does not close, and ends where all of them do', () => {
    const window = openWindow();
    const stay = (event: { preventDefault(): void }) => event.preventDefault();
    window.on('close', stay);
    app.quit();
    expect([app.isReady(), electron.hasQuit, window.destroyed]).toEqual([true, false, false]);
    window.off('close', stay);
    app.quit();
    expect([electron.hasQuit, window.destroyed]).toEqual([true, true]);
    expect(openWindow).toThrow("Electron's process is quit");
  });
});
