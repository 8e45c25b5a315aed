export { openSettings } from './open-settings.ts';
export { createSettings, type SettingsChanges, type SettingsStore, settingsHandlers } from './settings.ts';
