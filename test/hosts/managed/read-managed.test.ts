import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readManaged } from '../../../electron/hosts/managed/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const systemRoot = 'D:\\Windows';

const machine = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Carpeta';
const user = 'HKEY_CURRENT_USER\\SOFTWARE\\Policies\\Carpeta';

/** A value as it stands in an export; keys of several views are told apart by the view's number. */
type Keys = Record<string, readonly string[]>;

const refusal = () => Object.assign(new Error('ERROR: Acceso denegado.'), { code: 1 });

/**
 * A working `reg.exe` over these keys, by name and view: lists the keys below one, writes an export in UTF-16, ends with 1 for a key that is
 * not there and for one that it may not read.
 */
function registry(keys: Keys, denied: readonly string[] = []) {
  return async (program: string, args: readonly string[]) => {
    expect(program).toBe('D:\\Windows\\System32\\reg.exe');
    const [act = '', key = '', file = ''] = args;
    const view = args.at(-1)?.slice('/reg:'.length) ?? '';
    const isIn = (name: string) =>
      name.endsWith(` ${view}`) && name.toLowerCase().startsWith(key.toLowerCase());
    if (denied.includes(key) || !Object.keys(keys).some(isIn)) throw refusal();
    if (act === 'query') {
      const below = Object.keys(keys)
        .filter(isIn)
        .map((name) => name.slice(0, -3));
      const next = below.map((name) =>
        name
          .split('\\')
          .slice(0, key.split('\\').length + 1)
          .join('\\'),
      );
      return `\r\n${next.join('\r\n')}\r\n`;
    }
    const lines = ['Windows Registry Editor Version 5.00', '', `[${key}]`, ...(keys[`${key} ${view}`] ?? [])];
    writeFileSync(file, `\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');
    return 'The operation completed successfully.';
  };
}

const software = {
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\x 64': [],
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\x 32': [],
  'HKEY_CURRENT_USER\\SOFTWARE\\x 64': [],
};
const clock = createFakeClock({ passes: () => true });
const read = (keys: Keys, denied: readonly string[] = []) =>
  readManaged({ platform: 'win32', systemRoot, run: registry({ ...software, ...keys }, denied), clock });

describe('what an administrator has set', () => {
  it('is read from the Windows registry, numbers as numbers and JSON as what it says', async () => {
    const values = [
      '"folder"="D:\\\\Carpetas    de    la agencia Ñuñoa €"',
      '"retentionDays"=dword:0000001e',
      '"connections"="[{\\"name\\":\\"Agencia\\",\\"baseUrl\\":\\"https://a.cl\\",\\"agency\\":\\"1\\"}]"',
      '"theme"="dark"',
      '"broken"="[not json"',
      '"binary"=hex:00,ff',
    ];
    expect(await read({ [`${machine} 64`]: values })).toEqual({
      folder: 'D:\\Carpetas    de    la agencia Ñuñoa €',
      retentionDays: 30,
      connections: [{ name: 'Agencia', baseUrl: 'https://a.cl', agency: '1' }],
      theme: 'dark',
      broken: '[not json',
      binary: null,
    });
  });

  it('for the machine wins over what is set for the user, and the view of 64 bits over that of 32', async () => {
    const of = (value: string) => [`"theme"="${value}"`, `"${value}"=dword:00000001`];
    expect(
      await read({
        [`${user} 64`]: of('light'),
        [`${machine} 32`]: of('narrow'),
        [`${machine} 64`]: of('dark'),
      }),
    ).toEqual({ theme: 'dark', dark: 1, narrow: 1, light: 1 });
  });

  it('has one value for a name, in whatever capitals each place has it', async () => {
    expect(
      await read({
        [`${user} 64`]: ['"Theme"="light"'],
        [`${machine} 32`]: ['"theme"="narrow"'],
        [`${machine} 64`]: ['"Theme"="dark"'],
      }),
    ).toEqual({ Theme: 'dark' });
  });

  it('is nothing where the registry has no such key, nor one above it', async () => {
    expect(await read({})).toEqual({});
    expect(await read({ 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\CarpetaOtra 64': [] })).toEqual({});
  });

  it.each([machine, 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies'])(
    'is not taken for nothing when %s may not be read',
    async (key) => {
      await expect(read({ [`${machine} 64`]: [] }, [key])).rejects.toThrow('Acceso denegado');
    },
  );

  it.each([
    ['set anew', { [`${machine} 64`]: ['"theme"="dark"'] }, { theme: 'dark' }],
    ['gone for good', {}, {}],
  ])(
    'is read again while Windows applies it, and its key is away for a moment: %s',
    async (_, after, values) => {
      const before = registry({ ...software, [`${machine} 64`]: ['"theme"="light"'] });
      const later = registry({ ...software, ...after });
      let isApplied = false;
      const run = async (program: string, args: readonly string[]) => {
        if (args[0] === 'export' && !isApplied) {
          isApplied = true;
          throw refusal();
        }
        return (isApplied ? later : before)(program, args);
      };
      expect(await readManaged({ platform: 'win32', systemRoot, run, clock })).toEqual(values);
    },
  );

  it('is not taken for nothing when it could not be read', async () => {
    const late = Object.assign(new Error('took too long'), { code: null, killed: true });
    const run = () => Promise.reject(late);
    await expect(readManaged({ platform: 'win32', systemRoot, run })).rejects.toBe(late);
    await expect(readManaged({ platform: 'darwin', run, isThere: () => true })).rejects.toBe(late);
  });

  it('is read from the managed preferences of macOS when there are some', async () => {
    const run = async (program: string, args: readonly string[]) => {
      expect([program, ...args]).toEqual([
        ...['/usr/bin/plutil', '-convert', 'json', '-o', '-'],
        '/Library/Managed Preferences/cl.carpeta.app.plist',
      ]);
      return '{"retentionDays":30}';
    };
    expect(await readManaged({ platform: 'darwin', run, isThere: () => true })).toEqual({
      retentionDays: 30,
    });
    expect(await readManaged({ platform: 'darwin', run, isThere: () => false })).toEqual({});
  });

  it('is nothing on other systems', async () => {
    expect(await readManaged({ platform: 'linux', run: () => Promise.reject(new Error('asked')) })).toEqual(
      {},
    );
  });
});
