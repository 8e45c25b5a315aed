import { describe, expect, it } from 'vitest';
import { readManaged } from '../../../electron/hosts/managed/index.ts';

const systemRoot = 'D:\\Windows';

/** The system's shell and `reg.exe` over these keys, ending with 1 for others, as they do. */
function registry(keys: Record<string, string>) {
  return async (program: string, args: readonly string[]) => {
    expect([program, ...args.slice(0, 3)]).toEqual(['D:\\Windows\\System32\\cmd.exe', '/d', '/s', '/c']);
    const ask = 'chcp 65001>nul & D:\\Windows\\System32\\reg.exe query ';
    expect(args[3]?.startsWith(ask)).toBe(true);
    const text = keys[args[3]?.slice(ask.length) ?? ''];
    if (text === undefined) throw Object.assign(new Error('not found'), { code: 1 });
    return text;
  };
}

const machine = 'HKLM\\SOFTWARE\\Policies\\Carpeta';
const user = 'HKCU\\SOFTWARE\\Policies\\Carpeta';

describe('what an administrator has set', () => {
  it('is read from the Windows registry, numbers as numbers and JSON as what it says', async () => {
    const text = [
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Carpeta',
      '    folder    REG_SZ    D:\\Carpetas    de    la agencia',
      '    retentionDays    REG_DWORD    0x1e',
      '    connections    REG_SZ    [{"name":"Agencia","baseUrl":"https://a.cl","agency":"1"}]',
      '    theme    REG_SZ    dark',
      '    broken    REG_SZ    [not json',
      '    binary    REG_BINARY    00FF',
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Carpeta\\deeper',
    ].join('\r\n');
    expect(await readManaged({ platform: 'win32', systemRoot, run: registry({ [machine]: text }) })).toEqual({
      folder: 'D:\\Carpetas    de    la agencia',
      retentionDays: 30,
      connections: [{ name: 'Agencia', baseUrl: 'https://a.cl', agency: '1' }],
      theme: 'dark',
      broken: '[not json',
    });
  });

  it('for the machine wins over what is set for the user', async () => {
    const line = (value: string) => `    theme    REG_SZ    ${value}\r\n    ${value}    REG_DWORD    0x1`;
    const run = registry({ [machine]: line('dark'), [user]: line('light') });
    expect(await readManaged({ platform: 'win32', systemRoot, run })).toEqual({
      theme: 'dark',
      dark: 1,
      light: 1,
    });
  });

  it('is nothing where the registry has no such key', async () => {
    expect(await readManaged({ platform: 'win32', systemRoot, run: registry({}) })).toEqual({});
  });

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
