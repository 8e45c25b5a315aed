import { AppError } from '../../shared/errors.ts';
import { settingsSchema } from '../../shared/model/settings.ts';
import type { Host, ManagedValues } from '../host.ts';

/** What an administrator has set, and why some of it could not be read. */
interface Policies {
  values: ManagedValues;
  /** The system's message; undefined where everything was read, and nothing skipped. */
  unread: string | undefined;
}

/** Preference with the names of the managed settings, from the last start that could read everything. */
const managedNamesKey = 'managedNames';

/**
 * What an administrator has set, by the names that the app knows. Rejects with `POLICIES_UNREADABLE` where a
 * value that is set, or was at the last start, cannot be read (docs/administrators.md).
 */
export async function readPolicies(
  host: Pick<Host, 'readManaged' | 'preferences'>,
  onError: (error: unknown) => void,
): Promise<Policies> {
  const failures: unknown[] = [];
  const skipped: unknown[] = [];
  const onUnread = (cause: unknown, holdsNone: boolean) => {
    (holdsNone ? skipped : failures).push(cause);
  };
  let values: ManagedValues;
  try {
    values = byOwnNames((await host.readManaged?.(onUnread)) ?? {});
  } catch (cause) {
    throw unreadable(cause);
  }
  const before = toNames(host.preferences.get(managedNamesKey));
  if (failures.length === 0) {
    storeNames(host, before, Object.keys(values), onError);
    return { values, unread: skipped.length === 0 ? undefined : systemMessage(skipped[0]) };
  }
  if (before.some((name) => !(name in values))) throw unreadable(failures[0]);
  return { values, unread: systemMessage(failures[0]) };
}

function unreadable(cause: unknown): AppError {
  const options = { values: { reason: systemMessage(cause) }, cause };
  return new AppError('POLICIES_UNREADABLE', 'what an administrator has set cannot be read', options);
}

function toNames(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

function storeNames(
  { preferences }: Pick<Host, 'preferences'>,
  before: readonly string[],
  names: readonly string[],
  onError: (error: unknown) => void,
): void {
  const now = [...names].sort();
  if (now.join() === before.join()) return;
  try {
    preferences.change(managedNamesKey, () => (now.length === 0 ? undefined : now));
  } catch (error) {
    onError(error);
  }
}

/** Names in the registry of Windows are case-insensitive, so administrators write them in any case. */
function byOwnNames(managed: ManagedValues): ManagedValues {
  const own = new Map(
    [...Object.keys(settingsSchema.shape), 'connections'].map((name) => [name.toLowerCase(), name]),
  );
  const values = Object.entries(managed);
  return Object.fromEntries(values.map(([name, value]) => [own.get(name.toLowerCase()) ?? name, value]));
}

/**
 * The last line of a failed system program, such as that an office forbids it. Else the code or type of the
 * error, whose message may quote a value.
 */
function systemMessage(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  const code = 'code' in error ? error.code : undefined;
  const named = typeof code === 'number' ? `exit code ${code}` : typeof code === 'string' ? code : error.name;
  return (stderr.split(/\r?\n/).at(-1) || named).slice(0, 200);
}
