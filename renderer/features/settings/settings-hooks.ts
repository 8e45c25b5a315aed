import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../shared/contract.ts';
import type { Settings, SettingsView } from '../../../shared/model/settings.ts';
import { ask, useCall } from '../../bridge.ts';

/** Under which the settings are kept among the answers. */
export const settingsKey = ['settings.get', undefined] as const;

/** The settings: here before anything is drawn, since the page's own words depend on them. */
export function useSettings(): SettingsView {
  const { data } = useCall('settings.get', undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (!data) throw new Error('the page is drawn before its settings are here');
  return data;
}

/** Changes settings: shown at once, and as main has them once it has answered. Rejects with what main refused. */
export function useChangeSettings(): (change: Partial<Settings>) => Promise<void> {
  const queries = useQueryClient();
  return async (change: CallInput<'settings.change'>) => {
    const before = queries.getQueryData<SettingsView>(settingsKey);
    if (before) {
      queries.setQueryData<SettingsView>(settingsKey, {
        ...before,
        settings: { ...before.settings, ...defined(change) },
      });
    }
    try {
      queries.setQueryData<SettingsView>(settingsKey, await ask('settings.change', change));
    } catch (error) {
      queries.setQueryData(settingsKey, before);
      throw error;
    }
  };
}

function defined(change: CallInput<'settings.change'>): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
