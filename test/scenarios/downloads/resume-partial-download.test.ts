import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpGet } from '../../../electron/host.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import type { InjectedFault, PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { whyNoBirthTimes } from '../../support/disk/file-system.ts';
import { skippedFor } from '../../support/skipped.ts';

/** One request to storage and the beginning of its answer. */
interface StorageRequest {
  range: string;
  ifRange: string;
  status: number;
}

const mebibyte = 2 ** 20;

const noBirthTimes = whyNoBirthTimes();

describe('a transfer that breaks', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let http: ReturnType<typeof createHttpClient>;
  let asked: StorageRequest[];
  afterEach(async () => {
    await fixture.close();
    await agency.close();
    http.close();
    removeHome(fixture);
  });

  /** One document of this size, at an agency that does this wrong. */
  async function open(fileBytes: number, ...faults: InjectedFault[]) {
    agency = await practice({ documents: 40, clients: 1, fileBytes });
    http = createHttpClient();
    asked = [];
    const listening: HttpGet = async (url, options) => {
      const response = await http.httpGet(url, options);
      const { range = '', 'if-range': ifRange = '' } = options.headers ?? {};
      if (url.startsWith(agency.storageUrl)) asked.push({ range, ifRange, status: response.status });
      return response;
    };
    fixture = await openFixture({ agency, overrides: { httpGet: listening } });
    const found = await fixture.find();
    const [document] = found.filter(({ id }) => agency.data.document(id)?.file);
    if (!document) throw new Error('no document with a paper');
    for (const injectedFault of faults) agency.faults.add(injectedFault);
    return document;
  }
  const cut: InjectedFault = { kind: 'storage-cut', after: 0.5, times: 1 };

  test('is asked only for the rest, if it is still the same file, and what was there is kept', async () => {
    const document = await open(12 * mebibyte, cut);
    const { counts } = await fixture.until(await fixture.start([document]), isEnded);
    expect(counts.done).toBe(1);
    expect(asked.map(({ status }) => status)).toEqual([200, 206]);
    expect(asked[1]?.range).toMatch(/^bytes=\d+-$/);
    expect(Number(/\d+/.exec(asked[1]?.range ?? '')?.[0])).toBeGreaterThan(4 * mebibyte);
    expect(asked[1]?.ifRange).toMatch(/^"[^"]+"$/);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({ good: 1, changed: [], extra: [] });
  });

  test.each<[string, number, InjectedFault[]]>([
    ['it is small', 2 * mebibyte, []],
    ['storage announced no hash', 9 * mebibyte, [{ kind: 'storage-hash', hash: 'none' }]],
    ['its tag is weak', 9 * mebibyte, [{ kind: 'storage-etag', etag: 'weak' }]],
    ['its length was not told', 9 * mebibyte, [{ kind: 'storage-no-length' }]],
  ])('starts over when %s', async (_, fileBytes, faults) => {
    const document = await open(fileBytes, cut, ...faults);
    const { counts } = await fixture.until(await fixture.start([document]), isEnded);
    expect(counts.done).toBe(1);
    expect(asked).toEqual([
      { range: '', ifRange: '', status: 200 },
      { range: '', ifRange: '', status: 200 },
    ]);
  });

  test.each<[string, InjectedFault, number[]]>([
    ['the paper has changed since', { kind: 'storage-changes', times: 1 }, [200, 200]],
    ['storage ignores ranges', { kind: 'storage-ignores-range' }, [200, 200]],
    ['storage refuses the range', { kind: 'storage-refuses-range', times: 1 }, [200, 416, 200]],
    ['another range comes', { kind: 'storage-wrong-range', times: 1 }, [200, 206, 200]],
  ])('starts over when %s, and is whole', async (_, injectedFault, statuses) => {
    const document = await open(9 * mebibyte, cut, injectedFault);
    const { counts } = await fixture.until(await fixture.start([document]), isEnded);
    expect(counts.done).toBe(1);
    expect(asked.map(({ status }) => status)).toEqual(statuses);
    expect(asked[1]?.range).toMatch(/^bytes=\d+-$/);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({ good: 1, changed: [], extra: [] });
  });

  test('goes on in another process from what stands on disk', skippedFor(noBirthTimes), async () => {
    const stall: InjectedFault = { kind: 'storage-stall', after: 0.5, times: 1 };
    const document = await open(12 * mebibyte, stall);
    const id = await fixture.start([document]);
    await fixture.until(id, ({ bytes }) => bytes >= 6 * mebibyte);
    await fixture.close();
    const [part = ''] = filesIn(fixture.folder).keys();
    expect(part).toMatch(/\.part$/);
    const { size } = statSync(join(fixture.folder, part));

    fixture = await fixture.another();
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts.done).toBe(1);
    expect(asked.at(-1)).toMatchObject({ range: `bytes=${size}-`, status: 206 });
    expect([...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'))).toEqual([]);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({ good: 1, changed: [], extra: [] });
  });

  test('and whose place another computer has taken meanwhile leaves alone what that one has there, and says so', async () => {
    const document = await open(12 * mebibyte, { kind: 'storage-stall', after: 0.5, times: 1 });
    const id = await fixture.start([document]);
    await fixture.until(id, ({ bytes }) => bytes >= 6 * mebibyte);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    const part = join(fixture.folder, [...filesIn(fixture.folder).keys()][0] ?? '');
    expect(part).toMatch(/\.part$/);
    const hers = readFileSync(part);
    rmSync(part);
    writeFileSync(part, hers);
    await fixture.downloads.control({ action: 'resume', batchId: id });
    expect((await fixture.until(id, isEnded)).counts.failed).toBe(1);
    expect(await fixture.verdicts(id)).toMatchObject([
      { error: { code: 'FILE_IN_THE_WAY', values: { path: part } } },
    ]);
    expect(readFileSync(part).equals(hers)).toBe(true);
    rmSync(part);
    await fixture.downloads.control({ action: 'retry', batchId: id });
    await fixture.until(id, (batch) => isEnded(batch) && batch.counts.done === 1);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({ good: 1, changed: [], extra: [] });
  });

  test('leaves nothing half when its document has come under another name meanwhile', async () => {
    const document = await open(12 * mebibyte, { kind: 'storage-stall', after: 0.5, times: 1 });
    const id = await fixture.start([document]);
    await fixture.until(id, ({ bytes }) => bytes >= 6 * mebibyte);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    const partFiles = () => [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'));
    expect(partFiles()).toHaveLength(1);
    await fixture.until(await fixture.start([document], { template: 'otra/{id}' }), isEnded);
    await fixture.downloads.control({ action: 'resume', batchId: id });
    expect((await fixture.until(id, isEnded)).counts.here).toBe(1);
    expect(partFiles()).toEqual([]);
  });

  test('and was found damaged in the end is begun again from its beginning', async () => {
    const document = await open(9 * mebibyte, cut, { kind: 'storage-corrupt', skip: 1, times: 1 });
    const { counts } = await fixture.until(await fixture.start([document]), isEnded);
    expect(counts.done).toBe(1);
    expect(asked.map(({ status }) => status)).toEqual([200, 206, 200]);
    expect(asked[2]?.range).toBe('');
  });
});
