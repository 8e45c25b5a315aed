import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { tell, transfer } from '../../support/disk/told-index.ts';

test('an index of more verdicts than go into one writing holds each of them once', async () => {
  const folder = temporaryFolder();
  const untold = Array.from({ length: 6_001 }, (_, place) => transfer(place));
  for (const { path } of untold) writeFileSync(join(folder, path), 'x');
  const told = await tell(folder, untold);
  expect(told.size).toBe(untold.length);
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(new Set(sums).size).toBe(untold.length);
  expect(sums).toHaveLength(untold.length);
  expect(readFileSync(join(folder, 'indice.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(
    untold.length + 1,
  );
});
