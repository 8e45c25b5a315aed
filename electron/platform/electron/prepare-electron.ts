import { join } from 'node:path';
import { app, protocol } from 'electron';
import { userDataFolder } from '../node/user-data-folder.ts';
import { refuseCertificate } from './client-certificates.ts';
import { forbiddenSwitches, forgetKeyLog } from './command-line-switches.ts';
import { pageScheme } from './page-scheme.ts';

/** What must be set before Electron is ready: the page's scheme, the sandbox, and the data folder. */
export function prepareElectron(platform: NodeJS.Platform = process.platform): string {
  protocol.registerSchemesAsPrivileged([pageScheme]);
  app.enableSandbox();
  if (app.isPackaged) forgetKeyLog(process.env);
  // The cache of Electron's default session, which nothing here uses, and memory dumps, which may hold a key.
  app.commandLine.appendSwitch('disable-http-cache');
  app.commandLine.appendSwitch('disable-breakpad');
  app.on('select-client-certificate', refuseCertificate);
  // Each session starts to download its dictionaries in the constructor, and stops in this tick
  // (`Session::FromOrCreate`).
  app.on('session-created', (made) => made.setSpellCheckerLanguages([]));
  const userData = userDataFolder(process.env, platform);
  app.setPath('userData', userData);
  app.setPath('sessionData', join(userData, 'session'));
  // Windows shows no notification of a program without this id (`@platform win32` in electron.d.ts).
  if (platform === 'win32') app.setAppUserModelId('cl.carpeta.app');
  return userData;
}

/** How the process was started, as far as it decides what it may do. */
type Started =
  /**
   * With these switches or variables another program could inspect or weaken a packaged app: it does not run.
   */
  | { kind: 'refused'; switches: string[] }
  /** Without a window: `Carpeta --cli download …`. */
  | { kind: 'terminal'; args: string[] }
  /** In development a debugging port is allowed, with the practice agency alone. */
  | { kind: 'desk'; practiceOnly: boolean };

/**
 * Reads the command line. End-to-end tests control an unpackaged app through a port, and set `CARPETA_E2E`.
 */
export function readStart(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Started {
  const { names, isRevealing } = forbiddenSwitches(app.commandLine, argv, env);
  if (app.isPackaged && names.length > 0) return { kind: 'refused', switches: names };
  const cli = argv.indexOf('--cli');
  if (cli >= 0) {
    const args = argv.slice(cli + 1);
    // After `--` no argument is mistaken for a switch of Chromium's.
    return { kind: 'terminal', args: args[0] === '--' ? args.slice(1) : args };
  }
  return { kind: 'desk', practiceOnly: isRevealing && env['CARPETA_E2E'] !== '1' };
}
