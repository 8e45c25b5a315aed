import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readManaged } from '../../../../../electron/platform/node/policy-sources.ts';
import { parseRegistryExport } from '../../../../../electron/platform/node/registry-values.ts';
import { createPreferences } from '../../../../../electron/platform/terminal/index.ts';
import { createSettingsStore } from '../../../../../electron/settings/settings.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../../../support/skipped.ts';

/** All of it is to be read. */
const insist = (cause: unknown) => {
  throw cause;
};

const machine = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Carpeta';
const user = 'HKEY_CURRENT_USER\\SOFTWARE\\Policies\\Carpeta';

function exportOf(...lines: readonly string[]): Buffer {
  return Buffer.from(
    `\ufeffWindows Registry Editor Version 5.00\r\n\r\n${lines.join('\r\n')}\r\n`,
    'utf16le',
  );
}

describe('an export of the registry', () => {
  it('that reg.exe wrote gives the values of its key without those of subkeys, and null for other types', () => {
    const file = readFileSync(join(import.meta.dirname, 'fixtures/carpeta.reg'));
    expect(parseRegistryExport(file, machine)).toEqual({
      connections: [{ name: 'Agencia Ñandú' }],
      bin: null,
      expand: null,
      lines: null,
      none: null,
      dword: 42,
      qword: 4_294_967_296,
      text: 'Agencia Ñuñoa "é" C:\\x €',
    });
  });

  it('may hold texts of several lines, which are never taken for values or keys', () => {
    const text = 'first\r\n[HKEY_LOCAL_MACHINE\\other]\r\n\\"theme\\"=dword:00000001';
    const file = exportOf(`[${machine}]`, `"lines"="${text}"`, '"theme"="dark"');
    expect(parseRegistryExport(file, machine)).toEqual({
      lines: text.replaceAll('\\"', '"').replaceAll('\\o', 'o'),
      theme: 'dark',
    });
  });

  it('may hold a text as bytes, when it was written without an end', () => {
    const file = exportOf(`[${machine}]`, '"theme"=hex(1):64,00,61,00,72,00,\\', '  6b,00');
    expect(parseRegistryExport(file, machine)).toEqual({ theme: 'dark' });
  });

  it('of another key, or of none, gives nothing; what is no export is told', () => {
    expect(parseRegistryExport(exportOf(`[${user}]`, '"theme"="dark"'), machine)).toEqual({});
    expect(parseRegistryExport(exportOf('-', '"theme"="dark"', '"'), machine)).toEqual({});
    expect(() => parseRegistryExport(Buffer.from('text'), machine)).toThrow('no byte-order mark');
  });
});

// What stands there on a person's own machine is not the tests' to change.
const hasRegistry = process.platform === 'win32' && process.env['CI'] !== undefined;
const noRegistry = !hasRegistry && 'there is no registry of Windows that tests may write to';

describe('policies in the registry itself', skippedFor(noRegistry), () => {
  // Every start of the app reads its own key, and other tests start it meanwhile.
  const name = `Carpeta-${process.pid}`;
  const ofMachine = machine.replace(/Carpeta$/, name);
  const ofUser = user.replace(/Carpeta$/, name);
  const reg = (...args: readonly string[]) =>
    execFileSync(join(process.env['SystemRoot'] ?? '', 'System32/reg.exe'), args, { stdio: 'pipe' });
  const set = (key: string, name: string, type: string, data: string, view = '64') =>
    reg('add', key, '/v', name, '/t', type, '/d', data, '/f', `/reg:${view}`);
  afterEach(() => {
    for (const key of [ofMachine, ofUser]) {
      try {
        reg('delete', key, '/f', '/reg:64');
      } catch {
        // It was never made.
      }
    }
  });

  it('are read from both hives, whatever letters they hold', async () => {
    expect(await readManaged(insist, { name })).toEqual({});
    set(ofUser, 'theme', 'REG_SZ', 'light');
    set(ofUser, 'language', 'REG_SZ', 'es');
    set(ofMachine, 'theme', 'REG_SZ', 'dark');
    set(ofMachine, 'folder', 'REG_SZ', 'D:\\Año\\Ñuñoa € 中');
    set(ofMachine, 'retentionDays', 'REG_DWORD', '30');
    set(ofMachine, 'connections', 'REG_SZ', '[{"name":"Agencia Ñandú"}]');
    set(ofMachine, 'expanded', 'REG_EXPAND_SZ', '%TEMP%');
    set(ofMachine, 'lines', 'REG_MULTI_SZ', 'a\\0b');
    set(ofMachine, 'bytes', 'REG_BINARY', '00ff');
    expect(await readManaged(insist, { name })).toEqual({
      theme: 'dark',
      language: 'es',
      folder: 'D:\\Año\\Ñuñoa € 中',
      retentionDays: 30,
      connections: [{ name: 'Agencia Ñandú' }],
      expanded: null,
      lines: null,
      bytes: null,
    });
  });

  it('of another type than theirs are told as such, and set nothing', async () => {
    set(ofUser, 'theme', 'REG_SZ', 'light');
    set(ofMachine, 'theme', 'REG_EXPAND_SZ', 'dark');
    set(ofMachine, 'retentionDays', 'REG_SZ', 'thirty');
    set(ofMachine, 'language', 'REG_SZ', 'es-CL');
    const settings = createSettingsStore(
      createPreferences(temporaryFolder()),
      await readManaged(insist, { name }),
    );
    expect([...settings.unusable].sort()).toEqual(['retentionDays', 'theme']);
    expect(settings.view()).toMatchObject({ settings: { theme: 'system' }, managed: ['language'] });
  });

  it('have one value for a name, whatever its capitals, which is the machine’s', async () => {
    set(ofUser, 'theme', 'REG_SZ', 'light');
    set(ofMachine, 'Theme', 'REG_SZ', 'dark');
    expect(await readManaged(insist, { name })).toEqual({ Theme: 'dark' });
  });

  it('are read that a program of 32 bits has set', async () => {
    set(ofMachine, 'theme', 'REG_SZ', 'dark', '32');
    expect(await readManaged(insist, { name })).toMatchObject({ theme: 'dark' });
  });
});
