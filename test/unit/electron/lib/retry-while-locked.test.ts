import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Conf from 'conf';
import { describe, expect, test } from 'vitest';
import { readKeyFile } from '../../../../electron/cli/key-file.ts';
import { openDatabase, suspicionOf } from '../../../../electron/database/open-database.ts';
import { removeDamagedCopies } from '../../../../electron/database/remove-damaged-copies.ts';
import { makeCopy, makeFile } from '../../../../electron/deliveries/output/make-file.ts';
import { makeFolderBelow } from '../../../../electron/deliveries/output/make-folder.ts';
import { createPdfFile } from '../../../../electron/deliveries/pdf/pdf-file.ts';
import { writeZip } from '../../../../electron/deliveries/zip/write-zip.ts';
import { createLastError } from '../../../../electron/diagnostics/last-error.ts';
import { createLog } from '../../../../electron/diagnostics/log.ts';
import { atomicWrite } from '../../../../electron/lib/atomic-write.ts';
import { ensureFolder, ensureFolderSync } from '../../../../electron/lib/ensure-folder.ts';
import { openWithoutFollowingLinks } from '../../../../electron/lib/open-without-following-links.ts';
import {
  type FileNames,
  patientlySync,
  patientNames,
  patientNamesSync,
  readWhole,
} from '../../../../electron/lib/retry-while-locked.ts';
import { inTemporaryFolder } from '../../../../electron/lib/temp-folder.ts';
import { makeUserData } from '../../../../electron/platform/node/make-user-data.ts';
import { preferencesOver } from '../../../../electron/platform/terminal/index.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { scannedNames, scannedNamesSync, systemError } from '../../../support/disk/windows-disk.ts';

const locked = ['EPERM', 'EBUSY', 'EACCES'];

/** Names of a disk on which a virus scanner holds each path for the first so many tries of an act. */
function scanned(code: string, times: number): FileNames {
  const clock = createFakeClock({ passes: () => true });
  return patientNames(scannedNames(code, times), clock);
}

const noPause = () => undefined;
const markAsForeign = async () => undefined;
const patientSync = (code: string, times: number) => patientNamesSync(scannedNamesSync(code, times), noPause);

describe('a virus scanner that holds a fresh file for a moment', () => {
  test.each(locked)('and answers %s costs no exported list', async (code) => {
    const path = join(temporaryFolder(), 'lista.csv');
    writeFileSync(path, 'before');
    await atomicWrite(path, ['a;b\r\n'], { names: scanned(code, 6) });
    expect(readFileSync(path, 'utf8')).toBe('a;b\r\n');
    expect(readdirSync(join(path, '..'))).toEqual(['lista.csv']);
  });

  test.each(locked)('and answers %s costs no file of an inspection package', async (code) => {
    const folder = temporaryFolder();
    const options = { tempPath: join(folder, 'a.part'), names: scanned(code, 6) };
    await atomicWrite(join(folder, 'LEEME.txt'), ['lee'], options);
    const write = async (tempPath: string) => {
      writeFileSync(tempPath, 'paper');
      return { pages: 1 };
    };
    const file = { folder, stem: 'a', extension: 'pdf', tempPath: join(folder, 'a.part') };
    await makeFile(file, write, { names: scanned(code, 6), markAsForeign });
    expect(readFileSync(join(folder, 'LEEME.txt'), 'utf8')).toBe('lee');
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('paper');
    expect(readdirSync(folder).sort()).toEqual(['LEEME.txt', 'a.pdf']);
  });

  test.each(locked)('and answers %s costs no document that is delivered', async (code) => {
    const folder = temporaryFolder();
    const document = join(folder, 'din.pdf');
    writeFileSync(document, 'paper');
    const names = scanned(code, 6);
    const folderPath = join(folder, '123457', 'DIN');
    await makeFolderBelow(folder, folderPath, names);
    const file = {
      folder: folderPath,
      stem: 'DIN_1',
      extension: 'pdf',
      tempPath: join(folderPath, 'a.part'),
    };
    const { signal } = new AbortController();
    const made = await makeCopy(document, file, signal, { names, markAsForeign });
    expect([readdirSync(folderPath), readFileSync(made?.path ?? '', 'utf8')]).toEqual([
      ['DIN_1.pdf'],
      'paper',
    ]);
  });

  test.each(locked)('and answers %s costs no archive', async (code) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'din.pdf'), 'paper');
    const path = join(folder, 'a.zip');
    await writeZip(path, [{ path: join(folder, 'din.pdf'), name: 'din.pdf', bytes: 5 }], scanned(code, 6));
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
  });

  test('and answers EBUSY leaves no document out of what is delivered', async () => {
    const document = join(temporaryFolder(), 'din.pdf');
    writeFileSync(document, 'paper');
    await using file = await openWithoutFollowingLinks(document, scanned('EBUSY', 6));
    expect(await file.readFile('utf8')).toBe('paper');
  });

  test('and answers EBUSY keeps no key from being read from its file', async () => {
    const path = join(temporaryFolder(), 'key');
    writeFileSync(path, 'the key');
    expect(await readKeyFile(path, scanned('EBUSY', 6))).toBe('the key');
  });

  test('and answers EBUSY keeps nothing from being read whole', async () => {
    const path = join(temporaryFolder(), 'licences.json');
    writeFileSync(path, '[]');
    expect((await readWhole(path, scanned('EBUSY', 6))).toString()).toBe('[]');
  });

  test.each(locked)('and answers %s costs no PDF', (code) => {
    const path = join(temporaryFolder(), 'a.pdf.part');
    createPdfFile(path, patientSync(code, 5)).abandon();
    expect(existsSync(path)).toBe(true);
  });

  test.each(locked)('and answers %s keeps the last error from its file for a moment alone', async (code) => {
    const folder = temporaryFolder();
    const stored = () => createLastError(folder, String).read()?.message;
    const clock = createFakeClock();
    const disk = { names: scannedNamesSync(code, 2), clock };
    const lastError = createLastError(folder, String, disk);
    lastError.save({ code: 'UNEXPECTED', message: 'first' });
    lastError.save({ code: 'UNEXPECTED', message: 'second' });
    expect([lastError.read()?.message, stored()]).toEqual(['second', undefined]);
    // Removing and writing are held twice each.
    for (const ms of [50, 100, 200, 400]) await clock.advance(ms);
    expect(stored()).toBe('second');
    expect(clock.sleeping).toEqual([]);
  });

  test.each(locked)('and answers %s does not bring an error back that was to be forgotten', async (code) => {
    const folder = temporaryFolder();
    const clock = createFakeClock();
    let isLocked = true;
    const names = scannedNamesSync(code, 1_000, () => isLocked);
    const lastError = createLastError(folder, String, { names, clock });
    lastError.save({ code: 'UNEXPECTED', message: 'of a client' });
    isLocked = false;
    lastError.forget();
    await clock.advance(10_000);
    expect([lastError.read(), readdirSync(folder)]).toEqual([undefined, []]);
  });

  test.each(locked)('and answers %s keeps no folder from being made', async (code) => {
    const folder = temporaryFolder();
    let tries = 0;
    const locked = <T>(make: () => T): T => (++tries <= 5 ? fail(code) : make());
    const path = join(folder, 'a', 'b');
    ensureFolderSync(path, 0o700, (at, options) => locked(() => mkdirSync(at, options)), noPause);
    tries = 0;
    const clock = createFakeClock({ passes: () => true });
    const later = join(folder, 'c', 'd');
    await ensureFolder(later, async (at, options) => locked(() => mkdirSync(at, options)), clock);
    expect([existsSync(path), existsSync(later)]).toEqual([true, true]);
  });

  test.each(locked)('and answers %s keeps no start from proving its folder', (code) => {
    const folder = join(temporaryFolder(), 'Carpeta');
    const locked = scannedNamesSync(code, 5);
    makeUserData(folder, {
      write: (path) => locked.write(path, '', 0o600),
      remove: locked.remove,
      pause: noPause,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(locked)('and answers %s keeps no act from its temporary folder, which stays', async (code) => {
    const action = async (folder: string) => folder;
    const folder = await inTemporaryFolder('carpeta-test-', action, async () => fail(code));
    expect(existsSync(folder)).toBe(true);
    expect(existsSync(await inTemporaryFolder('carpeta-test-', action))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test.each(locked)('and answers %s costs no line of the log', (code) => {
    const folder = temporaryFolder();
    const names = scannedNamesSync(code, 2);
    const log = createLog({ folder, clock: createFakeClock(), secrets: () => [], names });
    for (const event of ['one', 'two', 'three']) log.note(event);
    const text = readFileSync(join(folder, 'carpeta.log'), 'utf8');
    expect(text.match(/one|two|three|lost/g)).toEqual(['one', 'two', 'three']);
  });

  test.each(locked)('and answers %s costs no preference', (code) => {
    const folder = temporaryFolder();
    const path = join(folder, 'preferences.json');
    writeFileSync(path, '{"settings": ');
    writeFileSync(`${path}.whole`, '{"settings": {"language": "en"}}');
    const preferences = preferencesOver(
      folder,
      (serialize) => new Conf({ cwd: folder, configName: 'preferences', serialize }),
      { names: patientSync(code, 5), pause: noPause },
    );
    expect([preferences.get('settings'), preferences.setAside]).toEqual([{ language: 'en' }, undefined]);
    preferences.change('clients', () => ['ana']);
    expect(preferences.get('clients')).toEqual(['ana']);
    expect(readdirSync(folder).sort()).toEqual(['preferences.json', 'preferences.lock']);
  });

  test.each(locked)('and answers %s keeps no start from reading its preferences', (code) => {
    const folder = temporaryFolder();
    const path = join(folder, 'preferences.json');
    writeFileSync(path, '{"clients": ["ana"]}');
    const locked = scannedReads(code, 5);
    const readText = (file: string) => locked(file, () => readFileSync(file, 'utf8'));
    const preferences = preferencesOver(
      folder,
      (serialize) => locked('open', () => new Conf({ cwd: folder, configName: 'preferences', serialize })),
      { readText, pause: noPause },
    );
    expect([preferences.get('clients'), preferences.setAside]).toEqual([['ana'], undefined]);
  });

  test.each(locked)('and answers %s keeps no store from being opened that is to be checked', (code) => {
    const path = join(temporaryFolder(), 'carpeta.db');
    openDatabase(path).database.close();
    writeFileSync(suspicionOf(path), '');
    openDatabase(path, undefined, patientSync(code, 5)).database.close();
    expect(existsSync(suspicionOf(path))).toBe(false);
  });

  test.each(locked)('and answers %s keeps nothing that was set aside from being deleted', async (code) => {
    const path = join(temporaryFolder(), 'carpeta.db');
    writeFileSync(`${path}.damaged`, 'of a client');
    await removeDamagedCopies(path, scanned(code, 6));
    expect(existsSync(`${path}.damaged`)).toBe(false);
  });

  test.each(locked)('and answers %s keeps no damaged store from being set aside', (code) => {
    const path = join(temporaryFolder(), 'carpeta.db');
    writeFileSync(path, 'no database at all, but long enough to be read as one'.repeat(40));
    const { database, setAside } = openDatabase(path, undefined, patientSync(code, 5));
    database.close();
    expect(setAside).toBe(`${path}.damaged`);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toMatch(/^no database/);
  });
});

describe('a program that keeps a file open', () => {
  test('keeps no store from being opened that is to be checked, and that is checked again', () => {
    const path = join(temporaryFolder(), 'carpeta.db');
    openDatabase(path).database.close();
    writeFileSync(suspicionOf(path), '');
    openDatabase(path, undefined, patientSync('EPERM', 1_000)).database.close();
    expect(existsSync(suspicionOf(path))).toBe(true);
  });

  test('costs an export alone, which says so and leaves what was there', async () => {
    const path = join(temporaryFolder(), 'lista.csv');
    writeFileSync(path, 'before');
    await expect(atomicWrite(path, ['after'], { names: scanned('EBUSY', 1_000) })).rejects.toMatchObject({
      code: 'FILE_LOCKED',
      values: { path },
    });
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  test('fails no change of preferences whose copy alone it holds', () => {
    const folder = temporaryFolder();
    const names = scannedNamesSync(
      'EPERM',
      1_000,
      (action, path) => action !== 'write' && path.endsWith('.whole'),
    );
    const preferences = preferencesOver(
      folder,
      (serialize) => new Conf({ cwd: folder, configName: 'preferences', serialize }),
      { names: patientNamesSync(names, noPause), pause: noPause },
    );
    preferences.change('clients', () => ['ana']);
    preferences.change('clients', () => ['ana', 'blas']);
    expect(preferences.get('clients')).toEqual(['ana', 'blas']);
    expect(JSON.parse(readFileSync(join(folder, 'preferences.json.whole'), 'utf8'))).toEqual({
      clients: ['ana', 'blas'],
    });
  });

  test('costs no line and no earlier file of the log, which is turned over once it is free', () => {
    const folder = temporaryFolder();
    let isOpen = false;
    const names = scannedNamesSync('EBUSY', 1_000, (_, path) => isOpen && basename(path) === 'carpeta.log');
    const log = createLog({
      folder,
      clock: createFakeClock(),
      secrets: () => [],
      fileSize: 200,
      maxFiles: 3,
      names,
    });
    const note = (from: number, to: number) => {
      for (let n = from; n <= to; n++) log.note(`event-${n}`, { padding: 'x'.repeat(40) });
    };
    note(1, 8);
    isOpen = true;
    note(9, 11);
    isOpen = false;
    note(12, 12);
    const files = ['carpeta.3.log', 'carpeta.2.log', 'carpeta.1.log', 'carpeta.log'];
    expect(readdirSync(folder).sort()).toEqual([...files].sort());
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/event-\d+/g) ?? []);
    expect(lines).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `event-${n}`));
  });

  test('is waited for by a thread for a second and a half, and no longer', () => {
    const paused: number[] = [];
    const refuse = () =>
      patientlySync(
        () => fail('EBUSY'),
        (ms) => void paused.push(ms),
      );
    expect(refuse).toThrow(expect.objectContaining({ code: 'EBUSY' }));
    expect(paused).toEqual([50, 100, 200, 400, 800]);
  });

  test('is the only one that is waited for', () => {
    const action = () =>
      patientlySync(
        () => fail('ENOSPC'),
        () => expect.unreachable(),
      );
    expect(action).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  });
});

/** The first so many times that something is read at a path, the system refuses it with this code. */
function scannedReads(code: string, times: number) {
  const tries = new Map<string, number>();
  return <T>(path: string, action: () => T): T => {
    const before = tries.get(path) ?? 0;
    tries.set(path, before + 1);
    return before < times ? fail(code) : action();
  };
}

function fail(code: string): never {
  throw systemError(code);
}
