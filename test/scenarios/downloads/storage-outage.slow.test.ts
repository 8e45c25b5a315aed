import { beforeEach, describe, expect, test } from 'vitest';
import type { HttpGet } from '../../../electron/host.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { reply } from '../../support/agency/scripted-open.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import {
  type DownloadsFixture,
  type FixtureOptions,
  filesIn,
  isEnded,
  openWithDocuments,
} from '../../support/app/downloads-fixture.ts';

describe('storage', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  let withFile: DocumentKey[];

  shareAgency(
    (started) => {
      agency = started;
    },
    () => fixture,
  );
  beforeEach(() => agency.requests.forget());

  async function open(overrides: FixtureOptions['overrides'] = {}): Promise<void> {
    const opened = await openWithDocuments({ agency, overrides }, { atMost: 40 });
    ({ fixture, documents, withFile } = opened);
  }
  /**
   * Storage is away for so long that the batch has tried in vain to go on: it stands still, and storage was
   * asked since it did so before.
   */
  function outlast(id: string, asked: () => number): Promise<Batch> {
    const requestsWhenIdle = new Set<number>();
    return fixture.until(id, (batch) => {
      if (batch.state.kind === 'paused' && batch.state.why === 'offline') requestsWhenIdle.add(asked());
      return requestsWhenIdle.size >= 3 || isEnded(batch);
    });
  }

  test('that refuses everybody for a while holds the batch up, which goes on by itself', async () => {
    await open();
    fixture.settings.transfersAtOnce = 4;
    agency.faults.add({ kind: 'storage-slow', ms: 20 });
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 4);
    const mend = agency.faults.add({ kind: 'storage-answer', status: 503, page: 'xml' });
    const paused = await outlast(id, () => agency.requests.files().requested);
    expect(paused.counts.failed).toBe(0);
    mend();
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(0);
    expect(ended.counts.done).toBe(withFile.length);
    expect(filesIn(fixture.folder).size).toBe(withFile.length);
  });

  test('that refuses, hangs up and breaks off, each as it comes, holds the batch up too', async () => {
    const http = createHttpClient();
    let isAway = true;
    let asked = 0;
    const away: HttpGet = async (url, options) => {
      if (!isAway) return http.httpGet(url, options);
      asked++;
      if (asked % 3 === 0) throw new AppError('NO_NETWORK', 'reset');
      if (asked % 3 === 1) throw new AppError('TRANSFER_STALLED', 'silent');
      return reply(502)({ url: new URL(url), headers: {}, signal: undefined });
    };
    await open({ httpGet: away });
    const id = await fixture.start(documents);
    const paused = await outlast(id, () => asked);
    expect(paused.counts.failed).toBe(0);
    isAway = false;
    expect((await fixture.until(id, isEnded)).counts.done).toBe(withFile.length);
    http.close();
  });

  test('that refuses one document for good costs that one alone', async () => {
    await open();
    const bad = withFile.slice(-1);
    const refused = bad.map((document) => document.id);
    agency.faults.add({ kind: 'storage-answer', status: 503, page: 'xml', documents: refused });
    const id = await fixture.start(documents);
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(1);
    expect(ended.counts.done).toBe(withFile.length - 1);
  });

  test('that refuses the only document left for good does not hold its batch up for ever', async () => {
    await open();
    const [bad, ...others] = withFile;
    if (!bad) throw new Error('no paper');
    await fixture.until(await fixture.start(others), isEnded);
    agency.faults.add({ kind: 'storage-answer', status: 503, page: 'xml', documents: [bad.id] });
    const id = await fixture.start([bad]);
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(1);
    const [verdict] = await fixture.verdicts(id);
    expect(verdict?.error).toMatchObject({ code: 'STORAGE_REFUSED', status: 503 });
  });
});
