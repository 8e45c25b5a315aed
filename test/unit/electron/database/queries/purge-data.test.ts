import { expect, test } from 'vitest';
import { openDatabase } from '../../../../../electron/database/open-database.ts';
import { listSaved } from '../../../../../electron/database/queries/saved-searches.ts';
import { createWrites } from '../../../../../electron/database/worker-queries.ts';
import { newJob, noAttempts } from '../../../../../electron/jobs/index.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { savedDraft } from '../../../../support/app/saved-searches.ts';
import { rangeQuery } from '../../../../support/app/search-fixture.ts';
import { acme } from '../../../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
const other = '96591760-8' as Rut;

test('what an answer failed with goes with a client whom its query names, and stays where it names none of it', () => {
  const { database } = openDatabase(':memory:');
  const store = createWrites(database);
  const ask = (id: string, ruts: Rut[]) => {
    store.createResultSet(id, rangeQuery(ruts), at);
    const error = { code: 'API_KEY_INVALID', message: `no key for ${ruts.join()}` } as const;
    const job = newJob({ kind: 'refresh', subject: id });
    store.beginJob(job, { attempts: 1, retryAfter: 1, error }, { owner: '', leaseUntil: 0 });
  };
  ask('both', [acme, other]);
  ask('others', [other]);
  store.purgeRest({ rut: acme });
  const left = database.prepare('SELECT subject, last_error IS NULL AS is_gone FROM job').all();
  expect(left.map(({ subject, is_gone }) => [subject, is_gone])).toEqual([
    ['both', 1],
    ['others', 0],
  ]);
  database.close();
});

test('a search for words goes with the only client that it is narrowed to, and else loses that client alone', () => {
  const { database } = openDatabase(':memory:');
  const store = createWrites(database);
  const save = (id: string, ruts?: Rut[]) => {
    const question = {
      kind: 'words',
      text: 'flete',
      filter: { from: '2026-10-01', ...(ruts && { ruts }) },
    } as const;
    store.createSavedSearches(
      id,
      savedDraft({ question }),
      { from: undefined, resultSetId: `set ${id}` },
      at,
    );
  };
  save('one', [acme]);
  save('both', [acme, other]);
  save('all');
  store.purgeRest({ connectionId: 'agency' });
  store.purgeRest({ connectionId: 'agency', rut: acme });
  expect(listSaved(database)).toHaveLength(3);
  store.purgeRest({ rut: acme });
  const filters = listSaved(database).map(({ id, draft }) => [id, JSON.parse(draft).question.filter]);
  expect(filters).toEqual([
    ['both', { from: '2026-10-01', ruts: [other] }],
    ['all', { from: '2026-10-01' }],
  ]);
  const sets = database.prepare('SELECT uuid FROM result_set ORDER BY id').all();
  expect(sets.map(({ uuid }) => uuid)).toEqual(['set both', 'set all']);
  database.close();
});

test('words within a saved search lose a purged client, and go with the only one that they are narrowed to', () => {
  const { database } = openDatabase(':memory:');
  const store = createWrites(database);
  const save = (id: string, ruts: Rut[]) => {
    const draft = savedDraft({ question: rangeQuery([acme, other]) });
    const view = { ...draft.view, words: 'flete', wordsFilter: { from: '2026-10-01', ruts } };
    const source = { from: undefined, resultSetId: `set ${id}` };
    store.createSavedSearches(id, { ...draft, view }, source, at);
  };
  save('one', [acme]);
  save('both', [acme, other]);
  save('others', [other]);
  store.purgeRest({ connectionId: 'agency', rut: acme });
  store.purgeRest({ rut: acme });
  const views = listSaved(database).map(({ id, draft }) => {
    const { words, wordsFilter } = JSON.parse(draft).view;
    return [id, words, wordsFilter];
  });
  const narrowed = { from: '2026-10-01', ruts: [other] };
  expect(views).toEqual([
    ['one', undefined, undefined],
    ['both', 'flete', narrowed],
    ['others', 'flete', narrowed],
  ]);
  database.close();
});

test('as whom a number was asked for in vain, and which dispatches were completed, go with whatever is purged', () => {
  const { database } = openDatabase(':memory:');
  const store = createWrites(database);
  store.noteRefused('agency', '999001', [acme, other], at);
  const job = newJob({ kind: 'background-fetch', subject: '["agency","999001"]' });
  store.beginJob(job, { ...noAttempts, attempts: 1 }, { owner: '', leaseUntil: 0 });
  const tables = ['refused_client', 'job'];
  const rows = () =>
    tables.map((table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
  expect(rows()).toEqual([2, 1]);
  store.purgeRest({ rut: acme });
  expect(rows()).toEqual([0, 0]);
  database.close();
});
