import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sender } from '../../../../../electron/ipc/call-gate.ts';
import {
  forwardEvents,
  registerIpcHandlers,
} from '../../../../../electron/platform/electron/register-ipc-handlers.ts';
import { calls, eventNames } from '../../../../../shared/contract.ts';
import { BrowserWindow, electron, resetElectron } from '../../../../support/electron/index.ts';

function setUp() {
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
  window.webContents.mainFrame = { url: 'app://carpeta/' };
  const asked: [Sender, unknown, unknown][] = [];
  registerIpcHandlers(window as unknown as RealWindow, async (...eventArgs) => {
    asked.push(eventArgs);
    return { ok: true, value: 'answer' };
  });
  const ask = (senderFrame: unknown, name = 'app.info', input?: unknown) =>
    electron.calls.get(name)?.({ senderFrame }, input);
  return { window, asked, ask };
}

describe("calls on Electron's bridge", () => {
  beforeEach(() => resetElectron());

  it('are those of the contract and no other', () => {
    setUp();
    expect([...electron.calls.keys()]).toEqual(Object.keys(calls));
  });

  it('reach the gate with who asks, as Electron tells it', async () => {
    const { window, asked, ask } = setUp();
    expect(await ask(window.webContents.mainFrame, 'rows.find', { text: 'x' })).toEqual({
      ok: true,
      value: 'answer',
    });
    expect(asked).toEqual([[{ topFrame: true, url: 'app://carpeta/' }, 'rows.find', { text: 'x' }]]);
  });

  it.each([
    ['another frame with our address', { url: 'app://carpeta/' }, 'app://carpeta/'],
    ['a frame that is gone', null, undefined],
    ['a frame without an address yet', { url: '' }, undefined],
    ['a frame whose address is missing', {}, undefined],
  ])('of %s are not those of the top frame', async (_, frame, url) => {
    const { asked, ask } = setUp();
    await ask(frame);
    expect(asked[0]?.[0]).toEqual({ topFrame: false, url });
  });

  it('are not taken after the window has gone', async () => {
    const { window, asked, ask } = setUp();
    window.destroyed = true;
    await ask(window.webContents.mainFrame);
    expect(asked[0]?.[0].topFrame).toBe(false);
  });
});

describe("events on Electron's bridge", () => {
  beforeEach(() => resetElectron());

  it('go to the page while its window is there', () => {
    const { window } = setUp();
    const listeners = new Map<string, (payload: never) => void>();
    forwardEvents(window as unknown as RealWindow, (name, listener) =>
      listeners.set(name, listener as never),
    );
    expect([...listeners.keys()]).toEqual([...eventNames]);
    const tell = listeners.get('network.changed') as (payload: { online: boolean }) => void;
    tell({ online: false });
    window.destroyed = true;
    tell({ online: true });
    expect(window.webContents.sent).toEqual([['network.changed', { online: false }]]);
  });
});
