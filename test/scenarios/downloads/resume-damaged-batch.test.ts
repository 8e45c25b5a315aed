import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { type DownloadsFixture, openFixture, practice } from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

let agency: PracticeAgency;
let store: Store;
let fixture: DownloadsFixture;
let calls: number;
let problems: unknown[];
let errorOf: (method: string) => AppError | undefined;
beforeEach(async () => {
  agency = await practice();
  [calls, problems] = [0, []];
  errorOf = () => undefined;
  const home = temporaryFolder('unread');
  store = await openStore(join(home, 'carpeta.db'));
  const failing = new Proxy(store, {
    get(target, name, receiver) {
      const error = typeof name === 'string' ? errorOf(name) : undefined;
      if (!error) return Reflect.get(target, name, receiver);
      return () => {
        calls++;
        return Promise.reject(error);
      };
    },
  });
  fixture = await openFixture({
    agency,
    home,
    overrides: { store: failing, onError: (error) => void problems.push(error) },
  });
});
afterEach(async () => {
  errorOf = () => undefined;
  await fixture.close();
  await store.close();
  await agency.close();
});

test.each([
  ['STORE_DAMAGED', 'takeTransfers', 1],
  ['STORE_DAMAGED', 'getBatch', 1],
  ['UNEXPECTED', 'takeTransfers', 1],
  ['STORE_BUSY', 'takeTransfers', 5],
  ['FOLDER_UNWRITABLE', 'takeTransfers', 5],
  ['FOLDER_GONE', 'takeTransfers', 5],
] as const)(
  'a batch whose ledger answers %s to %s pauses with that reason, which is told, after %i tries',
  async (code, method, tries) => {
    const documents = await fixture.find({ atMost: 3 });
    const unread = new AppError(code, 'not now', { values: { at: 'store' } });
    errorOf = (name) => (name === method ? unread : undefined);
    const id = await fixture.start(documents);
    const paused = await fixture.until(id, ({ state }) => state.kind === 'paused');
    expect(paused.state).toMatchObject({ why: 'store-unwritable', error: { code } });
    expect(calls).toBe(tries);
    expect(problems).toContain(unread);
  },
);

test('a batch whose ledger was damaged goes on when a person resumes it, and not before', async () => {
  const documents = await fixture.find({ atMost: 3 });
  errorOf = (name) => (name === 'takeTransfers' ? new AppError('STORE_DAMAGED', 'damaged') : undefined);
  const id = await fixture.start(documents);
  const { waits } = await fixture.until(id, ({ state }) => state.kind === 'paused');
  expect(waits).toBeUndefined();
  errorOf = () => undefined;
  await fixture.downloads.control({ action: 'resume', batchId: id });
  expect((await fixture.until(id)).state.kind).toBe('ended');
});
