import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markAsForeign } from '../../../../electron/platform/node/mark-of-the-web.ts';
import { isOpenable } from '../../../../electron/platform/node/openable-files.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { systemError } from '../../../support/disk/windows-disk.ts';

describe('files that may be opened', () => {
  it.each(['a.pdf', 'A.PDF', '/x/factura.xml', 'scan.TIFF', 'book.xlsx'])('%s is a document', (path) => {
    expect(isOpenable(path)).toBe(true);
  });

  it.each([
    ...[
      'a.exe',
      'a.pdf.exe',
      'a.lnk',
      'a.bat',
      'a.cmd',
      'a.ps1',
      'a.js',
      'a.vbs',
      'a.hta',
      'a.scr',
      'a.jar',
      'a.msi',
    ],
    ...[
      'a.app',
      'a.command',
      'a.desktop',
      'a.sh',
      'a.html',
      'a.svg',
      'a.url',
      'a.xlsm',
      'a.docm',
      'a.pdf ',
      'a.pdf.',
      'pdf',
      '',
    ],
  ])('%j is none', (path) => {
    expect(isOpenable(path)).toBe(false);
  });
});

describe('mark of a file from outside', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carpeta-mark-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('on Windows names the internet as the zone, in a stream of the file', async () => {
    const written: string[][] = [];
    const write = async (...file: [string, string]) => void written.push(file);
    await markAsForeign(join(folder, 'a.pdf'), { platform: 'win32', write });
    expect(written).toEqual([[join(folder, 'a.pdf:Zone.Identifier'), '[ZoneTransfer]\r\nZoneId=3\r\n']]);
  });

  it('waits on Windows for a program that holds the file for a moment', async () => {
    const written: string[] = [];
    let tries = 0;
    const write = async (path: string) => {
      if (++tries <= 6) throw systemError('EBUSY');
      written.push(path);
    };
    const clock = createFakeClock({ passes: () => true });
    await markAsForeign(join(folder, 'a.pdf'), { platform: 'win32', write, clock });
    expect(written).toEqual([join(folder, 'a.pdf:Zone.Identifier')]);
  });

  it('leaves no file beside the marked one, also where streams are unknown', async () => {
    writeFileSync(join(folder, 'a.pdf'), 'a paper');
    await markAsForeign(join(folder, 'a.pdf'), { platform: 'win32' });
    expect(readdirSync(folder)).toEqual(['a.pdf']);
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('a paper');
  });

  it('on macOS sets the quarantine attribute, with the time and without the link', async () => {
    const run: unknown[] = [];
    await markAsForeign('/x/a.pdf', {
      platform: 'darwin',
      now: () => 0x6543_2100 + 0.7,
      run: async (program, args) => run.push([program, ...args]),
    });
    expect(run).toEqual([
      ['/usr/bin/xattr', '-w', 'com.apple.quarantine', '0081;65432100;Carpeta;', '/x/a.pdf'],
    ]);
  });

  it('lets the file be where no mark can be kept', async () => {
    const failing = { platform: 'darwin', run: () => Promise.reject(new Error('not supported')) } as const;
    await expect(markAsForeign('/x/a.pdf', failing)).resolves.toBeUndefined();
    await expect(
      markAsForeign(join(folder, 'no/such/a.pdf'), { platform: 'win32' }),
    ).resolves.toBeUndefined();
  });
});
