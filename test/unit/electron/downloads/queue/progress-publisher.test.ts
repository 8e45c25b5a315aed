import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadsOptions } from '../../../../../electron/downloads/index.ts';
import { PendingProgress } from '../../../../../electron/downloads/queue/progress-publisher.ts';
import { createBandwidth } from '../../../../../electron/downloads/transfer/bandwidth-limit.ts';
import type { Batch, BatchDocument } from '../../../../../shared/model/download.ts';
import { maxDocumentsPerEvent } from '../../../../../shared/model/row-limits.ts';
import type { PracticeAgency } from '../../../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  openFixture,
  practice,
  removeHome,
} from '../../../../support/app/downloads-fixture.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';

interface Message {
  at: number;
  batches: readonly Batch[];
  documents: readonly BatchDocument[];
}

describe('progress', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let emitted: Message[];
  let fractions: (number | undefined)[];
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(() => {
    agency.faults.clear();
    emitted = [];
    fractions = [];
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  async function open(settings: Parameters<typeof openFixture>[0]['settings'] = {}): Promise<void> {
    fixture = await openFixture({ agency, settings });
    const { messages } = fixture;
    const push = messages.push.bind(messages);
    messages.push = (...more) => {
      emitted.push(...more.map((message) => ({ at: clockOf(agency).elapsed(), ...message })));
      return push(...more);
    };
  }

  test('forgets the size of an error page when the document itself comes without one', async () => {
    fixture = await openFixture({ agency });
    const documents = await fixture.find({ atMost: 6 });
    for (const { id } of documents) {
      agency.faults.add({ kind: 'storage-answer', status: 200, page: 'html', documents: [id], times: 1 });
    }
    agency.faults.add({ kind: 'storage-no-length' });
    agency.faults.add({ kind: 'storage-slow', ms: 30 });
    await fixture.until(await fixture.start(documents));
    const shown = fixture.messages.flatMap((message) => message.documents);
    expect(shown.length).toBeGreaterThan(0);
    for (const { bytes, size = Number.POSITIVE_INFINITY } of shown) expect(bytes).toBeLessThanOrEqual(size);
  });

  test('comes at most ten times a second, small, never NaN and never over a hundred percent', async () => {
    await open();
    agency.faults.add({ kind: 'storage-cut', after: 0.7, times: 6 });
    agency.faults.add({ kind: 'storage-no-length', times: 6 });
    agency.faults.add({ kind: 'storage-slow', ms: 30 });
    const documents = await fixture.find({ atMost: 150 });
    const id = await fixture.start(documents);
    await fixture.until(id);

    const ordinary = emitted.slice(0, -1);
    expect(ordinary.length).toBeGreaterThan(3);
    for (const [index, { at }] of ordinary.entries()) {
      const tenth = ordinary[index + 10];
      // A timer may come a moment late, and the next one in time.
      if (tenth) expect(tenth.at - at).toBeGreaterThan(900);
    }
    for (const { batches, documents: shown } of emitted) {
      expect(shown.length).toBeLessThanOrEqual(200);
      for (const { counts, documents: total, bytes, bytesPerSecond, secondsLeft = 0 } of batches) {
        const states = Object.values(counts);
        for (const number of [...states, bytes, bytesPerSecond, secondsLeft]) {
          expect(number).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(number)).toBe(true);
        }
        expect(states.reduce((sum, count) => sum + count, 0)).toBe(total);
      }
      for (const { bytes, size = Number.POSITIVE_INFINITY } of shown) {
        expect(bytes).toBeGreaterThanOrEqual(0);
        expect(bytes).toBeLessThanOrEqual(size);
      }
    }
    const last = emitted.at(-1)?.batches.find((batch) => batch.id === id);
    expect(last).toMatchObject({ state: { kind: 'ended' }, documents: documents.length });
    expect(last?.counts).toMatchObject({ waiting: 0, transferring: 0, failed: 0 });
  });

  test('keeps the machine awake while something is under way, and not while a batch rests or has ended', async () => {
    await open({ transfersAtOnce: 2 });
    agency.faults.add({ kind: 'storage-slow', ms: 80 });
    const isAwake = () => fixture.awake.taken === fixture.awake.released + 1;
    const id = await fixture.start(await fixture.find({ atMost: 30 }));
    await fixture.whenDone(id, 3);
    // Let go and taken again where two transfers end at once.
    await expect.poll(isAwake, { interval: 5 }).toBe(true);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    expect(fixture.awake.released).toBe(fixture.awake.taken);
    await fixture.downloads.control({ action: 'resume', batchId: id });
    await fixture.whenDone(id, 6);
    await expect.poll(isAwake, { interval: 5 }).toBe(true);
    await fixture.until(id, ({ state }) => state.kind === 'ended');
    expect(fixture.awake.released).toBe(fixture.awake.taken);
    expect(fixture.announced.map((batch) => [batch.id, batch.state.kind])).toEqual([[id, 'ended']]);
  });

  test('fills the taskbar from nothing to the end, and clears it', async () => {
    const desktop: DownloadsOptions['desktop'] = {
      keepAwake: () => () => undefined,
      showProgress: (fraction) => void fractions.push(fraction),
      markAsForeign: () => Promise.resolve(),
    };
    fixture = await openFixture({ agency, overrides: { desktop } });
    agency.faults.add({ kind: 'storage-slow', ms: 20 });
    await fixture.until(
      await fixture.start(await fixture.find({ atMost: 60 })),
      ({ state }) => state.kind === 'ended',
    );
    expect(fractions.at(-1)).toBeUndefined();
    const shown = fractions.filter((fraction) => fraction !== undefined);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(shown.toSorted((left, right) => left - right));
    for (const fraction of shown) {
      expect(fraction).toBeGreaterThanOrEqual(0);
      expect(fraction).toBeLessThanOrEqual(1);
    }
  });

  test('is no faster than the limit of bytes a second, which may change on the way', async () => {
    await open({ bandwidth: 60_000, transfersAtOnce: 1 });
    const documents = await fixture.find({ atMost: 20 });
    const began = clockOf(agency).elapsed();
    const id = await fixture.start(documents);
    const slow = await fixture.until(id, ({ counts }) => counts.done >= 8);
    const seconds = (clockOf(agency).elapsed() - began) / 1000;
    const sizes = (await fixture.verdicts(id)).map(({ size = 0 }) => size);
    // The one under way counts before it has waited its turn.
    expect(slow.bytes - Math.max(...sizes)).toBeLessThanOrEqual(60_000 * seconds);
    fixture.settings.bandwidth = 0;
    await fixture.until(id, ({ state }) => state.kind === 'ended');
  });

  test('has more transfers at once as soon as the settings say so, though none has ended', async () => {
    await open({ transfersAtOnce: 1 });
    agency.faults.add({ kind: 'storage-slow', ms: 60_000 });
    const id = await fixture.start(await fixture.find({ atMost: 40 }));
    await fixture.until(id, ({ counts }) => counts.transferring === 1);
    fixture.settings.transfersAtOnce = 4;
    fixture.downloads.settingsChanged();
    expect((await fixture.until(id, ({ counts }) => counts.transferring > 1)).counts.transferring).toBe(4);
  });

  test('never has more transfers at once than the settings say', async () => {
    await open({ transfersAtOnce: 3 });
    agency.faults.add({ kind: 'storage-slow', ms: 10 });
    const documents = await fixture.find({ atMost: 40 });
    agency.requests.forget();
    await fixture.until(await fixture.start(documents), ({ state }) => state.kind === 'ended');
    expect(agency.requests.peakConcurrency().files).toBeLessThanOrEqual(3);
  });
});

describe('a limit of bytes a second', () => {
  const { signal } = new AbortController();

  test('is shared by all who take, in turn, and unused time is not saved up', async () => {
    const clock = createFakeClock({ passes: () => true });
    const bandwidth = createBandwidth(() => 1_000, clock);
    await Promise.all(Array.from({ length: 10 }, () => bandwidth.take(500, signal)));
    expect(clock.elapsed()).toBe(5_000);
    await clock.advance(60_000);
    await bandwidth.take(2_000, signal);
    await bandwidth.take(2_000, signal);
    expect(clock.elapsed()).toBe(69_000);
  });

  test.each([
    ['raised', 100_000_000],
    ['lifted', 0],
  ])('that is %s frees those who wait within moments, and those who come then', async (_, higher) => {
    const clock = createFakeClock();
    let limit = 1_000;
    const bandwidth = createBandwidth(() => limit, clock);
    const sixteen = Promise.all(Array.from({ length: 16 }, () => bandwidth.take(65_536, signal)));
    await clock.advance(10_000);
    limit = higher;
    await clock.advance(250);
    await sixteen;
    expect(bandwidth.take(65_536, signal)).toBeUndefined();
  });

  test('that is lowered holds for those who wait already', async () => {
    const clock = createFakeClock();
    let limit = 100_000;
    const bandwidth = createBandwidth(() => limit, clock);
    let isThrough = false;
    void bandwidth.take(100_000, signal)?.then(() => {
      isThrough = true;
    });
    await clock.advance(500);
    limit = 1_000;
    await clock.advance(10_000);
    expect(isThrough).toBe(false);
    await clock.advance(60_000);
    expect(isThrough).toBe(true);
  });

  test('of nothing makes nobody wait', () => {
    expect(createBandwidth(() => 0, createFakeClock()).take(10 ** 9, signal)).toBeUndefined();
  });
});

test('nothing is told of a batch that is forgotten, and what others did is', () => {
  const emitted: [batches: string[], documents: string[]][] = [];
  const progress = new PendingProgress(createFakeClock(), ({ batches, documents }) =>
    emitted.push([batches.map(({ id }) => id), documents.map(({ documentId }) => documentId)]),
  );
  for (const id of ['one', 'other']) {
    progress.batch(id, () => ({ id }) as Batch);
    progress.document(`${id}/1`, () => ({ documentId: `${id} 1` }) as BatchDocument);
  }
  progress.forget('one');
  progress.flush();
  expect(emitted).toEqual([[['other'], ['other 1']]]);
  progress.close();
});

test('one message tells of the documents that changed last', () => {
  let emitted: string[] = [];
  const progress = new PendingProgress(createFakeClock(), ({ documents }) => {
    emitted = documents.map(({ documentId }) => documentId);
  });
  const change = (documentId: string) =>
    progress.document(documentId, () => ({ documentId }) as BatchDocument);
  for (let index = 0; index < maxDocumentsPerEvent; index++) change(String(index));
  change('0');
  change('another');
  progress.flush();
  expect(emitted).toHaveLength(maxDocumentsPerEvent);
  expect([emitted.includes('1'), emitted.at(-2), emitted.at(-1)]).toEqual([false, '0', 'another']);
  progress.close();
});
