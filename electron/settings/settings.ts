import { AppError } from '../../shared/errors.ts';
import { isObject } from '../../shared/model/json.ts';
import { type Settings, type SettingsView, settingsSchema } from '../../shared/model/settings.ts';
import type { Clock, ManagedValues, Preferences } from '../host.ts';

/** The person's settings, overridden by an administrator's. */
export interface SettingsStore {
  /** The settings, from memory, so that each chunk of a transfer can read them. Never throws. */
  get(): Settings;
  view(): SettingsView;
  /** Settings for which an administrator has set an invalid value. */
  readonly unusable: readonly (keyof Settings)[];
  /** Rejects what an administrator has set with `MANAGED_SETTING`. */
  change(changes: SettingsChanges): SettingsView;
  onChange(listener: (settings: Settings) => void): void;
}

/** Access to changes by another process. */
interface FollowedFile {
  clock: Pick<Clock, 'elapsed'>;
  /** Called the first time that the file cannot be read. */
  onError(error: unknown): void;
}

type SettingName = keyof Settings;
/** Some settings to change; one that is undefined stays. */
export type SettingsChanges = { readonly [Name in SettingName]?: Settings[Name] | undefined };

const names = Object.keys(settingsSchema.shape) as SettingName[];
// Minimum interval between two checks of the file, ms. A read triggers the check: a timer would wake a
// sleeping computer.
const recheckIntervalMs = 1_000;

/**
 * Reads settings one by one, so that a damaged one loses only its own value and has its default. `overrides`
 * are those of this run alone, such as a command's options. Changes by another process apply within two
 * seconds. While the file cannot be read, or has no settings, the last ones stay. Throws as `Preferences.get`
 * does: without a first read there are no good values.
 */
export function createSettingsStore(
  preferences: Preferences,
  managed: ManagedValues,
  overrides: SettingsChanges = {},
  followed?: FollowedFile,
): SettingsStore {
  const set = names.filter((name) => name in managed);
  const managedNames = set.filter((name) => parseSetting(name, managed[name]) !== undefined);
  const unusable = set.filter((name) => !managedNames.includes(name));
  const fixed = Object.fromEntries(managedNames.map((name) => [name, parseSetting(name, managed[name])]));
  const listeners = new Set<(settings: Settings) => void>();
  let revision = preferences.revision?.();
  let saved = savedIn(preferences.get('settings')) ?? {};
  let current = combine(saved, overrides, fixed);
  let checkedAt = followed?.clock.elapsed() ?? 0;
  let hasFailed = false;

  function replaceSaved(values: Readonly<Record<string, unknown>>): void {
    const before = JSON.stringify(saved);
    saved = values;
    if (JSON.stringify(saved) === before) return;
    current = combine(saved, overrides, fixed);
    for (const listener of listeners) listener(current);
  }

  /** Rereads the file, unless its revision is unchanged. */
  function reread(): void {
    const now = preferences.revision?.();
    if (now !== undefined && now === revision) return;
    const values = savedIn(preferences.get('settings', false));
    revision = now;
    // A file that was damaged and set aside, or is just being restored from a backup, has no settings of the
    // person.
    if (values) replaceSaved(values);
  }

  function get(): Settings {
    if (!followed || followed.clock.elapsed() - checkedAt < recheckIntervalMs) return current;
    // Before the read: a listener may call this, too.
    checkedAt = followed.clock.elapsed();
    try {
      reread();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) followed.onError(error);
      hasFailed = true;
    } finally {
      // A slow disk is not read again at once.
      checkedAt = followed.clock.elapsed();
    }
    return current;
  }

  function view(): SettingsView {
    return { settings: get(), managed: managedNames };
  }

  function change(changes: SettingsChanges): SettingsView {
    const changed = names.filter((name) => changes[name] !== undefined);
    const refused = changed.find((name) => managedNames.includes(name));
    if (refused) {
      throw new AppError('MANAGED_SETTING', `${refused} is managed`, { values: { setting: refused } });
    }
    let next = saved;
    preferences.change('settings', (before) => {
      // Unknown settings stay: a newer version may have written them.
      next = {
        ...(savedIn(before) ?? saved),
        ...Object.fromEntries(changed.map((name) => [name, changes[name]])),
      };
      return next;
    });
    replaceSaved(next);
    return view();
  }

  return { get, view, unusable, change, onChange: (listener) => void listeners.add(listener) };
}

/** The settings: an administrator's before those of this run, and these before the saved ones. */
function combine(
  saved: Readonly<Record<string, unknown>>,
  overrides: SettingsChanges,
  managed: Readonly<Record<string, unknown>>,
): Settings {
  const entries = names.flatMap((name) => {
    const value = managed[name] ?? overrides[name] ?? parseSetting(name, saved[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return settingsSchema.parse(Object.fromEntries(entries));
}

/** The settings in a file's value; undefined where it has none. */
function savedIn(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? { ...value } : undefined;
}

/** A valid value of a setting; undefined where it is invalid. */
function parseSetting(name: SettingName, value: unknown): unknown {
  if (value === undefined) return undefined;
  const schema = settingsSchema.shape[name];
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // How administrators write a switch in the registry of Windows.
  const asSwitch = isSwitch(value) ? schema.safeParse(/^(?:1|true)$/i.test(String(value))) : undefined;
  return asSwitch?.success ? asSwitch.data : undefined;
}

function isSwitch(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^(?:0|1|true|false)$/i.test(`${value}`);
}
