export { openSettings } from './open-settings.ts';
export { createSettings, type SettingsStore, type SettingsChanges, settingsHandlers } from './settings.ts';
