import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

/**
 * A Chromium of this machine: the one that `CARPETA_CHROMIUM` names, Playwright's own, then Chromium, Chrome
 * or Edge where their installers put them. Undefined where there is none.
 */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  return [env['CARPETA_CHROMIUM'] ?? '', chromium.executablePath(), ...installed(env, platform)].find(
    (path) => path !== '' && existsSync(path),
  );
}

function installed(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  switch (platform) {
    case 'win32': {
      const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
      const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
      return programs.flatMap((program) =>
        folders.flatMap((folder) => (folder ? [join(folder, program)] : [])),
      );
    }
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    default:
      return ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map(
        (name) => `/usr/bin/${name}`,
      );
  }
}

export interface BrowserFlags {
  /** Another program may look into the window through this port. */
  remoteDebuggingPort?: number | undefined;
}

/**
 * Switches that keep the browser from talking to anyone; the page itself makes no request that leaves this
 * process.
 */
export function browserFlags({ remoteDebuggingPort }: BrowserFlags): string[] {
  return [
    '--app=data:text/html,<title>Carpeta</title>',
    // No name and no address leads anywhere, so not even a guess of the browser's opens a connection.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-breakpad',
    '--disable-spell-checking',
    '--disk-cache-size=1',
    // Says nothing about the switches above in a bar over the page.
    '--test-type',
    ...(remoteDebuggingPort === undefined ? [] : [`--remote-debugging-port=${remoteDebuggingPort}`]),
  ];
}
