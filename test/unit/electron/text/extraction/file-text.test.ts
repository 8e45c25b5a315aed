import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readTiff } from '../../../../../electron/lib/file-formats/tiff/read-tiff.ts';
import { readFileText, type TextStep } from '../../../../../electron/text/extraction/file-text.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { madeTiff } from '../../../../support/samples/made-tiff.ts';
import { sha256Of } from '../../../../support/samples/text-files.ts';

vi.mock('../../../../../electron/lib/file-formats/tiff/read-tiff.ts', { spy: true });

test('a TIFF is parsed once, however many pages it has', async () => {
  const fields = { 256: 8, 257: 1, 258: 1, 259: 1, 262: 1, 278: 1 };
  const bytes = madeTiff(Array.from({ length: 40 }, () => ({ fields, strips: [Buffer.alloc(1)] })));
  const path = join(temporaryFolder(), 'fax.tif');
  writeFileSync(path, bytes);
  const steps: TextStep[] = [];
  await readFileText({ path, sha256: sha256Of(bytes) }, (step) => void steps.push(step));
  expect(steps.at(-1)).toMatchObject({ pages: 40, unreadPages: 40, reason: 'no-text' });
  expect(vi.mocked(readTiff)).toHaveBeenCalledOnce();
});
