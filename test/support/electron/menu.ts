import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

interface MenuItem {
  label?: string;
  role?: string;
  enabled?: boolean;
  submenu?: MenuItem[];
  click?: () => void;
  accelerator?: string;
  registerAccelerator?: boolean;
}

export const menuState = addState(() => ({
  menu: [] as MenuItem[],
  /** Menus that were shown where the pointer is. */
  popups: [] as { items: readonly MenuItem[]; options: { window?: unknown } }[],
}));

/** A menu, as the list of its items. */
class BuiltMenu extends Array<MenuItem> {
  /** Needs a window (`lib/browser/api/menu.ts`). */
  popup(options: { window?: unknown }): void {
    needReady('Cannot open Menu without a BaseWindow present');
    menuState.popups.push({ items: [...this], options });
  }
}

/**
 * Keys by their names in accelerators; a character that needs Shift on a US keyboard brings it along
 * (`keyboard_util.cc`).
 */
const keys: Readonly<Record<string, string>> = {
  plus: 'Shift+OEM_PLUS',
  '=': 'OEM_PLUS',
  '-': 'OEM_MINUS',
  '0': '0',
  numadd: 'ADD',
  numsub: 'SUBTRACT',
  num0: 'NUMPAD0',
};
/** Keys that roles have by themselves (`lib/browser/api/menu-item-roles.ts`). */
const ofRoles: Readonly<Record<string, string>> = {
  zoomIn: 'CommandOrControl+Plus',
  zoomOut: 'CommandOrControl+-',
  resetZoom: 'CommandOrControl+0',
};

/**
 * Presses a key with Ctrl, by its code of Windows: `OEM_PLUS` is `+` on a Spanish keyboard, `=` on a US one.
 * Gives whether an item has it, seen or not.
 */
export function press(code: string, items: readonly MenuItem[] = menuState.menu): boolean {
  const [found] = every(items).filter(({ accelerator, role = '', registerAccelerator = true }) => {
    const [, key = ''] = /^(?:Ctrl|CommandOrControl)\+(.+)$/i.exec(accelerator ?? ofRoles[role] ?? '') ?? [];
    return registerAccelerator && keys[key.toLowerCase()] === code;
  });
  found?.click?.();
  return found !== undefined;
}

function every(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...every(item.submenu ?? [])]);
}

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => BuiltMenu.from(template) as BuiltMenu,
  setApplicationMenu: (menu: MenuItem[]) => {
    menuState.menu = menu;
  },
};
