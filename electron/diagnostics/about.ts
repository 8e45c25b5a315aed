import { join } from 'node:path';
import { z } from 'zod';
import type { Handlers } from '../../shared/contract.ts';
import { type AppInfo, type Licence, licenceSchema } from '../../shared/model/settings.ts';
import { readWhole } from '../disk/index.ts';

/** What the app says of itself. */
export function aboutHandlers(
  info: Omit<AppInfo, 'platform' | 'versions' | 'setAside'> & { setAside(): string[] },
): Pick<Handlers, 'app.info' | 'app.licences'> {
  return {
    'app.info': async () => ({
      ...info,
      setAside: info.setAside(),
      platform: `${process.platform} ${process.arch}`,
      versions: versionsWorthKnowing(),
    }),
    'app.licences': readLicences,
  };
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

/** The build writes them beside the bundle (scripts/licences.mjs); sources that run as they stand find them in `dist/`. */
const licenceFiles = ['../licences.json', '../../dist/licences.json'];

/** Licences of the packages that are shipped; none before the first build. */
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
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}
