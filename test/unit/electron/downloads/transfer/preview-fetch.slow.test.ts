import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Unsaved } from '../../../../../electron/downloads/index.ts';
import type { DocumentKey } from '../../../../../shared/model/document.ts';
import type { InjectedFault, PracticeAgency } from '../../../../support/agency/practice-agency.ts';
import {
  type AgencyOptions,
  type DownloadsFixture,
  openFixture,
  practice,
  removeHome,
} from '../../../../support/app/downloads-fixture.ts';

describe('a document that is only looked at', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let document: DocumentKey;

  async function open(options: AgencyOptions = {}): Promise<void> {
    agency = await practice(options);
    fixture = await openFixture({ agency });
    const found = await fixture.find({ atMost: 12 });
    const first = found.find(({ id }) => agency.data.document(id)?.file?.kind === 'pdf');
    if (!first) throw new Error('no document with a PDF');
    document = first;
  }
  afterEach(async () => {
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  });

  interface Options {
    limit?: number;
    wants?: (beginning: Uint8Array) => boolean;
    signal?: AbortSignal;
  }
  function read(key = document, { limit = 32 * 2 ** 20, wants = () => true, signal }: Options = {}) {
    return fixture.downloads.read(key, { limit, wants, signal: signal ?? new AbortController().signal });
  }
  const beginning = (unsaved: Unsaved) =>
    unsaved.kind === 'whole' ? Buffer.from(unsaved.content).subarray(0, 5).toString('latin1') : unsaved.kind;

  test('comes whole, and no file is left anywhere', async () => {
    await open();
    const before = readdirSync(fixture.home, { recursive: true }).sort();
    const unsaved = await read();
    expect(beginning(unsaved)).toBe('%PDF-');
    expect(readdirSync(fixture.home, { recursive: true }).sort()).toEqual(before);
    await expect(fixture.downloads.fileOf(document)).rejects.toMatchObject({ code: 'DOCUMENT_NOT_HERE' });
  });

  test('comes with a new link when the last one has expired', async () => {
    await open();
    agency.requests.forget();
    agency.faults.add({ kind: 'storage-expires', times: 1 });
    expect(beginning(await read())).toBe('%PDF-');
    expect(agency.requests.count('dispatch-files')).toBe(1);
  });

  test('is asked for again when it breaks on the way or is not what storage announced', async () => {
    await open();
    agency.faults.add({ kind: 'storage-cut', after: 0.5, times: 1 });
    expect(beginning(await read())).toBe('%PDF-');
    agency.faults.add({ kind: 'storage-corrupt', times: 1 });
    expect(beginning(await read())).toBe('%PDF-');
  });

  const never: [string, InjectedFault, string][] = [
    ['an HTML page', { kind: 'storage-answer', status: 200, page: 'html' }, 'NOT_A_DOCUMENT'],
    ["storage's XML", { kind: 'storage-answer', status: 200, page: 'xml' }, 'NOT_A_DOCUMENT'],
    ['a JSON error', { kind: 'storage-answer', status: 200, page: 'json' }, 'NOT_A_DOCUMENT'],
    ['an empty answer', { kind: 'storage-answer', status: 200, page: 'empty' }, 'EMPTY_FILE'],
    ['a damaged file', { kind: 'storage-corrupt' }, 'HASH_MISMATCH'],
    ['half a file', { kind: 'storage-cut', after: 0.5 }, 'TRANSFER_BROKEN'],
    ['a transfer that stands still', { kind: 'storage-stall', after: 0.3 }, 'TRANSFER_STALLED'],
    ['a redirect', { kind: 'storage-redirect' }, 'REDIRECTED'],
    ['waited for without end', { kind: 'storage-answer', status: 503, page: 'xml' }, 'STORAGE_REFUSED'],
  ];
  test.each(never)('is never %s', async (_what, injectedFault, code) => {
    await open();
    agency.faults.add(injectedFault);
    await expect(read()).rejects.toMatchObject({ code });
  });

  test('is not read when it is too large, its length told or not', async () => {
    await open({ fileBytes: 300_000 });
    expect(await read(document, { limit: 200_000 })).toEqual({ kind: 'too-large', bytes: 300_000 });
    agency.faults.add({ kind: 'storage-no-length', times: 1 });
    const unsaved = await read(document, { limit: 200_000 });
    expect(unsaved.kind).toBe('too-large');
    expect((await read(document, { limit: 300_000 })).kind).toBe('whole');
  });

  test('is not read to its end when its beginning is of no use', async () => {
    await open({ fileBytes: 20_000_000 });
    const seen: string[] = [];
    const wants = (bytes: Uint8Array) => {
      seen.push(Buffer.from(bytes).subarray(0, 5).toString('latin1'));
      return false;
    };
    expect(await read(document, { wants })).toEqual({ kind: 'unwanted' });
    expect(seen).toEqual(['%PDF-']);
  });

  test('says why when the agency has no file for it, cannot sign it, or has it no longer', async () => {
    await open();
    const found = await fixture.find({ atMost: 200 });
    const without = found.find(({ id }) => agency.data.document(id)?.file === undefined);
    if (!without) throw new Error('every document has a file');
    await expect(read(without)).rejects.toMatchObject({ code: 'DOCUMENT_WITHOUT_FILE' });
    agency.changes.delete(document.id);
    fixture.links.forget('practice');
    await expect(read()).rejects.toMatchObject({ code: 'DOCUMENT_GONE' });
  });

  test('is let go of when nobody waits for it any longer', async () => {
    await open({ fileBytes: 20_000_000 });
    agency.faults.add({ kind: 'storage-trickle', bytesPerSecond: 50_000 });
    const leaving = new AbortController();
    const reading = read(document, {
      signal: leaving.signal,
      wants: () => {
        leaving.abort();
        return true;
      },
    });
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
