import { addState } from './state.ts';

interface MenuItem {
  label?: string;
  role?: string;
  submenu?: MenuItem[];
  click?: () => void;
}

export const menuState = addState(() => ({ menu: [] as MenuItem[] }));

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu: (menu: MenuItem[]) => {
    menuState.menu = menu;
  },
};
