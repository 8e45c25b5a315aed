import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../shared/contract.ts';
import type { Settings, SettingsView } from '../../shared/model/settings.ts';
import { invoke, useInvokeQuery } from './invoke-hooks.ts';

/** The query key of the settings. */
export const settingsKey = ['settings.get', undefined] as const;

/** The settings: loaded before the first render, since the page's translations depend on them. */
export function useSettings(): SettingsView {
  return usePicked((view) => view);
}

/** One setting; its user does not re-render when another one changes, such as the window's layout. */
export function useSetting<Name extends keyof Settings>(name: Name): Settings[Name] {
  return usePicked(({ settings }) => ({ value: settings[name] })).value;
}

function usePicked<Picked extends object>(select: (view: SettingsView) => Picked): Picked {
  const { data } = useInvokeQuery('settings.get', undefined, { staleTime: Number.POSITIVE_INFINITY, select });
  if (!data) throw new Error('the page is drawn before its settings are here');
  return data;
}

/**
 * Settings with pending changes: main's values, overlaid with every change that main has not confirmed yet.
 */
export class ChangingSettings {
  #known: SettingsView | undefined;
  readonly #underWay = new Set<Partial<Settings>>();

  /**
   * Shows a change at once, and main's values once it has responded; other pending changes stay. `shown`
   * receives the current values. Rejects with main's error; the change is then reverted.
   */
  async change(
    change: Partial<Settings>,
    shown: SettingsView | undefined,
    send: () => Promise<SettingsView>,
    show: (view: SettingsView) => void,
  ): Promise<void> {
    if (this.#underWay.size === 0) this.#known = shown;
    // A copy: the same change object may be passed twice.
    const own = { ...change };
    this.#underWay.add(own);
    this.#publish(show);
    try {
      // Main returns all its settings in the order of its changes, which need not be the order of the
      // requests.
      this.#known = await send();
    } finally {
      this.#underWay.delete(own);
      this.#publish(show);
    }
  }

  #publish(show: (view: SettingsView) => void): void {
    if (!this.#known) return;
    const settings = Object.assign({}, this.#known.settings, ...this.#underWay);
    show({ ...this.#known, settings });
  }
}

const changing = new ChangingSettings();

/** Changes settings: shown at once, then as main confirms them. Rejects with main's error. */
export function useChangeSettings(): (change: Partial<Settings>) => Promise<void> {
  const queries = useQueryClient();
  return (change: CallInput<'settings.change'>) =>
    changing.change(
      defined(change),
      queries.getQueryData<SettingsView>(settingsKey),
      () => invoke('settings.change', change),
      (view) => queries.setQueryData<SettingsView>(settingsKey, view),
    );
}

function defined(change: CallInput<'settings.change'>): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
