import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  prepareElectron,
  readStart,
  refuseSwitches,
} from '../../../../../electron/platform/electron/index.ts';
import { app, electron, resetElectron } from '../../../../support/electron/index.ts';

const spying = [
  ...[
    'remote-debugging-port',
    'remote-debugging-pipe',
    'inspect',
    'inspect-brk',
    'js-flags',
    'load-extension',
  ],
  ...['ignore-certificate-errors', 'disable-web-security', 'host-rules', 'ssl-key-log-file'],
];
const loosening = [
  ...[
    'no-sandbox',
    'disable-seccomp-filter-sandbox',
    'single-process',
    'gpu-launcher',
    'renderer-cmd-prefix',
  ],
  ...['proxy-server', 'proxy-pac-url', 'proxy-bypass-list', 'no-proxy-server'],
  ...['log-file', 'enable-logging', 'disable-features', 'enable-features', 'force-fieldtrials'],
];

describe("start of Electron's process", () => {
  beforeEach(() => resetElectron('entry loading'));
  afterEach(() => vi.unstubAllEnvs());

  it('settles scheme, sandbox and folders before anything is shown', () => {
    vi.stubEnv('CARPETA_HOME', '/tmp/carpeta-home');
    expect(prepareElectron()).toBe(resolve('/tmp/carpeta-home'));
    expect(electron.schemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
    expect(app.sandboxed).toBe(true);
    expect(Object.fromEntries(electron.paths)).toEqual({
      userData: resolve('/tmp/carpeta-home'),
      sessionData: join(resolve('/tmp/carpeta-home'), 'session'),
    });
    expect(electron.switches).toEqual(new Set(['disable-http-cache', 'disable-breakpad']));
  });

  it.each(['win32', 'darwin', 'linux'] as const)(
    'asks %s for nothing that Electron lacks there',
    (platform) => {
      vi.stubEnv('CARPETA_HOME', '/tmp/carpeta-home');
      electron.platform = platform;
      prepareElectron(platform);
      expect(electron.userModelId).toBe(platform === 'win32' ? 'cl.carpeta.app' : undefined);
    },
  );

  it('opens the main window when nothing else is asked', () => {
    expect(readStart(['carpeta'])).toEqual({ kind: 'desk', practiceOnly: false });
  });

  it.each([...spying, ...loosening])(
    'of a packaged app is refused with --%s, however it is written',
    (name) => {
      electron.isPackaged = true;
      expect(readStart(['carpeta', `--${name}`])).toEqual({ kind: 'refused', switches: [name] });
      expect(readStart(['carpeta', `--${name}=1`, '--cli', 'types'])).toEqual({
        kind: 'refused',
        switches: [name],
      });
      electron.switches.add(name);
      expect(readStart(['carpeta'])).toEqual({ kind: 'refused', switches: [name] });
    },
  );

  it('in development has the practice agency alone beside a debugging port, but for end-to-end tests', () => {
    const argv = ['electron', '.', '--remote-debugging-port=9222'];
    expect(readStart(argv, {})).toEqual({ kind: 'desk', practiceOnly: true });
    expect(readStart(argv, { CARPETA_E2E: '1' })).toEqual({ kind: 'desk', practiceOnly: false });
    electron.isPackaged = true;
    expect(readStart(argv, { CARPETA_E2E: '1' })).toMatchObject({ kind: 'refused' });
  });

  it('of a packaged app is refused beside ELECTRON_ENABLE_LOGGING, which has Chromium write down what it does', () => {
    const name = 'ELECTRON_ENABLE_LOGGING';
    electron.isPackaged = true;
    expect(readStart(['carpeta'], { [name]: '/tmp/log' })).toEqual({ kind: 'refused', switches: [name] });
    expect(readStart(['carpeta', '--cli'], { [name]: 'x' })).toMatchObject({ kind: 'refused' });
    expect(readStart(['carpeta'], { [name]: '' })).toMatchObject({ kind: 'desk' });
  });

  it.each(loosening)('in development reaches every agency with --%s, which shows nobody the page', (name) => {
    expect(readStart(['electron', '.', `--${name}`], {})).toEqual({ kind: 'desk', practiceOnly: false });
  });

  it('names what it refuses as a person wrote it: switches with their dashes, variables without', async () => {
    await refuseSwitches(['no-sandbox', 'ELECTRON_ENABLE_LOGGING']);
    expect(electron.dialogs).toMatchObject([
      { content: expect.stringContaining('--no-sandbox ELECTRON_ENABLE_LOGGING') },
    ]);
    expect(electron.exitCode).toBe(2);
  });

  it('works without a window after --cli, with what follows as it stands', () => {
    const terminal = (...args: string[]) => readStart(['Carpeta.exe', ...args]);
    expect(terminal('--cli', 'download', '--rut', '1-9')).toEqual({
      kind: 'terminal',
      args: ['download', '--rut', '1-9'],
    });
    expect(terminal('--cli', '--', 'files', '--type=X')).toEqual({
      kind: 'terminal',
      args: ['files', '--type=X'],
    });
    expect(terminal('--cli')).toEqual({ kind: 'terminal', args: [] });
  });
});
