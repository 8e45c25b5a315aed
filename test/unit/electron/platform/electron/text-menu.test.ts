import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { nativeTranslations } from '../../../../../electron/platform/electron/native-translations.ts';
import { offerTextMenu } from '../../../../../electron/platform/electron/text-menu.ts';
import { BrowserWindow, electron, resetElectron } from '../../../../support/electron/index.ts';

const flags = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canSelectAll: true,
};

/** What is offered over a place of the page: labels and whether they can be chosen. */
function offeredOver(target: object, language: 'es-CL' | 'en' = 'es-CL') {
  const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
  offerTextMenu(window as unknown as RealWindow, () => nativeTranslations(language).menu);
  window.webContents.emit('context-menu', {}, { selectionText: '', editFlags: flags, ...target });
  expect(electron.popups.every(({ options }) => options.window === window)).toBe(true);
  return electron.popups.map(({ items }) =>
    items.map(({ label, role, enabled }) => (role ? [role, label, enabled] : '-')),
  );
}

describe("the system's menu over text, which Electron leaves to the app", () => {
  beforeEach(() => resetElectron());

  it('offers in a field what can be done with its text', () => {
    expect(offeredOver({ isEditable: true })).toEqual([
      [
        ['undo', 'Deshacer', true],
        ['redo', 'Rehacer', false],
        '-',
        ['cut', 'Cortar', true],
        ['copy', 'Copiar', true],
        ['paste', 'Pegar', true],
        '-',
        ['selectAll', 'Seleccionar todo', true],
      ],
    ]);
  });

  it('offers to copy what is selected elsewhere, in the language of the person', () => {
    expect(offeredOver({ isEditable: false, selectionText: '410905' }, 'en')).toEqual([
      [['copy', 'Copy', true]],
    ]);
  });

  it('offers nothing where there is nothing to copy', () => {
    expect(offeredOver({ isEditable: false, selectionText: ' \n' })).toEqual([]);
  });
});
