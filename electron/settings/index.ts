export { createSettings, type SettingsBook, type SettingsChanges, settingsHandlers } from './settings.ts';
