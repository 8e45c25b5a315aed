import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { type DownloadsFixture, openFixture, practice } from '../../support/app/downloads-fixture.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;

beforeEach(async () => {
  agency = await practice();
  fixture = await openFixture({ agency, overrides: { onError: () => undefined } });
  mkdirSync(fixture.folder);
});
afterEach(async () => {
  await fixture.close();
  rmSync(fixture.home, { recursive: true, force: true });
  await agency.close();
});

const indexOf = () => join(fixture.folder, 'indice.csv');
const checksums = () => join(fixture.folder, 'SHA256SUMS');

async function ended() {
  const documents = await fixture.find({ atMost: 3 });
  return fixture.until(await fixture.start(documents), ({ state }) => state.kind === 'ended');
}

describe('a batch whose folder cannot have its index', () => {
  test('ends with its files and says so, where somebody has an indice.csv of their own, which stays', async () => {
    writeFileSync(indexOf(), 'Producto;Precio\r\nLápiz;100\r\n');
    const batch = await ended();
    expect(batch.counts.failed).toBe(0);
    expect(batch.indexError).toMatchObject({
      code: 'INDEX_NOT_WRITTEN',
      values: { path: indexOf(), reason: 'FILE_IN_THE_WAY' },
    });
    expect(fixture.announced.at(-1)?.indexError?.code).toBe('INDEX_NOT_WRITTEN');
    expect(readFileSync(indexOf(), 'utf8')).toBe('Producto;Precio\r\nLápiz;100\r\n');
    expect(existsSync(checksums())).toBe(false);
  });

  test('says so where a link is planted as SHA256SUMS, and nothing is written through it', {
    ...skippedFor(isWindows && 'making links needs a right that users of Windows have not got'),
  }, async () => {
    const victim = join(fixture.home, 'victim');
    writeFileSync(victim, 'mine\n');
    symlinkSync(victim, checksums());
    const batch = await ended();
    expect(batch.indexError?.code).toBe('INDEX_NOT_WRITTEN');
    expect(readFileSync(victim, 'utf8')).toBe('mine\n');
  });

  test('has its index as soon as what was in the way is gone, and says no more', async () => {
    writeFileSync(indexOf(), 'Producto;Precio\r\n');
    const { id } = await ended();
    rmSync(indexOf());
    const batch = await fixture.until(id, ({ indexError }) => indexError === undefined);
    expect(batch.state.kind).toBe('ended');
    expect(readFileSync(indexOf(), 'utf8')).toContain('descargado');
    const emitted = fixture.messages.flatMap(({ batches }) => batches).findLast((one) => one.id === id);
    expect(emitted?.indexError).toBeUndefined();
    expect(existsSync(checksums())).toBe(true);
  });

  test('is told by the next process as well, for as long as the index is missing', async () => {
    writeFileSync(indexOf(), 'Producto;Precio\r\n');
    const { id } = await ended();
    await fixture.close();
    fixture = await fixture.another();
    const batch = await fixture.until(id, ({ indexError }) => indexError !== undefined);
    expect(batch.indexError?.code).toBe('INDEX_NOT_WRITTEN');
  });
});
