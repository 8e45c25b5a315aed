import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CsvReader } from '../../../electron/downloads/folder-index/csv-reader.ts';
import { checksumLines, indexEntries } from '../../../electron/downloads/folder-index/index-file.ts';
import { verifyFolder } from '../../../electron/downloads/folder-index/verify.ts';
import { realDisk } from '../../../electron/downloads/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

const titles = '\ufeffagencia;servicio;documento;archivo;sha256\r\n';

async function drained(entries: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of entries);
}

describe('an index that somebody has made to do harm', () => {
  const noPipes = skippedFor(isWindows && 'Windows has no such files in folders');

  test.each(['indice.csv', 'SHA256SUMS'])(
    'a pipe as %s is refused and keeps nobody waiting',
    noPipes,
    async (name) => {
      const folder = temporaryFolder();
      execFileSync('mkfifo', [join(folder, name)]);
      await expect(verifyFolder(realDisk, folder)).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
    },
  );

  test(
    'a socket as SHA256SUMS is refused as a file in the way, and not as a folder that is gone',
    noPipes,
    async () => {
      const folder = temporaryFolder();
      const server = createServer().listen(join(folder, 'SHA256SUMS'));
      await new Promise((resolve) => server.once('listening', resolve));
      await expect(verifyFolder(realDisk, folder)).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
      server.close();
    },
  );

  test('a quote that is never closed is no index: told after one cell, not after 30 MB', async () => {
    const path = join(temporaryFolder(), 'indice.csv');
    writeFileSync(path, `${titles}"${'a\n'.repeat(15 * 1024 * 1024)}`);
    await expect(drained(indexEntries(realDisk, path))).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
  });

  test('a line without end is no index, and no line of checksums', async () => {
    const path = join(temporaryFolder(), 'indice.csv');
    writeFileSync(path, `${titles}${'a;'.repeat(4 * 1024 * 1024)}`);
    await expect(drained(indexEntries(realDisk, path))).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
    writeFileSync(path, 'a'.repeat(8 * 1024 * 1024));
    await expect(drained(checksumLines(realDisk, path))).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
  });

  test('each letter of an index is read once, however its text is cut into chunks', () => {
    const text = `${titles}${'"a ""b"" ;\r\nc";d;e;f;g\r\n'.repeat(50)}`;
    const whole = new CsvReader();
    const rows = [...whole.push(text), ...whole.end()];
    expect(rows).toHaveLength(51);
    for (const length of [1, 2, 3, 7, 64]) {
      const reader = new CsvReader();
      const chunks = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
      expect([...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]).toEqual(rows);
    }
  });
});
