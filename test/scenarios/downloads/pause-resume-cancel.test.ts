import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

/**
 * Storage that takes a second for each document: whatever a person does then comes before the last of them,
 * however slow the machine is.
 */
const unhurried = { kind: 'storage-slow', ms: 1_000 } as const;

describe('a person', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.faults.clear();
    agency.requests.forget();
    fixture = await openFixture({ agency, settings: { transfersAtOnce: 2 } });
    documents = await fixture.find({ atMost: 30 });
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  const strays = () => [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'));

  test('pauses a batch in the middle, and resumes it: everything comes once', async () => {
    agency.faults.add(unhurried);
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 3);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    const paused = await fixture.until(id, ({ state }) => state.kind === 'paused');
    expect(paused.state).toEqual({ kind: 'paused', why: 'person' });
    expect(paused.counts.transferring).toBe(0);
    expect(strays()).toEqual([]);
    expect(fixture.downloads.isBusy()).toBe(false);

    await fixture.downloads.control({ action: 'resume', batchId: id });
    const ended = await fixture.until(id);
    expect(ended.state.kind).toBe('ended');
    expect(ended.counts.done + ended.counts['no-file']).toBe(30);
    // The two that were on their way may have left the agency whole and come again.
    expect(agency.requests.files().served).toBeLessThanOrEqual(ended.counts.done + 2);
    expect(filesIn(fixture.folder).size).toBe(ended.counts.done);
  });

  test('cancels a batch in the middle: what is done stays, nothing half is left, the rest reads cancelled', async () => {
    agency.faults.add(unhurried);
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 3);
    await fixture.downloads.control({ action: 'cancel', batchId: id });
    const ended = await fixture.until(id);
    expect(ended.state.kind).toBe('ended');
    expect(ended.counts.cancelled).toBeGreaterThan(0);
    expect(ended.counts.done + ended.counts['no-file'] + ended.counts.cancelled).toBe(30);
    expect(filesIn(fixture.folder).size).toBe(ended.counts.done);
    expect(strays()).toEqual([]);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: ended.counts.done,
      missing: [],
      extra: [],
    });
  });

  test('retries what was cancelled, and only that', async () => {
    const id = await fixture.start(documents);
    await fixture.downloads.control({ action: 'cancel', batchId: id });
    const cancelled = await fixture.until(id);
    await fixture.downloads.control({ action: 'retry', batchId: id });
    const ended = await fixture.until(id);
    expect(ended.counts.cancelled).toBe(0);
    expect(agency.requests.files().served).toBeLessThanOrEqual(ended.counts.done + 2);
    expect(ended.counts.done).toBeGreaterThanOrEqual(cancelled.counts.done);
    expect(filesIn(fixture.folder).size).toBe(ended.counts.done);
  });

  test('retries a batch while it is still being cancelled: what was cancelled comes, each file once', async () => {
    agency.faults.add(unhurried);
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 3);
    const cancelling = fixture.downloads.control({ action: 'cancel', batchId: id });
    await Promise.all([cancelling, fixture.downloads.control({ action: 'retry', batchId: id })]);
    const ended = await fixture.until(id);
    expect(ended.counts.cancelled).toBe(0);
    expect(ended.counts.done + ended.counts['no-file']).toBe(30);
    expect(filesIn(fixture.folder).size).toBe(ended.counts.done);
    expect(strays()).toEqual([]);
  });

  test('pauses, resumes and cancels one document', async () => {
    agency.faults.add(unhurried);
    const id = await fixture.start(documents);
    const [one, two] = [documents[28], documents[29]];
    await fixture.downloads.control({ action: 'pause', batchId: id, document: one });
    await fixture.downloads.control({ action: 'cancel', batchId: id, document: two });
    const idle = await fixture.until(id, ({ counts }) => counts.waiting + counts.transferring === 0);
    expect(idle.state.kind).toBe('running');
    expect(idle.counts).toMatchObject({ paused: 1, cancelled: 1 });
    await fixture.downloads.control({ action: 'resume', batchId: id, document: one });
    const ended = await fixture.until(id);
    expect(ended.counts).toMatchObject({ paused: 0, cancelled: 1 });
    const verdicts = await fixture.verdicts(id);
    expect(verdicts.filter(({ state }) => state === 'cancelled').map(({ documentId }) => documentId)).toEqual(
      [two?.id],
    );
  });

  test('pauses and resumes everything at once', async () => {
    agency.faults.add(unhurried);
    const first = await fixture.start(documents.slice(0, 15));
    const second = await fixture.start(documents.slice(15));
    await fixture.downloads.control({ action: 'pause' });
    for (const id of [first, second]) {
      expect((await fixture.until(id)).state).toEqual({ kind: 'paused', why: 'person' });
    }
    await fixture.downloads.control({ action: 'resume' });
    for (const id of [first, second]) expect((await fixture.until(id)).state.kind).toBe('ended');
  });

  test('retries what failed, once the agency is well again', async () => {
    const broken = documents.slice(0, 3).map(({ id }) => id);
    agency.faults.add({ kind: 'storage-answer', status: 405, page: 'xml', documents: broken });
    const id = await fixture.start(documents.slice(0, 10));
    const failed = await fixture.until(id);
    expect(failed.counts.failed).toBeGreaterThan(0);
    const problems = await fixture.downloads.documents({
      batchId: id,
      offset: 0,
      limit: 100,
      problemsOnly: true,
    });
    expect(problems.rows.filter(({ state }) => state === 'failed').map(({ error }) => error?.code)).toContain(
      'STORAGE_REFUSED',
    );
    agency.faults.clear();
    await fixture.downloads.control({ action: 'retry', batchId: id });
    expect((await fixture.until(id)).counts.failed).toBe(0);
  });

  test('forgets a batch: its files and what is known of them stay', async () => {
    const id = await fixture.start(documents.slice(0, 5));
    await fixture.until(id);
    const files = filesIn(fixture.folder);
    await fixture.downloads.forget(id);
    expect(await fixture.downloads.list()).toEqual([]);
    expect(filesIn(fixture.folder)).toEqual(files);
    const again = await fixture.until(await fixture.start(documents.slice(0, 5)));
    expect(again.counts.here).toBe(files.size);
  });

  test('forgets a batch in the middle: nothing half is left', async () => {
    agency.faults.add(unhurried);
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 2);
    await fixture.downloads.forget(id);
    const emitted = fixture.messages.length;
    expect(strays()).toEqual([]);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      missing: [],
      changed: [],
      extra: [],
    });
    // Who heard of it once more would show it again.
    await fixture.until(await fixture.start(documents.slice(0, 5)));
    const eventsOfIt = fixture.messages
      .slice(emitted)
      .filter(({ batches }) => batches.some((one) => one.id === id));
    expect(eventsOfIt).toEqual([]);
  });

  test('an empty selection, a bad template and an unknown batch are told as such', async () => {
    const unknown = [{ connectionId: 'practice', id: 'nobody' }];
    await expect(fixture.start(unknown)).rejects.toMatchObject({ code: 'NOTHING_SELECTED' });
    await expect(fixture.start(documents, { template: '{nope}' })).rejects.toMatchObject({
      code: 'NAME_TEMPLATE_INVALID',
    });
    await expect(fixture.start(documents, { folder: 'not/absolute' })).rejects.toMatchObject({
      code: 'FOLDER_UNWRITABLE',
    });
    await expect(fixture.downloads.control({ action: 'pause', batchId: 'no' })).rejects.toMatchObject({
      code: 'BATCH_GONE',
    });
    expect(await fixture.downloads.list()).toEqual([]);
  });

  test('inactive documents are left out unless chosen, and how many is told, by the next process too', async () => {
    const { inactive } = agency.data.planted;
    await fixture.find();
    const chosen = [documents[0], { connectionId: 'practice', id: inactive.id }].flatMap((one) => one ?? []);
    const without = await fixture.start(chosen);
    expect(await fixture.until(without)).toMatchObject({ documents: 1, leftOut: 1 });
    const whole = await fixture.start(chosen, { withInactive: true });
    expect(await fixture.until(whole)).toMatchObject({ documents: 2, leftOut: 0 });
    const next = await fixture.another();
    expect(await next.downloads.list()).toMatchObject([
      { id: whole, leftOut: 0 },
      { id: without, leftOut: 1 },
    ]);
    await next.close();
  });
});
