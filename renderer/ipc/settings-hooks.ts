import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../shared/contract.ts';
import type { Settings, SettingsView } from '../../shared/model/settings.ts';
import { invoke, useInvokeQuery } from './invoke-hooks.ts';

/** Under which the settings are kept among the answers. */
export const settingsKey = ['settings.get', undefined] as const;

/** The settings: here before anything is drawn, since the page's own words depend on them. */
export function useSettings(): SettingsView {
  return usePicked((view) => view);
}

/** One setting; who asks for it is not drawn anew when another has changed, such as the window's layout. */
export function useSetting<Name extends keyof Settings>(name: Name): Settings[Name] {
  return usePicked(({ settings }) => ({ value: settings[name] })).value;
}

function usePicked<Picked extends object>(select: (view: SettingsView) => Picked): Picked {
  const { data } = useInvokeQuery('settings.get', undefined, { staleTime: Number.POSITIVE_INFINITY, select });
  if (!data) throw new Error('the page is drawn before its settings are here');
  return data;
}

/**
 * Settings as a person has changed them: as main has them, with every change that main has not answered yet.
 */
export class ChangingSettings {
  #known: SettingsView | undefined;
  readonly #underWay = new Set<Partial<Settings>>();

  /**
   * Shows a change at once, and what main says of it once it has answered; what else was changed meanwhile
   * stays. `shown` is what is shown by now. Rejects with what main refused, which is then no longer shown.
   */
  async change(
    change: Partial<Settings>,
    shown: SettingsView | undefined,
    send: () => Promise<SettingsView>,
    show: (view: SettingsView) => void,
  ): Promise<void> {
    if (this.#underWay.size === 0) this.#known = shown;
    // An object of its own: the same change may be made twice.
    const own = { ...change };
    this.#underWay.add(own);
    this.#publish(show);
    try {
      // Main answers with all its settings in the order in which it has changed them, which need not be that
      // in which it was asked.
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

/**
 * Changes settings: shown at once, and as main has them once it has answered. Rejects with what main refused.
 */
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
