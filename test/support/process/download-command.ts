import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../electron/host.ts';
import { type PracticeOptions, startPractice } from '../agency/practice-agency.ts';
import { cli } from '../app/run-cli.ts';
import { temporaryFolder } from '../disk/temporary-folder.ts';

/**
 * `carpeta files` and `carpeta download` of the only client of a practice agency, in a home of their own: how
 * they are called, and what is to come. The agency ends with the test.
 */
export async function downloadCommand({
  clock,
  ...options
}: Omit<PracticeOptions, 'clock'> & { clock?: Clock } = {}) {
  const agency = await startPractice({ documents: 120, clients: 1, ...options, ...(clock && { clock }) });
  onTestFinished(() => agency.close());
  const rut = agency.clients[0]?.rut ?? '';
  const home = temporaryFolder();
  const env = { CARPETA_HOME: home, CARPETA_API_KEY: agency.key };
  const door = ['--base-url', agency.baseUrl, '--agency', agency.agency, '--rut', rut];
  const always = ['--from', '2020-01-01', '--to', '2030-01-01'];
  const [client] = agency.data.clients.filter((one) => one.rut === rut);
  // A range is asked type by type: what has no type of the catalogue is found by its dispatch alone.
  const types = new Set(agency.data.types.flatMap(({ isActive, name }) => (isActive && name ? [name] : [])));
  const asked = [...types].flatMap((name) => (client ? agency.data.filed(client, name) : []));
  return {
    agency,
    asked,
    rut,
    home,
    env,
    files: (...argv: string[]) => cli(['files', ...door, ...argv, '--json'], { env }),
    download: (into: string, ...argv: string[]) =>
      cli(['download', ...door, '--into', into, '--json', ...(argv.length > 0 ? argv : always)], {
        env,
        ...(clock && { clock }),
      }),
    door,
    always,
  };
}

/** The documents in a folder, without what proves them. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(indice\.csv|SHA256SUMS)$/.test(path));
}
