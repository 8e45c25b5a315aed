import { afterEach, expect, test } from 'vitest';
import { openSearchFixture, rangeQuery, type SearchFixture } from '../../support/app/search-fixture.ts';

let fixture: SearchFixture;
afterEach(() => fixture.close());

/** Requests for documents that the agency has had. */
const asked = () => fixture.agency.requests.count('files') + fixture.agency.requests.count('dispatch-files');
const everything = () => rangeQuery(fixture.agency.clients.map(({ rut }) => rut));

/** An app whose agency has been asked before, so that it knows which types there are. */
async function openKnowing(requestsAtOnce = 2): Promise<void> {
  fixture = await openSearchFixture({
    practice: { documents: 200, clients: 3 },
    settings: { requestsAtOnce },
  });
  expect((await fixture.ask(everything())).state).toBe('done');
  fixture.agency.requests.forget();
}

test('an agency that is away is asked for two types, five times each, and no more for the rest of its tasks', async () => {
  await openKnowing(1);
  fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const { state, tasksTotal, tasksAnswered } = await fixture.ask(everything());
  expect({ state, tasksAnswered }).toEqual({ state: 'interrupted', tasksAnswered: 1 });
  expect(tasksTotal).toBeGreaterThan(10);
  expect(asked()).toBe(2 * 5);
});

test('a search that a person begins asks an agency that was away at once', async () => {
  await openKnowing();
  const mend = fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
  expect((await fixture.ask(everything())).state).toBe('interrupted');
  mend();
  expect((await fixture.ask(everything())).state).toBe('done');
});
