import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyFolder } from '../../../electron/downloads/folder-index/verify.ts';
import { realDisk } from '../../../electron/downloads/index.ts';
import { flush, transfer } from '../../support/disk/flushed-index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

test('an answer that cannot be read is not laid at the door of storage: the service may have sent it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'd0.pdf'), 'x');
  const error = { code: 'RESPONSE_UNREADABLE', message: 'no JSON' } as const;
  await flush(folder, [transfer(0), { ...transfer(1), state: 'failed', path: '', error }]);
  const index = readFileSync(join(folder, 'indice.csv'), 'utf8');
  expect(index).toContain('llegó una respuesta que no se puede leer (RESPONSE_UNREADABLE)');
  expect(index).not.toContain('almacenamiento');
});

test('a type and a number of a hundred thousand letters leave an index that can be read, and told again', async () => {
  const folder = temporaryFolder();
  for (const number of [0, 1]) writeFileSync(join(folder, `d${number}.pdf`), 'x');
  const endless = '="'.repeat(50_000);
  await flush(folder, [{ ...transfer(0), type: endless, folio: endless }]);
  await flush(folder, [transfer(1)]);
  const { missing, changed, extra } = await verifyFolder(realDisk, folder);
  expect({ missing, changed, extra }).toEqual({ missing: [], changed: ['d0.pdf', 'd1.pdf'], extra: [] });
});
