import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type CommandName, commands, type Shortcut } from '../../../shared/model/keyboard-commands.ts';
import type { NativeTranslations } from './native-translations.ts';
import type { Zoom } from './zoom.ts';

type Item = MenuItemConstructorOptions;

export interface MenuOptions {
  translations: NativeTranslations;
  platform: NodeJS.Platform;
  /** Developer tools and reload are for development only. */
  isPackaged: boolean;
  showLogs: () => void;
  zoom: Zoom;
  /** Runs a command in the page. */
  choose: (command: CommandName) => void;
}

/** Commands that work anywhere in the window, in groups. */
const groups = [
  ['search', 'filter', 'refresh'],
  ['dispatches', 'documents', 'disbursements'],
  ['save', 'download', 'merge', 'print', 'excel'],
  ['help', 'keys'],
] as const satisfies CommandName[][];

/** Sets the menu for this platform and language. */
export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}

/** The menu as data: items with a role use the system's own keys. */
export function menuTemplate(options: MenuOptions): Item[] {
  const { translations, platform, isPackaged, showLogs, zoom, choose } = options;
  const { menu } = translations;
  const isMac = platform === 'darwin';
  const line: Item = { type: 'separator' };
  const application: Item = {
    label: 'Carpeta',
    submenu: [
      { role: 'about', label: menu.about },
      line,
      { role: 'hide', label: menu.hide },
      { role: 'hideOthers', label: menu.hideOthers },
      { role: 'unhide', label: menu.unhide },
      line,
      { role: 'quit', label: menu.quit },
    ],
  };
  const file: Item = {
    label: menu.file,
    submenu: [isMac ? { role: 'close', label: menu.close } : { role: 'quit', label: menu.quit }],
  };
  const edit: Item = {
    label: menu.edit,
    submenu: [
      { role: 'undo', label: menu.undo },
      { role: 'redo', label: menu.redo },
      line,
      { role: 'cut', label: menu.cut },
      { role: 'copy', label: menu.copy },
      { role: 'paste', label: menu.paste },
      { role: 'selectAll', label: menu.selectAll },
    ],
  };
  const go: Item = {
    label: menu.go,
    submenu: groups.flatMap((group, index) => [
      ...(index === 0 ? [] : [line]),
      ...group.map(
        (command): Item => ({
          label: translations.command[command],
          ...acceleratorOf(command, isMac),
          click: () => choose(command),
        }),
      ),
    ]),
  };
  const view: Item = {
    label: menu.view,
    submenu: [
      ...zoomItem(menu.zoomIn, ['Plus', '=', 'numadd'], isMac, zoom.in),
      ...zoomItem(menu.zoomOut, ['-', 'numsub'], isMac, zoom.out),
      ...zoomItem(menu.resetZoom, ['0', 'num0'], isMac, zoom.reset),
      line,
      { role: 'togglefullscreen', label: menu.fullScreen },
      ...(isPackaged ? [] : [line, { role: 'toggleDevTools' } satisfies Item]),
    ],
  };
  const window: Item = {
    label: menu.window,
    submenu: [
      { role: 'minimize', label: menu.minimize },
      { role: 'zoom', label: menu.zoom },
    ],
  };
  const help: Item = {
    role: 'help',
    label: menu.help,
    submenu: [
      { label: menu.logs, click: showLogs },
      ...(isMac ? [] : [{ role: 'about', label: menu.about } satisfies Item]),
    ],
  };
  return [...(isMac ? [application] : []), file, edit, go, view, ...(isMac ? [window] : []), help];
}

/**
 * An item with several keys: those after the first belong to hidden items. `Plus` means Shift as well
 * (`keyboard_util.cc`), and `=` is its key without Shift, which is `+` alone on Spanish keyboards.
 */
function zoomItem(label: string, keys: readonly string[], isMac: boolean, click: () => void): Item[] {
  return keys.map((key, index) => ({
    label,
    accelerator: `${isMac ? 'Cmd' : 'Ctrl'}+${key}`,
    ...(index > 0 && { visible: false }),
    click,
  }));
}

/**
 * A command's key as the menu shows it. The page handles the key itself, except on a Mac, where a menu always
 * takes its keys. What the page does not handle comes back as a menu choice, and a key without Cmd would be
 * lost to text fields.
 */
function acceleratorOf(
  command: CommandName,
  isMac: boolean,
): Pick<Item, 'accelerator' | 'registerAccelerator'> {
  const { key, mod }: Shortcut = commands[command];
  if (isMac) return mod ? { accelerator: `Cmd+${key.toUpperCase()}` } : {};
  return { accelerator: `${mod ? 'Ctrl+' : ''}${key.toUpperCase()}`, registerAccelerator: false };
}
