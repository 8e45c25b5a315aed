import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPolicyFile } from '../../../../../electron/platform/node/policy-file.ts';
import { readManaged } from '../../../../../electron/platform/node/policy-sources.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

const systemRoot = 'D:\\Windows';

const machine = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Carpeta';
const user = 'HKEY_CURRENT_USER\\SOFTWARE\\Policies\\Carpeta';

/** A value as it stands in an export; keys of several views are told apart by the view's number. */
type Keys = Record<string, readonly string[]>;

const rejection = () => Object.assign(new Error('ERROR: Acceso denegado.'), { code: 1 });

/**
 * A working `reg.exe` over these keys, by name and view: lists the keys below one, writes an export in
 * UTF-16, ends with 1 for a key that is not there and for one that it may not read.
 */
function registry(keys: Keys, denied: readonly string[] = []) {
  return async (program: string, args: readonly string[]) => {
    expect(program).toBe('D:\\Windows\\System32\\reg.exe');
    const [action = '', key = '', file = ''] = args;
    const view = args.at(-1)?.slice('/reg:'.length) ?? '';
    const isIn = (name: string) =>
      name.endsWith(` ${view}`) && name.toLowerCase().startsWith(key.toLowerCase());
    if (denied.includes(key) || !Object.keys(keys).some(isIn)) throw rejection();
    if (action === 'query') {
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

/** What a start hears of places that it could not read. */
let unread: string[] = [];
/** Of each of them, whether it is known to hold nothing of an administrator's. */
let withoutPolicy: boolean[] = [];
const report = (cause: unknown, holdsNone: boolean) => {
  unread.push(cause instanceof Error ? cause.message : String(cause));
  withoutPolicy.push(holdsNone);
};
beforeEach(() => {
  [unread, withoutPolicy] = [[], []];
});

/** The folder of what programs keep for everybody, with nothing in it. */
const noFile = () => Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' }));
const ofWindows = {
  platform: 'win32',
  systemRoot,
  programData: 'D:\\ProgramData',
  readFile: noFile,
  clock,
} as const;
const read = (keys: Keys, denied: readonly string[] = []) =>
  readManaged(report, { ...ofWindows, run: registry({ ...software, ...keys }, denied) });

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

  it('is not taken for nothing when its key is there and may not be read', async () => {
    await expect(read({ [`${machine} 64`]: [] }, [machine])).rejects.toThrow('Acceso denegado');
  });

  it('keeps nobody from starting where nothing says that there is a key, and tells why', async () => {
    const denied = ['HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies'];
    expect(await read({ [`${user} 64`]: ['"theme"="dark"'], [`${machine} 64`]: [] }, denied)).toEqual({
      theme: 'dark',
    });
    expect(unread).toEqual(['ERROR: Acceso denegado.']);
  });

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
          throw rejection();
        }
        return (isApplied ? later : before)(program, args);
      };
      expect(await readManaged(report, { ...ofWindows, run })).toEqual(values);
      expect(unread).toEqual([]);
    },
  );

  const late = () => Object.assign(new Error('took too long'), { code: null, killed: true });

  it.each([
    ['refuses to start', () => Object.assign(new Error('forbidden'), { code: 'EPERM' }), 1],
    ['ends with 1', rejection, 1],
    ['ends with 2', () => Object.assign(new Error('ended with 2'), { code: 2 }), 1],
    ['never ends', late, 3],
  ])('keeps nobody from starting where reg.exe %s, which is told', async (_, failure, attempts) => {
    const asked: string[] = [];
    const run = (_program: string, args: readonly string[]) => {
      asked.push(args.join(' '));
      return Promise.reject(failure());
    };
    expect(await readManaged(report, { ...ofWindows, run })).toEqual({});
    expect(unread).toEqual([failure().message]);
    expect(withoutPolicy).toEqual([false]);
    const first = `query HKEY_CURRENT_USER\\SOFTWARE\\Policies /reg:64`;
    expect(asked.filter((args) => args === first)).toHaveLength(attempts);
  });

  it('is asked for again where a log-in of everybody makes reg.exe slow', async () => {
    const slow = new Set<string>();
    const whole = registry({ ...software, [`${machine} 64`]: ['"theme"="dark"'] });
    const run = async (program: string, args: readonly string[]) => {
      if (args[0] === 'query' && !slow.has(args.join())) {
        slow.add(args.join());
        throw late();
      }
      return whole(program, args);
    };
    expect(await readManaged(report, { ...ofWindows, run })).toEqual({ theme: 'dark' });
    expect(unread).toEqual([]);
  });

  it('is not taken for nothing where the preferences of macOS are there and cannot be read', async () => {
    const run = () => Promise.reject(late());
    await expect(readManaged(report, { platform: 'darwin', run, isThere: () => true })).rejects.toThrow(
      'took too long',
    );
  });

  it('is read from the managed preferences of macOS when there are some', async () => {
    const run = async (program: string, args: readonly string[]) => {
      expect([program, ...args]).toEqual([
        ...['/usr/bin/plutil', '-convert', 'json', '-o', '-'],
        '/Library/Managed Preferences/cl.carpeta.app.plist',
      ]);
      return '{"retentionDays":30}';
    };
    expect(await readManaged(report, { platform: 'darwin', run, isThere: () => true })).toEqual({
      retentionDays: 30,
    });
    expect(await readManaged(report, { platform: 'darwin', run, isThere: () => false })).toEqual({});
  });

  it('is nothing on other systems', async () => {
    expect(
      await readManaged(report, { platform: 'linux', run: () => Promise.reject(new Error('asked')) }),
    ).toEqual({});
  });
});

describe("administrators' file", () => {
  const owned = 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)\r\n';
  const ofPerson = owned.replace('O:BA', 'O:S-1-5-21-1-2-3-1001');
  /** What the program for rights says where it was told to say why they cannot be seen. */
  const unseen = 'System.UnauthorizedAccessException,Microsoft.PowerShell.Commands.GetAclCommand\r\n';
  const text = '\ufeff{ "theme": "light", "retentionDays": 30 }';
  const failing = (code: string) => Object.assign(new Error(`${code}: of the system`), { code });
  const withFile = (
    keys: Keys,
    sddl: string | Error = owned,
    content: string | Error = text,
    saved: string | Error = failing('EPERM'),
  ) => {
    const reg = registry({ ...software, ...keys });
    return readManaged(report, {
      ...ofWindows,
      readFile: async (path) => {
        expect(path).toBe('D:\\ProgramData\\Carpeta\\policies.json');
        if (content instanceof Error) throw content;
        return Buffer.from(content);
      },
      run: async (program, args) => {
        if (program.endsWith('icacls.exe')) {
          expect(args).toEqual([
            'D:\\ProgramData\\Carpeta\\policies.json',
            '/save',
            expect.any(String),
            '/q',
          ]);
          if (saved instanceof Error) throw saved;
          writeFileSync(args[2] ?? '', `policies.json\r\n${saved}\r\n`, 'utf16le');
          return '';
        }
        if (!program.endsWith('powershell.exe')) return reg(program, args);
        // The modules of Windows PowerShell alone: that of a newer PowerShell, which started the app, cannot
        // be loaded by it.
        expect(args.at(-1)).toBe(
          "$env:PSModulePath = $PSHOME + '\\Modules'; " +
            "try { (Get-Acl -LiteralPath 'D:\\ProgramData\\Carpeta\\policies.json' -ErrorAction Stop).Sddl } " +
            'catch { $_.FullyQualifiedErrorId }',
        );
        if (sddl instanceof Error) throw sddl;
        return sddl;
      },
    });
  };

  it('stands between what the registry sets for the user and for the machine', async () => {
    expect(
      await withFile({
        [`${user} 64`]: ['"theme"="dark"', '"office"="agency"'],
        [`${machine} 64`]: ['"RetentionDays"=dword:00000007'],
      }),
    ).toEqual({ theme: 'light', office: 'agency', RetentionDays: 7 });
  });

  it('is enough where the registry may not be read', async () => {
    const run = async (program: string) => {
      if (program.endsWith('powershell.exe')) return owned;
      throw rejection();
    };
    const readFile = async () => Buffer.from(text);
    expect(await readManaged(report, { ...ofWindows, readFile, run })).toEqual({
      theme: 'light',
      retentionDays: 30,
    });
    expect(unread).toEqual([]);
  });

  it.each([
    ['a person owns', ofPerson],
    ['people may write', owned.replace('0x1200a9', '0x1301bf')],
    ['people may write, in letters', owned.replace('0x1200a9', 'FRFW')],
    ['everybody may have', 'O:BAG:SYD:NO_ACCESS_CONTROL'],
    ['a person keeps the rights from being seen of', unseen],
  ])('is passed over, and told, where %s it', async (_, sddl) => {
    expect(await withFile({}, sddl)).toEqual({});
    expect(unread).toEqual(['D:\\ProgramData\\Carpeta\\policies.json is not owned by administrators alone']);
    expect(withoutPolicy).toEqual([true]);
  });

  // Rights without the owner: the program for them tells no more.
  const ofAdministrators = 'D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
  const withPerson = `${ofAdministrators}(A;ID;FA;;;S-1-5-21-1-2-3-1001)`;
  it.each([
    ['a person has made', text, withPerson],
    ['everybody may have', text, 'D:NO_ACCESS_CONTROL'],
    ['a person has made, with anything in,', 'no JSON', withPerson],
  ])(
    'is passed over, and told, where the program for its owner is forbidden and %s it',
    async (_, content, saved) => {
      const set = { [`${machine} 64`]: ['"theme"="dark"'] };
      expect(await withFile(set, failing('EPERM'), content, saved)).toEqual({ theme: 'dark' });
      expect(unread).toEqual([
        'D:\\ProgramData\\Carpeta\\policies.json is not owned by administrators alone',
      ]);
      expect(withoutPolicy).toEqual([true]);
    },
  );

  it.each([
    ['administrators alone may write it', ofAdministrators],
    ['the program for rights says nothing', ''],
    ['the program for rights is forbidden, too', failing('EACCES')],
  ])('is not taken for nothing where its owner is not to be told, and %s', async (_, saved) => {
    await expect(withFile({}, failing('EPERM'), text, saved)).rejects.toThrow('EPERM');
  });

  it.each([
    ['is a person’s that may not be read', 'EACCES', ofPerson, true],
    ['is a person’s that somebody holds', 'EBUSY', ofPerson, true],
    ['is a person’s that is too large', 'EFBIG', ofPerson, true],
    ['may not be read, nor its rights be seen', 'EPERM', unseen, true],
    ['may not be read, where the program for rights is forbidden', 'EACCES', failing('EPERM'), false],
    ['is too large, where the program for rights is forbidden', 'EFBIG', failing('EPERM'), false],
    ['is a folder, also one of an administrator', 'EISDIR', owned, true],
    ['is a folder, where the program for rights is forbidden', 'EISDIR', failing('EPERM'), true],
  ])('keeps nobody from starting where it %s, which is told', async (_, code, sddl, holdsNone) => {
    expect(await withFile({ [`${machine} 64`]: ['"theme"="dark"'] }, sddl, failing(code))).toEqual({
      theme: 'dark',
    });
    expect(unread).toEqual([`${code}: of the system`]);
    expect(withoutPolicy).toEqual([holdsNone]);
  });

  it('as a folder of the disk keeps nobody from starting', async () => {
    const folder = temporaryFolder('policies.json');
    const readFile = () => readPolicyFile(folder);
    const run = registry(software);
    expect(await readManaged(report, { ...ofWindows, readFile, run })).toEqual({});
    expect(unread).toEqual([expect.stringContaining('EISDIR')]);
  });

  it('is not read whole when it is larger than policies are', async () => {
    const path = join(temporaryFolder('large'), 'policies.json');
    writeFileSync(path, '{}');
    expect(String(await readPolicyFile(path))).toBe('{}');
    truncateSync(path, 3 * 2 ** 30);
    await expect(readPolicyFile(path)).rejects.toMatchObject({ code: 'EFBIG' });
  });

  it('is not taken for nothing where nobody can tell whose it is, or what an administrator says in it', async () => {
    await expect(withFile({}, rejection())).rejects.toThrow('Acceso denegado');
    await expect(withFile({}, 'CouldNotAutoloadMatchingModule\r\n')).rejects.toMatchObject({
      code: 'CouldNotAutoloadMatchingModule',
    });
    await expect(withFile({}, owned, failing('EACCES'))).rejects.toThrow('EACCES');
    await expect(withFile({}, rejection(), failing('EBUSY'))).rejects.toThrow('EBUSY');
    await expect(withFile({}, owned, '{ "theme": ')).rejects.toThrow(SyntaxError);
    await expect(withFile({}, owned, '[]')).rejects.toThrow(SyntaxError);
  });
});
