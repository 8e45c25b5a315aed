import { CarpetaError } from '../../shared/errors.ts';
import { settingsSchema } from '../../shared/model/settings.ts';
import type { Host, ManagedValues } from '../host.ts';

/**
 * What an administrator has set, by the names that the app knows. Rejects with `POLICIES_UNREADABLE`: without it nobody would know
 * (docs/security.md, What an administrator can set).
 */
export async function readPolicies(host: Pick<Host, 'readManaged'>): Promise<ManagedValues> {
  try {
    return byOwnNames((await host.readManaged?.()) ?? {});
  } catch (cause) {
    const options = { values: { reason: saidBySystem(cause) }, cause };
    throw new CarpetaError('POLICIES_UNREADABLE', 'what an administrator has set cannot be read', options);
  }
}

/** Administrators write names as the registry of Windows takes them, in whatever capitals. */
function byOwnNames(managed: ManagedValues): ManagedValues {
  const own = new Map(
    [...Object.keys(settingsSchema.shape), 'connections'].map((name) => [name.toLowerCase(), name]),
  );
  const values = Object.entries(managed);
  return Object.fromEntries(values.map(([name, value]) => [own.get(name.toLowerCase()) ?? name, value]));
}

/**
 * The last line that a program of the system wrote before it failed, such as that an office forbids it; else the code or kind of what was thrown,
 * whose message may quote what was read.
 */
function saidBySystem(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const said = 'stderr' in thrown && typeof thrown.stderr === 'string' ? thrown.stderr.trim() : '';
  const code = 'code' in thrown ? thrown.code : undefined;
  const named =
    typeof code === 'number' ? `exit code ${code}` : typeof code === 'string' ? code : thrown.name;
  return (said.split(/\r?\n/).at(-1) || named).slice(0, 200);
}
