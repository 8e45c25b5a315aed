import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { type Settings, type SettingsView, settingsSchema } from '../../shared/model/settings.ts';
import type { Clock, ManagedValues, Preferences } from '../host.ts';

/** The person's settings, an administrator's on top. */
export interface SettingsStore {
  /** The settings, from memory, so that they may be asked for with each piece of a transfer. Never throws. */
  get(): Settings;
  view(): SettingsView;
  /** Settings for which an administrator has set a value that they cannot have. */
  readonly unusable: readonly (keyof Settings)[];
  /** Rejects what an administrator has set with `MANAGED_SETTING`. */
  change(changes: SettingsChanges): SettingsView;
  onChange(listener: (settings: Settings) => void): void;
}

/** How the settings follow what another process changes. */
export interface FollowedFile {
  clock: Pick<Clock, 'elapsed'>;
  /** Told the first time that the file cannot be read. */
  onError(error: unknown): void;
}

type SettingName = keyof Settings;
/** Some settings to change; one that is undefined stays. */
export type SettingsChanges = { readonly [Name in SettingName]?: Settings[Name] | undefined };

const names = Object.keys(settingsSchema.shape) as SettingName[];
// After this time whoever asks has the file looked at, ms: a timer would wake a computer at rest.
const recheckIntervalMs = 1_000;

/**
 * Reads settings one by one, so that a damaged one costs its own value alone and falls back to its default.
 * `overrides` are those of this run alone, such as a command's options. What another process has changed,
 * `followed` tells within two seconds; while the file cannot be read, or holds no settings, those that were
 * read last stay. Throws as `Preferences.get` does: without a first reading there are no good values to keep.
 */
export function createSettings(
  preferences: Preferences,
  managed: ManagedValues,
  overrides: SettingsChanges = {},
  followed?: FollowedFile,
): SettingsStore {
  const set = names.filter((name) => name in managed);
  const managedNames = set.filter((name) => judge(name, managed[name]) !== undefined);
  const unusable = set.filter((name) => !managedNames.includes(name));
  const listeners = new Set<(settings: Settings) => void>();
  let seen = preferences.revision?.();
  let saved = savedIn(preferences.get('settings')) ?? {};
  let current = settingsFrom(saved);
  let checkedAt = followed?.clock.elapsed() ?? 0;
  let hasFailed = false;

  function settingsFrom(values: Readonly<Record<string, unknown>>): Settings {
    const entries = names.flatMap((name) => {
      const value = managedNames.includes(name)
        ? judge(name, managed[name])
        : (overrides[name] ?? judge(name, values[name]));
      return value === undefined ? [] : [[name, value]];
    });
    return settingsSchema.parse(Object.fromEntries(entries));
  }

  function takeOver(values: Readonly<Record<string, unknown>>): void {
    const before = JSON.stringify(saved);
    saved = values;
    if (JSON.stringify(saved) === before) return;
    current = settingsFrom(saved);
    for (const listener of listeners) listener(current);
  }

  /** Reads what another process may have changed; the file is not even opened where it is as it was. */
  function reread(): void {
    const revision = preferences.revision?.();
    if (revision !== undefined && revision === seen) return;
    const values = savedIn(preferences.get('settings', false));
    seen = revision;
    // A file that was damaged and set aside, or is just being put back by a backup, says nothing of what the
    // person chose.
    if (values) takeOver(values);
  }

  function get(): Settings {
    if (!followed || followed.clock.elapsed() - checkedAt < recheckIntervalMs) return current;
    // Before it is read: a listener may ask, too.
    checkedAt = followed.clock.elapsed();
    try {
      reread();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) followed.onError(error);
      hasFailed = true;
    } finally {
      // A disk that is slow to answer is not asked again at once.
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
      // What this version does not know stays: a newer one may have written it.
      next = {
        ...(savedIn(before) ?? saved),
        ...Object.fromEntries(changed.map((name) => [name, changes[name]])),
      };
      return next;
    });
    takeOver(next);
    return view();
  }

  return { get, view, unusable, change, onChange: (listener) => void listeners.add(listener) };
}

/** The settings that a file holds; undefined where it holds none. */
function savedIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function judge(name: SettingName, value: unknown): unknown {
  if (value === undefined) return undefined;
  const schema = settingsSchema.shape[name];
  const judged = schema.safeParse(value);
  if (judged.success) return judged.data;
  // How administrators write a switch in the registry of Windows.
  const asSwitch = isSwitch(value) ? schema.safeParse(/^(?:1|true)$/i.test(String(value))) : undefined;
  return asSwitch?.success ? asSwitch.data : undefined;
}

function isSwitch(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^(?:0|1|true|false)$/i.test(`${value}`);
}

/** The settings' part of the contract. */
export function settingsHandlers(
  settings: SettingsStore,
): Pick<Handlers, 'settings.get' | 'settings.change'> {
  return {
    'settings.get': async () => settings.view(),
    'settings.change': async (changes) => settings.change(changes),
  };
}
