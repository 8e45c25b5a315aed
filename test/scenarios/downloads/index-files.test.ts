import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CsvReader, inertText, plainText } from '../../../electron/downloads/folder-index/csv-reader.ts';
import type { Writer } from '../../../electron/downloads/folder-index/folder-lock.ts';
import {
  entryFields,
  entryReader,
  type IndexEntry,
  indexTitles,
} from '../../../electron/downloads/folder-index/index-entry.ts';
import { checksumOf, isOwnName, mergeIndex } from '../../../electron/downloads/folder-index/index-file.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { csvLine } from '../../../shared/spreadsheet-text.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { createIdleClock } from '../../support/app/idle-clock.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const writer: Writer = {
  user: 'ana',
  computer: 'escritorio',
  processId: 1,
  uuid: () => crypto.randomUUID(),
  isAlive: () => true,
};

function entry(overrides: Partial<IndexEntry>): IndexEntry {
  return {
    agency: 'agencia',
    service: 'servicio.example',
    rut: '76086428-5',
    dispatch: '123456',
    documentId: 'a',
    number: '1',
    type: 'FACTURA TERCEROS',
    folio: '000123',
    path: '',
    size: '',
    sha256: '',
    verdict: 'descargado',
    reason: '',
    requestId: 'r',
    at: '2026-11-20T12:00:00.000Z',
    user: 'ana',
    computer: 'escritorio',
    ...overrides,
  };
}
const file = (id: string, path = `${id}.pdf`, sha256 = id.repeat(64).slice(0, 64)) =>
  entry({ documentId: id, path, size: '3', sha256 });
/**
 * A field of an index as the programs of before read it: an apostrophe is a mark, before it and behind a
 * separator inside.
 */
const unmarked = (text: string) => text.replace(/^'/, '').replace(/([,\t\r\n][\s"]*)'('*[=+\-@])/g, '$1$2');

describe('an index', () => {
  const clock = createIdleClock();
  const merge = (
    folder: string,
    entries: readonly IndexEntry[],
    more: Partial<Writer> = {},
    disk: Disk = realDisk,
    indexClock = clock,
  ) => mergeIndex({ disk, clock: indexClock, writer: { ...writer, ...more } }, folder, entries);
  const lines = (folder: string) =>
    readFileSync(join(folder, 'indice.csv'), 'utf8')
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n');

  test('opens in Excel in Chile: a byte-order mark, semicolons, nothing that is taken for a formula', async () => {
    const folder = temporaryFolder();
    await merge(folder, [
      entry({ type: '=HYPERLINK("x")', folio: '-1;2', path: '@a.pdf', sha256: 'a'.repeat(64) }),
    ]);
    const text = readFileSync(join(folder, 'indice.csv'), 'utf8');
    expect(text.startsWith('\ufeffagencia;servicio;rut;despacho;documento;')).toBe(true);
    expect(text).toContain(`;"'=HYPERLINK(""x"")";"'-1;2";'@a.pdf;`);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${'a'.repeat(64)}  @a.pdf\n`);
  });

  test('holds each file once, and a document without one until a file of it comes', async () => {
    const folder = temporaryFolder();
    await merge(folder, [file('a'), entry({ documentId: 'b', verdict: 'sin archivo', reason: 'no hay' })]);
    await merge(folder, [
      file('a'),
      entry({ documentId: 'b', verdict: 'con error', reason: 'otra' }),
      file('c'),
    ]);
    expect(lines(folder)).toHaveLength(4);
    await merge(folder, [file('b')]);
    await merge(folder, [entry({ documentId: 'c', verdict: 'con error' })]);
    expect(
      lines(folder)
        .slice(1)
        .map((line) => line.split(';')[8]),
    ).toEqual(['a.pdf', 'c.pdf', 'b.pdf']);
  });

  test('keeps who brought a file first, and takes note when its content is another', async () => {
    const folder = temporaryFolder();
    await merge(folder, [{ ...file('a'), user: 'ana' }]);
    await merge(folder, [{ ...file('a'), user: 'beto' }]);
    expect(lines(folder)[1]).toContain(';ana;');
    await merge(folder, [{ ...file('a', 'a.pdf', 'f'.repeat(64)), user: 'beto' }]);
    expect(lines(folder)[1]).toContain(';beto;');
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${'f'.repeat(64)}  a.pdf\n`);
  });

  test('keeps a right hash where the ledger has a damaged one: the file tells which is right', async () => {
    const folder = temporaryFolder();
    const [first, second] = ['one', 'two'].map((text) => createHash('sha256').update(text).digest('hex'));
    writeFileSync(join(folder, 'a.pdf'), 'one');
    await merge(folder, [file('a', 'a.pdf', first)]);
    await merge(folder, [file('a', 'a.pdf', `f${first?.slice(1)}`)]);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${first}  a.pdf\n`);
    expect(lines(folder)[1]).toContain(first);
    writeFileSync(join(folder, 'a.pdf'), 'two');
    await merge(folder, [file('a', 'a.pdf', second)]);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${second}  a.pdf\n`);
  });

  test.each(['EACCES', 'EIO', 'ESTALE'])(
    'takes the ledger at its word where a file cannot be read (%s), and tells all others',
    async (code) => {
      const folder = temporaryFolder();
      for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.pdf`), 'one');
      const [old, renewed] = ['0'.repeat(64), 'f'.repeat(64)];
      const of = (name: string, sha256: string) => file(name, `${name}.pdf`, sha256);
      const disk: Disk = {
        ...realDisk,
        read: (path) =>
          path.endsWith('a.pdf')
            ? Promise.reject(Object.assign(new Error(code), { code }))
            : realDisk.read(path),
      };
      await merge(folder, [of('a', old), of('b', old)], {}, disk);
      await merge(folder, [of('a', renewed), of('b', renewed)], {}, disk);
      expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${renewed}  a.pdf\n${renewed}  b.pdf\n`);
    },
  );

  test('and its checksums are the app’s own in whatever case a disk gives them back', () => {
    for (const name of ['sha256sums', 'Indice.CSV', 'INDICE.csv.lock', 'SHA256SUMS']) {
      expect(isOwnName(name)).toBe(true);
    }
    for (const name of ['sha256sums.pdf', 'indice.xlsx', 'mi indice.csv'])
      expect(isOwnName(name)).toBe(false);
  });

  test('in which a file stands twice tells its new content on both lines', async () => {
    const folder = temporaryFolder();
    await merge(folder, [file('a'), file('b')]);
    const text = readFileSync(join(folder, 'indice.csv'), 'utf8');
    writeFileSync(join(folder, 'indice.csv'), `${text}${lines(folder)[1]}\r\n`);
    await merge(folder, [file('a', 'a.pdf', 'f'.repeat(64))]);
    expect(
      lines(folder)
        .slice(1)
        .map((line) => line.split(';')[10]?.[0]),
    ).toEqual(['f', 'b', 'f']);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
      `${'f'.repeat(64)}  a.pdf\n${'b'.repeat(64)}  b.pdf\n`,
    );
  });

  test('has one line for each file in its checksums however often it is merged, whatever names and hashes it holds', async () => {
    const folder = temporaryFolder();
    const odd = ['x\r', 'x\r.pdf', 'y\\z\n.pdf', 'a\u2028b.pdf', 'A.pdf', 'a.pdf'];
    await merge(folder, [
      ...odd.map((path, position) => file(String(position), path)),
      file('b', 'b.pdf', ''),
      file('c', 'c.pdf', '1,2E+63'),
    ]);
    await merge(folder, [file('d'), file('b', 'b.pdf', '')]);
    await merge(folder, [file('d')]);
    expect(lines(folder)).toHaveLength(1 + odd.length + 3);
    const sumLines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(sumLines.map((line) => checksumOf(line)?.path)).toEqual([...odd, 'd.pdf']);
  });

  test('is merged by many who write at the same time: no line is lost', async () => {
    const folder = temporaryFolder();
    const ids = 'bcdefghij0123456'.split('');
    await Promise.all(
      ids.map((id, position) =>
        merge(folder, [file(id)], { processId: position, computer: `pc-${position % 3}` }, realDisk),
      ),
    );
    expect(
      new Set(
        lines(folder)
          .slice(1)
          .map((line) => line.split(';')[4]),
      ),
    ).toEqual(new Set(ids));
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'indice.csv']);
  });

  test('whose lock a dead process of this computer left is taken over at once', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'indice.csv.lock'), 'escritorio/77/mark');
    // Who waited for anything would wait for ever on this clock.
    await merge(folder, [file('a')], { isAlive: (id) => id !== 77 }, realDisk, createFakeClock());
    expect(existsSync(join(folder, 'indice.csv.lock'))).toBe(false);
  });

  test('whose lock another computer left is taken over once nobody has touched it for long', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'indice.csv.lock'), 'otro/77/mark');
    await merge(folder, [file('a')]);
    expect(lines(folder)).toHaveLength(2);
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'indice.csv']);
  });

  test('that Excel has saved in its own way is read, and gone on with', async () => {
    const folder = temporaryFolder();
    await merge(folder, [{ ...file('a', 'Año/Ñandú.pdf'), type: 'GUÍA' }]);
    const saved = lines(folder).join('\r\n');
    // Windows-1252, commas, no byte-order mark: what "CSV" means there.
    writeFileSync(join(folder, 'indice.csv'), Buffer.from(saved.replaceAll(';', ','), 'latin1'));
    await merge(folder, [file('b')]);
    expect(
      lines(folder)
        .slice(1)
        .map((line) => line.split(';')[8]),
    ).toEqual(['Año/Ñandú.pdf', 'b.pdf']);
    expect(lines(folder)[1]).toContain('GUÍA');
  });

  test.each([
    ['its own code page, the first accent far down', 'windows-1252'],
    ['UTF-8 without a byte-order mark', 'utf-8'],
  ])('that was saved in %s is read as what it is', async (_, page) => {
    const folder = temporaryFolder();
    const plain = Array.from({ length: 1_500 }, (_, position) =>
      file(`d${position}`, `despacho/${position}.pdf`),
    );
    await merge(folder, [...plain, { ...file('a', 'Año/Ñandú.pdf'), type: 'GUÍA' }]);
    const text = readFileSync(join(folder, 'indice.csv'), 'utf8').replace('\ufeff', '');
    expect(text.indexOf('ñ')).toBeGreaterThan(128 * 1024);
    writeFileSync(join(folder, 'indice.csv'), Buffer.from(text, page === 'utf-8' ? 'utf8' : 'latin1'));
    await merge(folder, [file('b')]);
    expect(lines(folder).slice(-2).join()).toContain('GUÍA');
    expect(lines(folder).slice(-2).join()).toContain('Año/Ñandú.pdf');
  });

  test('that takes long is kept by whoever is at it, who gives way when the lock was lost all the same', async () => {
    const folder = temporaryFolder();
    const lock = join(folder, 'indice.csv.lock');
    const slow = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const disk: Disk = {
      ...realDisk,
      async create(path) {
        const made = await realDisk.create(path);
        if (!path.endsWith('.part')) return made;
        started.resolve();
        return { ...made, sync: () => slow.promise.then(() => made.sync()) };
      },
    };
    const first = merge(folder, [file('a')], {}, disk);
    await started.promise;
    const lockText = readFileSync(lock, 'utf8');
    // Half as long again as a dead lock stands.
    const second = merge(folder, [file('b')], { computer: 'otro', processId: 2 });
    const waited = clock.sleep(45_000);
    await expect(Promise.race([second.then(() => 'merged'), waited.then(() => 'waits')])).resolves.toBe(
      'waits',
    );
    expect(readFileSync(lock, 'utf8').startsWith(lockText)).toBe(true);
    // A computer that slept for an hour: somebody thought it dead.
    rmSync(lock);
    await second;
    slow.resolve();
    await expect(first).rejects.toMatchObject({ code: 'FILE_LOCKED' });
    expect(lines(folder)).toHaveLength(2);
    expect(lines(folder)[1]).toContain('b.pdf');
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'indice.csv']);
  });

  test('a file of its name that is none is left as it is', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'indice.csv'), 'my own list\nof things\n');
    await expect(merge(folder, [file('a')])).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
    expect(readFileSync(join(folder, 'indice.csv'), 'utf8')).toBe('my own list\nof things\n');
    expect(readdirSync(folder)).toEqual(['indice.csv']);
  });

  test('checksums of files that are not in the index stay', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'SHA256SUMS'), `${'e'.repeat(64)}  mine.txt\n`);
    await merge(folder, [file('a')]);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toContain('  mine.txt\n');
  });

  test('what breaks in the middle leaves the old one whole', async () => {
    const folder = temporaryFolder();
    await merge(folder, [file('a')]);
    const before = readFileSync(join(folder, 'indice.csv'));
    const full: Disk = {
      ...realDisk,
      async create(path) {
        const made = await realDisk.create(path);
        if (!path.endsWith('.part')) return made;
        return { ...made, write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
      },
    };
    await expect(merge(folder, [file('b')], {}, full)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(join(folder, 'indice.csv'))).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'indice.csv']);
  });
});

describe('lines of CSV', () => {
  test('are read as they were written, wherever the text is cut', () => {
    const rows = [
      ['a', 'b;c', 'd"e', 'line\r\nend', ' spaces ', ''],
      ['1', '2', '3', '4', '5', '6'],
    ];
    const text = rows.map((row) => csvLine(row)).join('');
    for (let cut = 0; cut <= text.length; cut++) {
      const reader = new CsvReader();
      expect([...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut)), ...reader.end()]).toEqual(
        rows,
      );
    }
  });

  test.each([
    "'10-12",
    '=1',
    '+1',
    '-1',
    '@a',
    "'quoted",
    '\tx',
    'plain',
    ' =1+1',
    '\u00a0=1',
    '\u0000=1',
    '\n=1',
    '＝1+1',
    ' ＠a',
    "' =1",
    "' a",
    ' a',
    'x,=1+1',
    "x, '=1+1",
    'x\t@SUM(A1)',
    'ACME, S.A.',
    "=a,'-1",
  ])('%j survives being made inert', (text) => {
    expect(plainText(inertText(text))).toBe(text);
    expect(inertText(text)).not.toMatch(/^[\s\p{Cc}]*[=+\-@＝＋－＠]/u);
    expect(inertText(text)).not.toMatch(/^[\t\r\n]/);
    for (const cell of inertText(text).split(/[,\t\r\n]/))
      expect(cell).not.toMatch(/^[\s\p{Cc}"]*[=+\-@＝＋－＠]/u);
  });

  test.each(['10-12', '1/2', '2026-10', '004512', '123456789012', '410.931', ' 10-12', '12E5'])(
    'a folio %j stands for itself in a spreadsheet, and is read back from an index of before and of now',
    (folio) => {
      const stored: IndexEntry = { ...file('a'), folio, dispatch: folio, documentId: folio };
      const fields = entryFields(stored);
      const read = entryReader(indexTitles);
      const rows = (line: string) => {
        const reader = new CsvReader();
        return [...reader.push(line), ...reader.end()];
      };
      const [titles = [], now = []] = rows(csvLine(indexTitles) + csvLine(fields));
      expect(titles).toEqual(indexTitles);
      expect(now[7]).toBe(`\t${folio}`);
      expect(read?.(now)).toEqual(stored);
      const lineBefore = csvLine(fields.map((text) => text.replace(/^\t/, '')));
      const [, before = []] = rows(csvLine(indexTitles) + lineBefore);
      expect(read?.(before)).toEqual(stored);
    },
  );

  test.each(['004512', '123456789012', '410.931', '10-12', '=1', 'a,=1'])(
    'a program of before, which takes marks of formulas alone away, reads %j as the same document',
    (text) => {
      const identity = { agency: text, service: text, rut: text, dispatch: text, documentId: text };
      const fields = entryFields({ ...file('a'), ...identity });
      const before = Object.fromEntries(indexTitles.map((title, at) => [title, unmarked(fields[at] ?? '')]));
      expect(before).toMatchObject({
        agencia: text,
        servicio: text,
        rut: text,
        despacho: text,
        documento: text,
      });
    },
  );

  test('a document that an index names behind a tab is the same', () => {
    const fields = entryFields({ ...file('a'), documentId: '123456789012' });
    const tabbed = fields.map((text) => (text === '123456789012' ? `\t${text}` : text));
    expect(entryReader(indexTitles)?.(tabbed)?.documentId).toBe('123456789012');
  });

  test('a text that has a tab of its own keeps it', () => {
    for (const text of ['\t10-12', '\t\t004512', "'\t1/2"]) expect(plainText(inertText(text))).toBe(text);
  });
});
