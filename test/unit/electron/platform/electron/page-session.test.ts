import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageOrigin } from '../../../../../electron/platform/electron/page-scheme.ts';
import { createPageSession } from '../../../../../electron/platform/electron/page-session.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { electron, resetElectron } from '../../../../support/electron/index.ts';

describe("session of Electron's page", () => {
  const folder = temporaryFolder('page-session');
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page/index.html'), '<p>the page</p>');
  writeFileSync(join(folder, 'secret.html'), 'a secret');

  beforeEach(() => {
    resetElectron();
    createPageSession(join(folder, 'page'));
  });
  const own = () => {
    const session = electron.sessions.get('page');
    if (!session) throw new Error('no session was made');
    return session;
  };
  const ask = (url: string, method = 'GET') => own().handlers.get('app')?.({ url, method });

  it('is in memory and without a cache', () => {
    expect([...electron.sessions.keys()]).toEqual(['page']);
    expect(own().options).toEqual({ cache: false });
  });

  it('serves the page under its own origin, with its policy', async () => {
    const response = await ask(`${pageOrigin}/`);
    expect(response?.status).toBe(200);
    expect(await response?.text()).toBe('<p>the page</p>');
    expect(response?.headers.get('content-security-policy')).toContain("connect-src 'none'");
  });

  it.each([
    [`${pageOrigin}/..%2fsecret.html`, 'GET'],
    [`${pageOrigin}/`, 'POST'],
    ['app://elsewhere/', 'GET'],
    ['app://carpeta.evil/', 'GET'],
  ])('refuses %s by %s', async (url, method) => {
    const response = await ask(url, method);
    expect(response?.status).toBe(403);
    expect(await response?.text()).toBe('');
  });

  it.each([
    ['app://carpeta/a.js', false],
    ['blob:app://carpeta/1', false],
    ['data:image/png;base64,AA', false],
    ['https://example.org/', true],
    ['http://127.0.0.1/', true],
    ['file:///etc/passwd', true],
    ['ws://127.0.0.1/', true],
    ['nonsense', true],
  ])('lets no request through to a network: %s cancelled is %j', (url, cancel) => {
    let verdict: unknown;
    own().beforeRequest?.({ url }, (result) => {
      verdict = result;
    });
    expect(verdict).toEqual({ cancel });
  });

  it.each([
    ...['media', 'geolocation', 'notifications', 'openExternal', 'clipboard-read', 'fileSystem', 'usb'],
    ...['display-capture', 'local-fonts', 'idle-detection', 'unknown'],
  ])('grants no %s', (permission) => {
    let granted: boolean | undefined;
    own().asksPermission?.(null, permission, (result) => {
      granted = result;
    });
    expect(granted).toBe(false);
    expect(own().checksPermission?.(null, permission)).toBe(false);
  });

  it('grants copying alone', () => {
    let granted: boolean | undefined;
    own().asksPermission?.(null, 'clipboard-sanitized-write', (result) => {
      granted = result;
    });
    expect(granted).toBe(true);
    expect(own().checksPermission?.(null, 'clipboard-sanitized-write')).toBe(true);
  });

  it('gives no device and no picture of the screen, and downloads nothing', () => {
    let streams: unknown;
    own().asksScreen?.({}, (result) => {
      streams = result;
    });
    expect(streams).toEqual({});
    expect(own().checksDevice?.()).toBe(false);
    let prevented = false;
    own().emit('will-download', {
      preventDefault: () => {
        prevented = true;
      },
    });
    expect(prevented).toBe(true);
  });
});
