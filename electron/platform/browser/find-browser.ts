import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

/**
 * A Chromium of this machine: the one in `CARPETA_CHROMIUM`, Playwright's own, then Chromium, Chrome or Edge
 * where their installers put them. Undefined where there is none.
 */
export function findBrowser(): string | undefined {
  return [process.env['CARPETA_CHROMIUM'] ?? '', chromium.executablePath(), ...installed()].find(
    (path) => path !== '' && existsSync(path),
  );
}

function installed(): string[] {
  const { env, platform } = process;
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
  /** Another program may inspect the window through this port. */
  remoteDebuggingPort?: number | undefined;
}

/** Switches that keep the browser off the network; no request of the page leaves this process. */
export function browserFlags({ remoteDebuggingPort }: BrowserFlags): string[] {
  return [
    '--app=data:text/html,<title>Carpeta</title>',
    // No name or address resolves, so that not even a speculative connection of the browser opens.
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
    // Hides the bar that warns about the switches above.
    '--test-type',
    ...(remoteDebuggingPort === undefined ? [] : [`--remote-debugging-port=${remoteDebuggingPort}`]),
  ];
}
