import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { settingLimits } from '../../../shared/model/setting-limits.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { useAppMutation } from '../../ipc/invoke-hooks.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';
import type { CountProps } from './setting-fields.tsx';
import styles from './settings.module.css';

/** The settings, how they are changed, and which of them an administrator has set. */
export interface SettingsEditor {
  settings: Settings;
  change: (change: Partial<Settings>) => void;
  /** The error of the last change. */
  error: AppError | null;
  isManaged: (name: keyof Settings) => boolean;
  /** Says of a setting that an administrator has set it; nothing otherwise. */
  note: (name: keyof Settings) => ReactNode;
  managedProps: (name: keyof Settings) => Pick<CountProps, 'disabled' | 'note'>;
  /** The props of a whole number that is stored in units of `unit`. */
  countProps: (
    name: keyof typeof settingLimits,
    unit?: number,
  ) => Pick<CountProps, 'value' | 'limits' | 'disabled' | 'note' | 'onChange'>;
}

/** Reads and changes the settings on behalf of the whole screen. */
export function useSettingsEditor(): SettingsEditor {
  const { t } = useTranslation('settings');
  const { settings, managed } = useSettings();
  const { mutate: change, error } = useAppMutation(useChangeSettings());
  const isManaged = (name: keyof Settings) => managed.includes(name);
  const note = (name: keyof Settings): ReactNode =>
    isManaged(name) && <span className={styles.managed}>{t('managed')}</span>;
  const managedProps = (name: keyof Settings) => ({ disabled: isManaged(name), note: note(name) });
  return {
    settings,
    change,
    error,
    isManaged,
    note,
    managedProps,
    countProps: (name, unit = 1) => ({
      ...managedProps(name),
      value: Math.round(settings[name] / unit),
      limits: {
        min: Math.ceil(settingLimits[name].min / unit),
        max: Math.floor(settingLimits[name].max / unit),
      },
      onChange: (value) => change({ [name]: value * unit }),
    }),
  };
}
