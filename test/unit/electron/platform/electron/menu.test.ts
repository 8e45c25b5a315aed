import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../../../electron/platform/electron/menu.ts';
import { nativeTranslations } from '../../../../../electron/platform/electron/native-translations.ts';
import { commands } from '../../../../../shared/model/keyboard-commands.ts';
import { press } from '../../../../support/electron/index.ts';

const options = {
  translations: nativeTranslations('es-CL'),
  isPackaged: true,
  showLogs: () => undefined,
  zoom: { in: () => undefined, out: () => undefined, reset: () => undefined },
  choose: () => undefined,
};
type Item = ReturnType<typeof menuTemplate>[number];

function every(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? every(item.submenu) : [])]);
}

describe("Electron's menu", () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'on %s has a name for everything it offers, in both languages',
    (platform) => {
      const spanish = every(menuTemplate({ ...options, platform })).filter(
        ({ type }) => type !== 'separator',
      );
      const english = every(
        menuTemplate({ ...options, platform, translations: nativeTranslations('en') }),
      ).filter(({ type }) => type !== 'separator');
      expect(spanish.every(({ label }) => label)).toBe(true);
      const differs = spanish.filter(({ label }, index) => label !== english[index]?.label);
      expect(differs.length).toBeGreaterThan(spanish.length / 2);
    },
  );

  it('follows the platform: its own menu on a Mac, quit in the first one elsewhere', () => {
    const first = (platform: NodeJS.Platform) =>
      menuTemplate({ ...options, platform }).map(({ label }) => label);
    expect(first('darwin')).toEqual(['Carpeta', 'Archivo', 'Edición', 'Ir', 'Ver', 'Ventana', 'Ayuda']);
    expect(first('win32')).toEqual(['Archivo', 'Edición', 'Ir', 'Ver', 'Ayuda']);
  });

  it.each([true, false])('offers developer tools in development alone (packaged: %j)', (isPackaged) => {
    const items = every(menuTemplate({ ...options, platform: 'win32', isPackaged }));
    expect(items.some(({ role }) => role === 'toggleDevTools')).toBe(!isPackaged);
    expect(items.some(({ role }) => role === 'reload' || role === 'forceReload')).toBe(false);
  });

  it('offers the commands of the page with their keys, which it leaves to the page', () => {
    const chosen: string[] = [];
    const choose = (command: string) => chosen.push(command);
    const items = every(menuTemplate({ ...options, platform: 'win32', choose }));
    const excel = items.find(({ label }) => label === 'Guardar como Excel');
    expect(excel).toMatchObject({ accelerator: 'Ctrl+E', registerAccelerator: false });
    expect(items.find(({ label }) => label === 'Volver a consultar')).toMatchObject({ accelerator: 'F5' });
    const click = excel?.click as (() => void) | undefined;
    click?.();
    expect(chosen).toEqual(['excel']);
    const offered = items
      .filter(({ registerAccelerator }) => registerAccelerator === false)
      .map(({ label }) => label);
    // Undo has its key by its role; the page hears it before the menu.
    const inWindow = Object.entries(commands).filter(
      ([name, { where }]) => where === 'window' && !['back', 'undo'].includes(name),
    );
    expect(offered).toHaveLength(inWindow.length);
  });

  it.each([
    ['Shift+OEM_PLUS', 'in'],
    ['OEM_PLUS', 'in'],
    ['ADD', 'in'],
    ['OEM_MINUS', 'out'],
    ['SUBTRACT', 'out'],
    ['0', 'reset'],
    ['NUMPAD0', 'reset'],
  ])(
    'enlarges and reduces by the keys of Spanish and US keyboards and of the number pad: Ctrl and %s',
    (code, action) => {
      const actions: string[] = [];
      const zoom = {
        in: () => actions.push('in'),
        out: () => actions.push('out'),
        reset: () => actions.push('reset'),
      };
      const template = menuTemplate({ ...options, platform: 'win32', zoom });
      expect([press(code, template as never), actions]).toEqual([true, [action]]);
      // Each of them is one line of the menu.
      const seen = every(template).filter(({ visible, label }) => visible !== false && label === 'Acercar');
      expect(seen).toHaveLength(1);
    },
  );

  it('takes no key on a Mac that is typed into fields: there a menu cannot leave its keys to the page', () => {
    const items = every(menuTemplate({ ...options, platform: 'darwin' }));
    expect(items.find(({ label }) => label === 'Guardar como Excel')).toMatchObject({ accelerator: 'Cmd+E' });
    const keys = items.flatMap(({ accelerator }) => (typeof accelerator === 'string' ? [accelerator] : []));
    expect(keys.every((key) => key.startsWith('Cmd+'))).toBe(true);
    // It has an effect on Windows and Linux alone (electron.d.ts).
    expect(items.some((item) => 'registerAccelerator' in item)).toBe(false);
  });

  it('shows where the logs are', () => {
    let shown = 0;
    const items = every(menuTemplate({ ...options, platform: 'win32', showLogs: () => shown++ }));
    const logs = items.find(({ label }) => label === 'Mostrar los registros');
    const click = logs?.click as (() => void) | undefined;
    click?.();
    expect(shown).toBe(1);
  });
});
