import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PracticeAgency } from '../../electron/practice/index.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Batch } from '../../shared/model/download.ts';
import { connectionId, type DownloadDesk, openDesk, practice, removeHome } from '../support/download-desk.ts';
import { createHurriedClock } from '../support/hurried-clock.ts';

describe('a batch of one dispatch, where nothing was downloaded before', () => {
  let agency: PracticeAgency;
  let desk: DownloadDesk;
  let papers: DocumentKey[];

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.misbehave.clear();
    desk = await openDesk({ agency, clock: createHurriedClock(40) });
  });
  afterEach(async () => {
    await desk.close();
    removeHome(desk);
  });

  const isEnded = ({ state }: Batch) => state.kind === 'ended';
  const dispatchOf = ({ id }: DocumentKey) => agency.data.document(id)?.dispatch?.number ?? '';

  /** Finds the papers of one dispatch, or of several, and takes the first; their links must be asked for. */
  async function find(known: number): Promise<void> {
    const found = await desk.find({ atMost: known === 1 ? 1 : 40 });
    const [first] = found;
    if (!first) throw new Error('no documents');
    const all = [...agency.data.documents()].filter(({ paper }) => paper !== undefined);
    papers = all
      .filter(({ dispatch }) => dispatch?.number === dispatchOf(first))
      .map(({ id }) => ({ connectionId, id }));
    desk.links.forget(connectionId);
  }

  test.each([
    ['INTERNAL_ERROR', 1, { kind: 'answer', code: 'INTERNAL_ERROR' }],
    ['GATEWAY_UNAVAILABLE', 2, { kind: 'in-between', status: 504 }],
  ] as const)(
    'fails with %s where the service serves all but it (%i known), and comes when it is tried again by hand',
    async (code, known, fault) => {
      await find(known);
      const mend = agency.misbehave.add({ ...fault, dispatches: papers.slice(0, 1).map(dispatchOf) });
      const id = await desk.start(papers);
      expect((await desk.until(id, ({ state }) => state.kind !== 'running')).state.kind).toBe('ended');
      for (const { state, error } of await desk.verdicts(id)) {
        expect({ state, code: error?.code }).toEqual({ state: 'failed', code });
      }
      mend();
      await desk.downloads.control({ act: 'retry', batchId: id });
      expect((await desk.until(id, isEnded)).counts.done).toBe(papers.length);
    },
  );

  test.each([1, 2])(
    'waits where the service serves nobody (%i known), and goes on by itself',
    async (known) => {
      await find(known);
      const mend = agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
      const id = await desk.start(papers);
      const held = await desk.until(id, ({ state }) => state.kind !== 'running');
      expect(held.state).toMatchObject({ kind: 'paused', why: 'offline' });
      mend();
      expect((await desk.until(id, isEnded)).counts.done).toBe(papers.length);
    },
  );

  test('waits where the service tells the files of no dispatch', async () => {
    await find(2);
    const mend = agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'dispatch-files' });
    const id = await desk.start(papers);
    const held = await desk.until(id, ({ state }) => state.kind !== 'running');
    expect(held.state).toMatchObject({ kind: 'paused', why: 'offline' });
    expect(held.counts.failed).toBe(0);
    mend();
    expect((await desk.until(id, isEnded)).counts.done).toBe(papers.length);
  });
});
