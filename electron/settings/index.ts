export { openSettings } from './open-settings.ts';
export { createSettings, type SettingsBook, type SettingsChanges, settingsHandlers } from './settings.ts';
