import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportsOf, grid } from '../../support/app/grid-exports.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

test('100,000 rows of 12 columns are written without being held', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const columns = Array.from({ length: 12 }, (_, at) => ({ column: `c${at}`, title: `Columna ${at}` }));
  const fields = Object.fromEntries(
    columns.map(({ column }, at) => [column, at % 2 ? at * 7 : `texto ${at}`]),
  );
  const before = process.memoryUsage().rss;
  let peak = before;
  // Looks at what is held when it is read.
  const watching = Object.defineProperty({ ...fields }, 'c0', {
    enumerable: true,
    get: () => {
      peak = Math.max(peak, process.memoryUsage().rss);
      return fields['c0'];
    },
  });
  const { exports } = exportsOf(
    Array.from({ length: 100_000 }, (_, index) => (index % 1_000 === 0 ? watching : fields)),
  );
  await exports.writeGrid(grid('xlsx', { columns }), join(folder, 'grid.xlsx'));
  await exports.writeGrid(grid('csv', { columns }), join(folder, 'grid.csv'));
  expect(statSync(join(folder, 'grid.csv')).size).toBeGreaterThan(5_000_000);
  let lines = 0;
  for await (const chunk of createReadStream(join(folder, 'grid.csv'))) {
    for (const byte of chunk as Buffer) if (byte === 10) lines++;
  }
  expect(lines).toBe(100_001);
  // The files hold 100 MB of XML and text: a tenth of it shows that it passed through.
  expect((peak - before) / 1e6).toBeLessThan(150);
});
