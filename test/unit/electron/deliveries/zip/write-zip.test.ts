import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeZip } from '../../../../../electron/deliveries/zip/write-zip.ts';
import {
  centralHeader,
  endOfArchive,
  localHeader,
} from '../../../../../electron/deliveries/zip/zip-headers.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../../../support/skipped.ts';

const missing = (program: string) =>
  spawnSync(program, ['--help']).error !== undefined &&
  `${program} is not installed: archives are not read by it`;

async function archive(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.pdf'), 'paper of a dispatch');
  writeFileSync(join(folder, 'empty.txt'), '');
  const path = join(folder, 'all.zip');
  await writeZip(path, [
    { path: join(folder, 'a.pdf'), name: 'Viña Ñuñoa/DIN 1.pdf', bytes: 19 },
    { path: join(folder, 'empty.txt'), name: 'vacío.txt', bytes: 0 },
    { text: 'falta la póliza', name: 'LEEME.txt', bytes: 16 },
  ]);
  return path;
}

const contents = ['paper of a dispatch', '', 'falta la póliza'];

/** An archive as a reader has it that goes from its beginning on, by the local headers alone. */
function inOrder(zip: Buffer): { name: string; text: string; isUtf8: boolean; isWhole: boolean }[] {
  const found = [];
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [flags, size, name, extra] = [
      zip.readUInt16LE(at + 6),
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ];
    const content = zip.subarray(at + 30 + name + extra, at + 30 + name + extra + size);
    found.push({
      name: zip.toString('utf8', at + 30, at + 30 + name),
      text: content.toString('utf8'),
      isUtf8: (flags & 0x0800) !== 0,
      isWhole: (flags & 8) === 0 && crc32(content) === zip.readUInt32LE(at + 14),
    });
    at += 30 + name + extra + size;
  }
  return found;
}

it('says of each file in an archive before its content how long it is and what its checksum is', async () => {
  const found = inOrder(readFileSync(await archive()));
  expect(found.map(({ text }) => text)).toEqual(contents);
  expect(found.map(({ name }) => name)).toEqual(['Viña Ñuñoa/DIN 1.pdf', 'vacío.txt', 'LEEME.txt']);
  expect(found.every(({ isUtf8, isWhole }) => isUtf8 && isWhole)).toBe(true);
});

it.each([
  ['unzip', ['-t']],
  ['7z', ['t']],
])('makes an archive that %s finds whole', async (program, options) => {
  const why = missing(program);
  if (why) return console.warn(why);
  expect(spawnSync(program, [...options, await archive()]).status).toBe(0);
});

it('makes an archive that Python reads', skippedFor(missing('python3')), async () => {
  const script =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist(), sep="|")';
  const { stdout } = spawnSync('python3', ['-X', 'utf8', '-c', script, await archive()], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('None|Viña Ñuñoa/DIN 1.pdf|vacío.txt|LEEME.txt');
});

it('makes an archive that Java reads from its beginning on', skippedFor(missing('java')), async () => {
  const source = join(temporaryFolder(), 'Read.java');
  writeFileSync(
    source,
    `class Read { public static void main(String[] a) throws Exception {
      var zip = new java.util.zip.ZipInputStream(new java.io.FileInputStream(a[0]));
      int bytes = 0, files = 0;
      while (zip.getNextEntry() != null) { files++; bytes += zip.readAllBytes().length; }
      System.out.print(files + " " + bytes);
    } }`,
  );
  const { stdout } = spawnSync('java', [source, await archive()], { encoding: 'utf8' });
  expect(stdout).toBe('3 35');
});

it('writes lengths and places of 64 bits where 32 do not do', () => {
  const entry = {
    name: 'a.pdf',
    start: 5_000_000_000,
    size: 6_000_000_000,
    checksum: 1,
    end: 11_000_000_035,
    changed: new Date(2026, 10, 20),
    mode: 0o100644,
    isLarge: true,
  };
  expect(localHeader(entry).readBigUInt64LE(30 + 5 + 4)).toBe(6_000_000_000n);
  const central = centralHeader(entry);
  expect([39, 47, 55].map((at) => central.readBigUInt64LE(at + 16))).toEqual([
    6_000_000_000n,
    6_000_000_000n,
    5_000_000_000n,
  ]);
  const end = endOfArchive(70_000, 11_000_000_035, 5_000_000);
  expect([end.readBigUInt64LE(32), end.readBigUInt64LE(48)]).toEqual([70_000n, 11_000_000_035n]);
  expect(end.readUInt16LE(end.length - 12)).toBe(0xffff);
});
