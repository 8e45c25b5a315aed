import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realDisk } from '../../electron/downloads/index.ts';
import { contentKind } from '../../electron/downloads/transfer/content-kind.ts';
import { letGo } from '../../electron/downloads/transfer/let-go.ts';
import { createPartFile, writeBytes } from '../../electron/downloads/transfer/part-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A piece as the network brings it: in memory of its own. */
function piece(length: number, beginning = ''): Buffer {
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
      part.add(piece(length, '%PDF-1.7'));
      await part.settle();
      part.add(piece(writeBytes));
      await part.settle();
      expect(contentKind(part.beginning, '', '')).toEqual({ kind: 'document', extension: 'pdf' });
      await part.leave();
      expect(readFileSync(path)).toHaveLength(length + writeBytes);
    },
  );

  test('gives the memory of what is written back', async () => {
    const part = createPartFile(realDisk, join(temporaryFolder(), 'a.part'), {});
    const bytes = piece(writeBytes);
    part.add(bytes);
    expect(bytes).toHaveLength(writeBytes);
    await part.settle();
    expect(bytes).toHaveLength(0);
    await part.leave();
  });
});

describe('letting go of pieces', () => {
  test('leaves memory alone that others may use', () => {
    const whole = piece(100);
    letGo([whole.subarray(0, 50), whole.subarray(50)]);
    expect(whole).toHaveLength(100);
  });
});
