import { ipcMain } from 'electron';
import Store from 'electron-store';
import type { Preferences } from '../../host.ts';
import { ownFileMode } from '../../lib/private-modes.ts';
import { preferencesName, preferencesOver } from '../terminal/index.ts';

/**
 * Preferences through electron-store, in the same file as every other host's; a damaged file is set aside
 * first.
 */
export function createPreferences(folder: string): Preferences {
  return preferencesOver(folder, (serialize) => {
    const file = new Store<Record<string, unknown>>({
      cwd: folder,
      name: preferencesName,
      configFileMode: ownFileMode,
      serialize,
    });
    // electron-store opens a channel for every page; this page does not use it.
    ipcMain.removeAllListeners('electron-store-get-data');
    return file;
  });
}
