import { afterEach, expect, test } from 'vitest';
import { openSearchDesk, rangeQuery, type SearchDesk } from '../../support/app/search-desk.ts';

let desk: SearchDesk;
afterEach(() => desk.close());

/** Requests for documents that the agency has had. */
const asked = () => desk.agency.requests.count('files') + desk.agency.requests.count('dispatch-files');
const everything = () => rangeQuery(desk.agency.clients.map(({ rut }) => rut));

/** A desk whose agency has been asked before, so that it knows which types there are. */
async function openKnowing(requestsAtOnce = 2): Promise<void> {
  desk = await openSearchDesk({ practice: { documents: 200, clients: 3 }, settings: { requestsAtOnce } });
  expect((await desk.ask(everything())).state).toBe('done');
  desk.agency.requests.forget();
}

test('an agency that is away is asked for two types, five times each, and no more for the rest of its tasks', async () => {
  await openKnowing(1);
  desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const { state, tasksTotal, tasksAnswered } = await desk.ask(everything());
  expect({ state, tasksAnswered }).toEqual({ state: 'interrupted', tasksAnswered: 1 });
  expect(tasksTotal).toBeGreaterThan(10);
  expect(asked()).toBe(2 * 5);
});

test('a search that a person begins asks an agency that was away at once', async () => {
  await openKnowing();
  const mend = desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
  expect((await desk.ask(everything())).state).toBe('interrupted');
  mend();
  expect((await desk.ask(everything())).state).toBe('done');
});
