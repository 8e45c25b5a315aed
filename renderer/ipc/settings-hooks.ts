import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../shared/contract.ts';
import type { Settings, SettingsView } from '../../shared/model/settings.ts';
import { ask, useCall } from './bridge.ts';
import { ChangingSettings } from './changing.ts';

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
  const { data } = useCall('settings.get', undefined, { staleTime: Number.POSITIVE_INFINITY, select });
  if (!data) throw new Error('the page is drawn before its settings are here');
  return data;
}

const changing = new ChangingSettings();

/** Changes settings: shown at once, and as main has them once it has answered. Rejects with what main refused. */
export function useChangeSettings(): (change: Partial<Settings>) => Promise<void> {
  const queries = useQueryClient();
  return (change: CallInput<'settings.change'>) =>
    changing.change(
      defined(change),
      queries.getQueryData<SettingsView>(settingsKey),
      () => ask('settings.change', change),
      (view) => queries.setQueryData<SettingsView>(settingsKey, view),
    );
}

function defined(change: CallInput<'settings.change'>): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
