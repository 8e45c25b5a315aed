import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPreferences } from '../../../../../electron/platform/electron/preferences-store.ts';
import { createPreferences as createTerminalPreferences } from '../../../../../electron/platform/terminal/index.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { ipcMain, resetElectron } from '../../../../support/electron/index.ts';

describe("Electron's preferences", () => {
  beforeEach(() => resetElectron());

  it('are the same file that the terminal reads', () => {
    const folder = temporaryFolder('preferences');
    createPreferences(folder).change('settings', () => ({ theme: 'dark' }));
    const terminal = createTerminalPreferences(folder);
    expect(terminal.get('settings')).toEqual({ theme: 'dark' });
    terminal.change('settings', () => undefined);
    expect(createPreferences(folder).get('settings')).toBeUndefined();
  });

  it('set a damaged file aside and begin anew', () => {
    const folder = temporaryFolder('preferences-damaged');
    writeFileSync(join(folder, 'preferences.json'), '{"settings": {');
    const { setAside = '', get } = createPreferences(folder);
    expect(readFileSync(setAside, 'utf8')).toBe('{"settings": {');
    expect(get('settings')).toBeUndefined();
    expect(readdirSync(folder)).toContain('preferences.json.damaged');
  });

  it('leave no channel of their own open to the page', () => {
    createPreferences(temporaryFolder('preferences-channel'));
    expect(ipcMain.eventNames()).toEqual([]);
  });
});
