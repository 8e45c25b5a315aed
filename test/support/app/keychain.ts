import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A real secret service on a bus of its own, unlocked, empty, in a home of its own. */
export interface RealKeychain {
  /** The environment in which a process finds it. */
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Why a real keychain cannot be had here; undefined where it can. */
export function whyNoKeychain(): string | undefined {
  const missing = ['dbus-daemon', 'gnome-keyring-daemon'].filter(
    (program) => spawnSync('which', [program]).status !== 0,
  );
  if (missing.length > 0) return `${missing.join(' and ')} not installed`;
  return isInstalled('keytar') ? undefined : 'keytar is not installed';
}

/** Starts gnome-keyring on a session bus of its own. */
export async function startKeychain(): Promise<RealKeychain> {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-keychain-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const socket = join(home, 'bus');
  const address = `unix:path=${escaped(socket)}`;
  const own = {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
  };
  const path = process.env['PATH'] ?? '';
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=${address}`], {
    env: { ...own, PATH: path },
    stdio: 'ignore',
  });
  const daemons = [bus];
  const stop = async () => {
    await Promise.all(daemons.map(end));
    rmSync(home, { recursive: true, force: true });
  };
  const isThere = (path: string) =>
    until(() => existsSync(path)).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  await isThere(socket);
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: address };
  const keyring = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
    env: { ...env, PATH: path },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('a password of the test');
  daemons.unshift(keyring);
  await isThere(join(home, 'data', 'keyrings', 'login.keyring'));
  return { env, stop };
}

/**
 * A path in an address of D-Bus, which takes few characters as they stand (D-Bus specification, Server
 * Addresses).
 */
function escaped(path: string): string {
  return path.replace(/[^-\w/.*]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/** An optional package is there only where its install could compile it. */
function isInstalled(name: string): boolean {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (isSo()) return;
    await wait(25);
  }
  throw new Error('the keychain did not start');
}

function end(child: ChildProcess): Promise<void> {
  const ended = Promise.withResolvers<void>();
  child.once('exit', () => ended.resolve());
  if (child.exitCode !== null || child.signalCode !== null) ended.resolve();
  child.kill();
  return ended.promise;
}
