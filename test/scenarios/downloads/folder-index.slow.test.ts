import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flush, transfer } from '../../support/disk/flushed-index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

test('an index of more verdicts than go into one writing holds each of them once', async () => {
  const folder = temporaryFolder();
  const pending = Array.from({ length: 6_001 }, (_, index) => transfer(index));
  for (const { path } of pending) writeFileSync(join(folder, path), 'x');
  const flushed = await flush(folder, pending);
  expect(flushed.size).toBe(pending.length);
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(new Set(sums).size).toBe(pending.length);
  expect(sums).toHaveLength(pending.length);
  expect(readFileSync(join(folder, 'indice.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(
    pending.length + 1,
  );
});
