import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../../../electron/database/index.ts';
import {
  confirmTakenNumbers,
  forgetTakenNumbers,
  numberFor,
} from '../../../../../electron/database/queries/document-numbers.ts';
import { transaction } from '../../../../../electron/database/transaction.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

const document = (id: string) => ({
  connectionId: 'agency',
  dispatch: '410931',
  rut: '76086428-5' as Rut,
  id,
});

test.each([
  ['stored', false],
  ['not stored, around damage', true],
])('a number that was rolled back is free again, where it was %s', async (_, isByIndex) => {
  const path = join(temporaryFolder('numbers'), 'carpeta.db');
  await (await openStore(path)).close();
  const database = new DatabaseSync(path);
  const { lastInsertRowid } = database.prepare("INSERT INTO destination (folder) VALUES ('/f')").run();
  const destination = Number(lastInsertRowid);
  const numbersOf = (...ids: string[]) =>
    ids.map((id) => numberFor(database, destination, document(id), isByIndex));

  expect(transaction(database, () => numbersOf('a', 'b'))).toEqual([1, 2]);
  confirmTakenNumbers(database);
  const failing = () =>
    transaction(database, () => {
      expect(numbersOf('c', 'd')).toEqual([3, 4]);
      throw new Error('the disk is full');
    });
  expect(failing).toThrow('the disk is full');
  forgetTakenNumbers(database);
  expect(transaction(database, () => numbersOf('c', 'd'))).toEqual([3, 4]);
  database.close();
});
