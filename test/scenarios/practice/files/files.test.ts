import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgencyResponse, ask, askLink } from '../../../support/agency/ask.ts';
import {
  type FileKind,
  filePassword,
  findCases,
  type PracticeAgency,
  type PracticeDocument,
  type PracticeOptions,
  startPractice,
} from '../../../support/agency/practice-agency.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { bookmarksOf, noPoppler, pagesOf, textsOf } from '../../../support/samples/poppler.ts';
import { skippedFor } from '../../../support/skipped.ts';

const options: PracticeOptions = { today: '2026-11-20', seed: 'papers', documents: 1200 };
let practice: PracticeAgency;
beforeAll(async () => {
  practice = await startPractice(options);
});
afterAll(() => practice.close());
const folder = temporaryFolder('practice-papers');

async function fetched(document: PracticeDocument | undefined, agency = practice): Promise<AgencyResponse> {
  const response = await ask(agency, `/dispatch/${document?.dispatch?.number}/files`, {
    rut: document?.client.rut,
    fileTypeName: document?.type,
  });
  const items = response.json()['data'] as { id: string; url: string }[];
  return askLink(items.find(({ id }) => id === document?.id)?.url ?? '');
}

function ofKind(kind: FileKind): PracticeDocument | undefined {
  return findCases(practice.data).byFileKind[kind].find(
    ({ dispatch, type, amounts }) =>
      dispatch !== undefined && type !== '' && (kind !== 'pdf' || amounts !== undefined),
  );
}

async function saved(document: PracticeDocument | undefined): Promise<string> {
  const path = join(folder, `${document?.id}.pdf`);
  writeFileSync(path, (await fetched(document)).bytes);
  return path;
}

describe('a PDF file', () => {
  it('shows the data of its document', skippedFor(noPoppler), async () => {
    const document = practice.data.planted.byFileKind.pdf;
    const text = textsOf(await saved(document)).join('\n');
    expect(text).toContain(document.id);
    expect(text).toContain(document.type);
    expect(text).toContain(document.dispatch?.number);
    expect(text).toContain(document.infoDoc.document?.number);
    expect(text).toContain(document.infoDoc.issuer?.name.slice(0, 20));
    expect(text).toContain(String(document.amounts?.total).replace(/\B(?=(\d{3})+$)/g, '.'));
  });

  it('of 300 pages has 300 pages and bookmarks of its own', skippedFor(noPoppler), async () => {
    const [document] = findCases(practice.data).long;
    const path = await saved(document);
    expect(pagesOf(path)).toBe(300);
    expect(bookmarksOf(path).slice(0, 2)).toMatchObject([{ page: 1 }, { title: 'Hoja 4', page: 4 }]);
    expect(bookmarksOf(path)).toHaveLength(100);
  });

  it('that is encrypted opens with its password alone', skippedFor(noPoppler), async () => {
    const path = await saved(ofKind('encrypted'));
    expect(spawnSync('pdfinfo', [path], { encoding: 'utf8' }).stderr).toContain('Incorrect password');
    expect(spawnSync('pdfinfo', ['-upw', filePassword, path], { encoding: 'utf8' }).stdout).toMatch(
      /^Pages: +2$/m,
    );
  });

  it('that is damaged opens in no reader, and begins like a PDF', skippedFor(noPoppler), async () => {
    const document = ofKind('damaged');
    expect((await fetched(document)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(spawnSync('pdfinfo', [await saved(document)]).status).not.toBe(0);
  });

  it('says which version it is once it has been replaced', skippedFor(noPoppler), async () => {
    // Not one that another test looks at.
    const document = findCases(practice.data).byFileKind.pdf.findLast(
      ({ dispatch, type, amounts }) => dispatch !== undefined && type !== '' && amounts === undefined,
    );
    expect(textsOf(await saved(document)).join()).not.toContain('Versión');
    practice.changes.replaceFile(document?.id ?? '');
    expect(textsOf(await saved(document)).join()).toContain('Versión 2');
  });
});

describe('files of other kinds', () => {
  it('are PNG with whole rows', async () => {
    const { bytes, headers } = await fetched(ofKind('png'));
    expect(headers['content-type']).toBe('image/png');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const start = bytes.indexOf('IDAT');
    const rows = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
    expect(rows.length).toBe(height * (Math.ceil(width / 8) + 1));
  });

  it('are JPEG with a beginning and an end', async () => {
    const { bytes, headers } = await fetched(ofKind('jpg'));
    expect(headers['content-type']).toBe('image/jpeg');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  });

  it('are XML of a tax document, which is no error of storage', async () => {
    const document = ofKind('xml');
    const { bytes, headers } = await fetched(document);
    expect(headers['content-type']).toBe('application/xml');
    const text = bytes.toString('latin1');
    expect(text).toMatch(/^<\?xml version="1.0" encoding="ISO-8859-1"\?>\n<DTE /);
    expect(text).toContain(document?.id);
    expect(text).not.toContain('<Error>');
  });
});

describe('the bytes of a file', () => {
  it('are the same in two agencies of one seed, whatever kind it is', async () => {
    const twin = await startPractice(options);
    for (const kind of ['pdf', 'encrypted', 'damaged', 'png', 'jpg', 'xml'] as const) {
      const document = ofKind(kind);
      const [one, other] = [await fetched(document), await fetched(document, twin)];
      expect(one.status, kind).toBe(200);
      expect(other.bytes.equals(one.bytes), kind).toBe(true);
    }
    await twin.close();
  });

  it('differ from one document to the next', async () => {
    const sizes = await Promise.all(
      findCases(practice.data)
        .byFileKind.pdf.filter(({ dispatch }) => dispatch !== undefined)
        .slice(0, 20)
        .map(async (document) => (await fetched(document)).headers['etag']),
    );
    expect(new Set(sizes).size).toBe(20);
  });
});

describe('files of a given size', () => {
  it.each([700, 65_536, 2 ** 20 + 1, 3 * 2 ** 20 + 17])('have exactly %d bytes', async (fileBytes) => {
    const sized = await startPractice({ documents: 30, fileBytes });
    const documents = [...sized.data.documents()].filter(({ file, dispatch }) => file && dispatch);
    const [one, other] = [await fetched(documents[0], sized), await fetched(documents[1], sized)];
    expect([one.bytes.length, other.bytes.length]).toEqual([fileBytes, fileBytes]);
    expect(one.headers['etag']).not.toBe(other.headers['etag']);
    if (noPoppler === undefined) {
      const path = join(folder, `${fileBytes}.pdf`);
      writeFileSync(path, one.bytes);
      expect(pagesOf(path)).toBe(1);
      expect(textsOf(path).join()).toContain(documents[0]?.id);
    }
    await sized.close();
  });

  it('come in parts that make the whole, across the blocks of their padding', async () => {
    const sized = await startPractice({ documents: 30, fileBytes: 2 * 2 ** 20 + 5000 });
    const [document] = [...sized.data.documents()].filter(({ file, dispatch }) => file && dispatch);
    const response = await ask(sized, `/dispatch/${document?.dispatch?.number}/files`, {
      rut: document?.client.rut,
    });
    const [item] = response.json()['data'] as { url: string }[];
    const whole = await askLink(item?.url ?? '');
    const ranges = await Promise.all(
      ['bytes=0-99', 'bytes=100-1049999', 'bytes=1050000-2101151', 'bytes=2101152-'].map((range) =>
        askLink(item?.url ?? '', { headers: { range } }),
      ),
    );
    expect(Buffer.concat(ranges.map(({ bytes }) => bytes)).equals(whole.bytes)).toBe(true);
    await sized.close();
  });
});
