import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import type { NativeTranslations } from './native-translations.ts';

type Item = MenuItemConstructorOptions;
type MenuTarget = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/**
 * Shows the system's menu over text, which Electron leaves to the app: without it nobody could paste with the
 * mouse. It is not shown where the page opens a menu of its own.
 */
export function offerTextMenu(window: BrowserWindow, translations: () => NativeTranslations['menu']): void {
  window.webContents.on('context-menu', (_, target) => {
    const items = itemsOver(target, translations());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

function itemsOver(
  { isEditable, selectionText, editFlags }: MenuTarget,
  menu: NativeTranslations['menu'],
): Item[] {
  const copy: Item = { role: 'copy', label: menu.copy, enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  const line: Item = { type: 'separator' };
  return [
    { role: 'undo', label: menu.undo, enabled: editFlags.canUndo },
    { role: 'redo', label: menu.redo, enabled: editFlags.canRedo },
    line,
    { role: 'cut', label: menu.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: menu.paste, enabled: editFlags.canPaste },
    line,
    { role: 'selectAll', label: menu.selectAll, enabled: editFlags.canSelectAll },
  ];
}
