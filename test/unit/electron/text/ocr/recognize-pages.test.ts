import { expect, test } from 'vitest';
import type { StartWorker } from '../../../../../electron/host.ts';
import { startWorker } from '../../../../../electron/platform/terminal/index.ts';
import type { PageImage } from '../../../../../electron/text/ocr/ocr-engine.mjs';
import { createRecognizePages } from '../../../../../electron/text/ocr/recognize-pages.ts';
import type { RecognizedPage } from '../../../../../shared/model/text-search.ts';
import { refusingTypes } from '../../../../support/process/refusing-types.ts';
import { scanJpeg, scanPng } from '../../../../support/samples/made-scan.ts';

const invoice = 'FACTURA COMERCIAL N° 004512\nProveedor: Compañía Shenzhen\nContenedor MSKU 123456-7';

/** What is recognised on pictures; undefined for one that is damaged. */
async function recognize(
  images: readonly PageImage[],
  start: StartWorker = startWorker,
): Promise<(RecognizedPage | undefined)[]> {
  const pages: (RecognizedPage | undefined)[] = [];
  await createRecognizePages(start)(images, (index, page) => {
    pages[index] = page === 'damaged' || page === 'too-heavy' ? undefined : page;
  });
  return pages;
}

const textOf = (page: RecognizedPage | undefined) =>
  page?.words.map(({ text, endsLine }) => text + (endsLine ? '\n' : ' ')).join('');

test('a scan gives its words, line by line, and where each stands', async () => {
  const [page, damaged, upsideDown] = await recognize([
    { bytes: scanJpeg(invoice), dpi: 150, turn: 0 },
    { bytes: Buffer.from('no picture'), dpi: 150, turn: 0 },
    { bytes: scanPng(invoice, { turn: 180, skew: 4 }), dpi: 150, turn: 0 },
  ]);
  expect(textOf(page)).toBe(`${invoice}\n`);
  expect(page?.confidence).toBeGreaterThan(80);
  // The first word begins half an inch from the left of six, on the first line of a paper of two inches.
  const [left = 0, top = 0, right = 0, bottom = 0] = page?.words[0]?.box ?? [];
  expect(left).toBeCloseTo(0.5 / 6, 1);
  expect(right).toBeLessThan(0.35);
  expect([top > 0.1, bottom < 0.35]).toEqual([true, true]);
  expect(damaged).toBeUndefined();
  expect(textOf(upsideDown)).toBe(`${invoice}\n`);
  // On the paper as it lies, the first word is at the right, below.
  const [, , lyingRight = 0, lyingBottom = 0] = upsideDown?.words[0]?.box ?? [];
  expect([lyingRight > 0.85, lyingBottom > 0.6]).toEqual([true, true]);
});

test('the sign of a number and the abbreviation of the tax are spelled as they are written', async () => {
  const text = 'FACTURA ELECTRÓNICA\nN°: 9056236\nI.V.A. 19% $ 10.400.997';
  const [page] = await recognize([{ bytes: scanJpeg(text, { dpi: 200 }), dpi: 200, turn: 0 }]);
  expect(textOf(page)).toBe(`${text}\n`);
});

test('the process that recognises strips no types', async () => {
  const start: StartWorker = (script, limits) => startWorker(refusingTypes(script), limits);
  const [page] = await recognize([{ bytes: scanJpeg(invoice), dpi: 150, turn: 0 }], start);
  expect(textOf(page)).toBe(`${invoice}\n`);
  // Where types are stripped, it ends with an error.
  const typed = await start(
    new URL('../../../../../electron/text/ocr/page-pictures-worker.ts', import.meta.url),
    { heapMb: 64 },
  );
  expect(await new Promise((resolve) => typed.onEnd(resolve))).toBe(1);
});

/** Starts of processes that another program ends there, one after the other, and then of whole ones. */
function endingAt(...deaths: ('start' | 'first page')[]) {
  return createRecognizePages((script, limits) =>
    startWorker(script, limits).then((worker) => {
      const death = deaths.shift();
      if (death === 'start') void worker.end();
      if (death !== 'first page') return worker;
      let end = (_: number | null): void => undefined;
      return {
        ...worker,
        onEnd: (listener) => {
          end = listener;
        },
        onMessage: (listener) =>
          worker.onMessage((message) => {
            const { value } = message as { value?: { kind: string } };
            if (value?.kind === 'page') return;
            listener(message);
            if (value?.kind === 'ready') end(null);
          }),
      };
    }),
  );
}

test.each([
  ['another program ends once', ['first page'], ['words', 'words']],
  ['a picture ends twice', ['first page', 'first page'], ['too-heavy', 'words']],
  ['ends before its engine is ready, and once later', ['start', 'first page'], ['words', 'words']],
  ['ends later, and before its engine is ready', ['first page', 'start'], ['words', 'words']],
  [
    'a picture ends twice, and another program between',
    ['first page', 'start', 'first page'],
    ['too-heavy', 'words'],
  ],
] as const)('a process that %s costs no other page', async (_, deaths, read) => {
  const image: PageImage = { bytes: scanPng('SHENZHEN TRADING'), dpi: 150, turn: 0 };
  const pages: string[] = [];
  await endingAt(...deaths)([image, image], (index, page) => {
    pages[index] = typeof page === 'string' ? page : 'words';
  });
  expect(pages).toEqual(read);
});

test('a process that another program ends before its engine is ready is started once more', async () => {
  const image: PageImage = { bytes: scanPng('SHENZHEN TRADING'), dpi: 150, turn: 0 };
  const endingStarts = async (times: number) => {
    let left = times;
    return recognize([image], async (script, limits) => {
      const worker = await startWorker(script, limits);
      if (left-- > 0) void worker.end();
      return worker;
    });
  };
  expect(textOf((await endingStarts(1))[0])).toBe('SHENZHEN TRADING\n');
  await expect(endingStarts(2)).rejects.toMatchObject({ code: 'PAPERS_TOO_HEAVY' });
});

test('stops at once', async () => {
  const stopping = new AbortController();
  const image: PageImage = { bytes: scanPng('SHENZHEN TRADING'), dpi: 150, turn: 0 };
  const pages: number[] = [];
  const reading = createRecognizePages(startWorker)(
    [image, image],
    (index) => {
      pages.push(index);
      stopping.abort();
    },
    stopping.signal,
  );
  await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(pages).toEqual([0]);
});
