import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentKind } from '../../../../../electron/downloads/files/content-kind.ts';
import { createPartFile, freeChunks, writeBytes } from '../../../../../electron/downloads/files/part-file.ts';
import { type Disk, realDisk } from '../../../../../electron/downloads/index.ts';
import { numberedByFirstByte } from '../../../../support/disk/disks-without-hard-links.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

/** A chunk as the network brings it: in memory of its own. */
function chunk(length: number, beginning = ''): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(length)).fill('x');
  bytes.write(beginning);
  return bytes;
}

describe('a part file', () => {
  test.each([16, 900, writeBytes])(
    'knows how it began after the first of its bytes, %i of them, have been written',
    async (length) => {
      const path = join(temporaryFolder(), 'a.part');
      const part = createPartFile(realDisk, path, {});
      part.add(chunk(length, '%PDF-1.7'));
      await part.flush();
      part.add(chunk(writeBytes));
      await part.flush();
      expect(contentKind(part.body(part.bytes), '', '')).toEqual({ kind: 'document', extension: 'pdf' });
      await part.close();
      expect(readFileSync(path)).toHaveLength(length + writeBytes);
    },
  );

  test('gives the memory of what is written back', async () => {
    const part = createPartFile(realDisk, join(temporaryFolder(), 'a.part'), {});
    const bytes = chunk(writeBytes);
    part.add(bytes);
    expect(bytes).toHaveLength(writeBytes);
    await part.flush();
    expect(bytes).toHaveLength(0);
    await part.close();
  });

  test('that is thrown away goes where its number came with its first byte too', async () => {
    const path = join(temporaryFolder(), 'a.part');
    const part = createPartFile(numberedByFirstByte(realDisk), path, {});
    await part.create();
    part.add(chunk(16));
    await part.flush();
    await part.discard();
    expect(existsSync(path)).toBe(false);
  });

  test('nor does it stay when its share does not answer for what was open', async () => {
    const path = join(temporaryFolder(), 'a.part');
    const disk: Disk = {
      ...realDisk,
      async create(name) {
        const file = await realDisk.create(name);
        return { ...file, stat: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ESTALE' })) };
      },
    };
    const part = createPartFile(disk, path, {});
    part.add(chunk(16));
    await part.flush();
    await part.discard();
    expect(existsSync(path)).toBe(false);
  });
});

describe('letting go of chunks', () => {
  test('leaves memory alone that others may use', () => {
    const whole = chunk(100);
    freeChunks([whole.subarray(0, 50), whole.subarray(50)]);
    expect(whole).toHaveLength(100);
  });
});
