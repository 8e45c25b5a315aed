import { join } from 'node:path';
import { z } from 'zod';
import type { Handlers } from '../../shared/contract.ts';
import { type Licence, licenceSchema } from '../../shared/model/settings.ts';
import type { Host } from '../host.ts';
import { hasCode, readWhole } from '../lib/retry-while-locked.ts';
import type { Log } from './log.ts';

interface AboutOptions {
  host: Pick<Host, 'kind' | 'userData' | 'desktop'>;
  log: Pick<Log, 'folder'>;
  version: string;
  practiceOnly: boolean;
  /** Damaged files that have been set aside. */
  setAside(): string[];
  /** Why some of the administrator's settings could not be read. */
  unreadPolicies: string | undefined;
}

/** What the app reports about itself. */
export function aboutHandlers({ host, log, version, practiceOnly, setAside, unreadPolicies }: AboutOptions) {
  return {
    'app.info': async () => ({
      version,
      practiceOnly,
      host: host.kind,
      userData: host.userData,
      logFolder: log.folder,
      setAside: setAside(),
      ...(unreadPolicies !== undefined && { unreadPolicies }),
      platform: `${process.platform} ${process.arch}`,
      versions: versionsWorthKnowing(),
    }),
    'app.licences': readLicences,
    'app.showLogs': () => host.desktop.showInFolder(log.folder),
  } satisfies Partial<Handlers>;
}

function versionsWorthKnowing(): Record<string, string> {
  const names = ['electron', 'chrome', 'node', 'v8', 'sqlite', 'openssl'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const version = process.versions[name];
      return version ? [[name, version]] : [];
    }),
  );
}

/**
 * The build writes them next to the bundle (scripts/licences.mjs); unbundled sources find them in `dist/`.
 */
const licenceFiles = ['../licences.json', '../../dist/licences.json'];

/** Licences of the packages that are shipped; empty before the first build. */
async function readLicences(): Promise<Licence[]> {
  for (const file of licenceFiles) {
    const text = await textOf(join(import.meta.dirname, file));
    if (text !== undefined) return z.array(licenceSchema).parse(JSON.parse(text));
  }
  return [];
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return (await readWhole(path)).toString('utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
