import type { Handlers } from '../shared/contract.ts';
import { CarpetaError } from '../shared/errors.ts';
import { type Settings, type SettingsView, settingsSchema } from '../shared/model/settings.ts';
import type { ManagedValues, Preferences } from './host.ts';

/** The person's settings, an administrator's on top. */
export interface SettingsBook {
  get(): Settings;
  view(): SettingsView;
  /** Settings for which an administrator has set a value that they cannot have. */
  readonly unusable: readonly (keyof Settings)[];
  /** Rejects what an administrator has set with `MANAGED_SETTING`. */
  change(changes: SettingsChanges): SettingsView;
  onChange(listener: (settings: Settings) => void): void;
}

type SettingName = keyof Settings;
/** Some settings to change; one that is undefined stays. */
export type SettingsChanges = { readonly [Name in SettingName]?: Settings[Name] | undefined };

const names = Object.keys(settingsSchema.shape) as SettingName[];

/**
 * Reads settings one by one, so that a damaged one costs its own value alone and falls back to its default. `given` are those of this run
 * alone, such as a command's options.
 */
export function createSettings(
  preferences: Preferences,
  managed: ManagedValues,
  given: SettingsChanges = {},
): SettingsBook {
  const set = names.filter((name) => name in managed);
  const managedNames = set.filter((name) => judge(name, managed[name]) !== undefined);
  const unusable = set.filter((name) => !managedNames.includes(name));
  const listeners = new Set<(settings: Settings) => void>();

  function get(): Settings {
    const saved = savedIn(preferences.get('settings'));
    const entries = names.flatMap((name) => {
      const value = managedNames.includes(name) ? managed[name] : (given[name] ?? judge(name, saved[name]));
      return value === undefined ? [] : [[name, value]];
    });
    return settingsSchema.parse(Object.fromEntries(entries));
  }

  function view(): SettingsView {
    return { settings: get(), managed: managedNames };
  }

  function change(changes: SettingsChanges): SettingsView {
    const given = names.filter((name) => changes[name] !== undefined);
    const refused = given.find((name) => managedNames.includes(name));
    if (refused) {
      throw new CarpetaError('MANAGED_SETTING', `${refused} is managed`, { values: { setting: refused } });
    }
    // What this version does not know stays: a newer one may have written it.
    preferences.change('settings', (saved) => ({
      ...savedIn(saved),
      ...Object.fromEntries(given.map((name) => [name, changes[name]])),
    }));
    const settings = get();
    for (const listener of listeners) listener(settings);
    return view();
  }

  return { get, view, unusable, change, onChange: (listener) => void listeners.add(listener) };
}

function savedIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function judge(name: SettingName, value: unknown): unknown {
  if (value === undefined) return undefined;
  const judged = settingsSchema.shape[name].safeParse(value);
  return judged.success ? judged.data : undefined;
}

/** The settings' part of the contract. */
export function settingsHandlers(settings: SettingsBook): Pick<Handlers, 'settings.get' | 'settings.change'> {
  return {
    'settings.get': async () => settings.view(),
    'settings.change': async (changes) => settings.change(changes),
  };
}
