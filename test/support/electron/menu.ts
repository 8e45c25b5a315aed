import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

interface MenuItem {
  label?: string;
  role?: string;
  enabled?: boolean;
  submenu?: MenuItem[];
  click?: () => void;
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

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => BuiltMenu.from(template) as BuiltMenu,
  setApplicationMenu: (menu: MenuItem[]) => {
    menuState.menu = menu;
  },
};
