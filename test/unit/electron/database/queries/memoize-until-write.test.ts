import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoizeUntilWrite } from '../../../../../electron/database/queries/memoize-until-write.ts';
import type { Scope } from '../../../../../shared/model/dossier.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

const today = '2026-11-20';
let writer: DatabaseSync;
let reader: DatabaseSync;
let studied: Scope[];

beforeEach(() => {
  const path = join(temporaryFolder(), 'carpeta.db');
  writer = new DatabaseSync(path);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE paper (id INTEGER)');
  reader = new DatabaseSync(path, { readOnly: true });
  studied = [];
});
afterEach(() => {
  reader.close();
  writer.close();
});

const count = (scope: Scope) => {
  studied.push(scope);
  return Number(reader.prepare('SELECT count(*) AS papers FROM paper').get()?.['papers']);
};

describe('what is found over all that is kept', () => {
  it('is found once, and again only after the file has changed', () => {
    const query = memoizeUntilWrite(reader)(count);
    expect([query({}, today), query({}, today)]).toEqual([0, 0]);
    expect(studied).toHaveLength(1);
    writer.exec('INSERT INTO paper VALUES (1)');
    expect([query({}, today), query({}, today)]).toEqual([1, 1]);
    expect(studied).toHaveLength(2);
  });

  it('is another thing for another scope and on another day', () => {
    const query = memoizeUntilWrite(reader)(count);
    query({}, today);
    query({ ruts: ['76086428-5' as Rut] }, today);
    query({}, '2026-11-21');
    expect(studied).toHaveLength(3);
  });

  it('is kept while single dispatches are looked at', () => {
    const query = memoizeUntilWrite(reader)(count);
    query({}, today);
    for (const number of ['1', '2', '3']) query({ dispatches: [{ connectionId: 'a', number }] }, today);
    query({}, today);
    expect(studied.filter(({ dispatches }) => dispatches === undefined)).toHaveLength(1);
  });

  it('does not grow with the clients that were looked at', () => {
    const query = memoizeUntilWrite(reader)(count);
    for (const rut of ['1-9', '2-7', '3-5']) query({ ruts: [rut as Rut] }, today);
    query({ ruts: ['1-9' as Rut] }, today);
    expect(studied).toHaveLength(4);
  });
});
