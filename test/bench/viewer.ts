/**
 * How soon a document that is on this computer can be read: from the key to its first page on the screen,
 * beside a dialog of words that opens by a key in the same page. The clock runs inside the page: what drives
 * it takes no part.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Page } from 'playwright';
import { build } from '../../scripts/build.mjs';
import { type PracticeAgency, startPractice } from '../support/agency/practice-agency.ts';
import { ask } from '../support/app/bridge.ts';
import { madeTiff } from '../support/samples/made-tiff.ts';
import type { Bench } from './run.ts';
import { openBenchApp } from './support/bench-app.ts';
import { drawn } from './support/drawn.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

const barMs = 300;
const rounds = 9;
/** Beyond the moment that the page leaves to its first screen. */
const aheadMs = 10_000;
const pageFolder = join(import.meta.dirname, '../../dist/page');

/** Finds a drawn page in the viewer; pdf.js marks one once all of it is drawn. */
const shown = {
  pdf: '[role=dialog] .page[data-loaded=true] canvas',
  image: '[role=dialog] img:not([style*=hidden])',
  text: '[role=dialog] pre',
} as const;

export const bench: Bench = async () => {
  describeMachine();
  await build('page');
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-viewer-bench-'));
  const agency = await startPractice({ documents: 200, clients: 1, seed: 'bench', fileBytes: 2048 });
  try {
    const { page, close } = await openBenchApp(join(folder, 'home'), pageFolder);
    try {
      const paths = await openList(page, join(folder, 'Carpetas'), agency);
      const dialog = await medianOf(page, '?', '[role=dialog] dl');
      row('a dialog of words', dialog);
      const verdicts: boolean[] = [];
      for (const [name, { content, selector }] of Object.entries(await samples())) {
        for (const path of paths) writeFileSync(path, content);
        const found = await medianOf(page, ' ', selector);
        verdicts.push(verdict(`${name}, from the key to its first page`, found.clock, barMs));
        row(`${(found.clock / dialog.clock).toFixed(2)} × the dialog`, found);
      }
      return verdicts.every((isMet) => isMet) ? 0 : 1;
    } finally {
      await close();
    }
  } finally {
    await agency.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

interface Sample {
  content: Buffer;
  selector: string;
}

async function samples(): Promise<Record<string, Sample>> {
  const line = '<detalle><folio>4711</folio><monto>1234567</monto></detalle>\n';
  const png = image();
  return {
    'a PDF of 1 page': { content: await pdfOf(1), selector: shown.pdf },
    'a PDF of 500 pages': { content: await pdfOf(500), selector: shown.pdf },
    'an image': { content: png, selector: shown.image },
    'a TIFF': { content: scan(), selector: shown.pdf },
    'an XML of 1 MB': {
      content: Buffer.from(`<?xml version="1.0"?>\n<factura>\n${line.repeat(17_000)}</factura>`),
      selector: shown.text,
    },
    'a text': { content: Buffer.from('Guía de despacho 4711\n'.repeat(2_000)), selector: shown.text },
  };
}

async function pdfOf(pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([595, 842]);
    for (let line = 0; line < 50; line++)
      page.drawText(`Factura ${number}, línea ${line}: 1.234.567,89`, {
        x: 40,
        y: 800 - line * 15,
        size: 10,
        font,
      });
  }
  return Buffer.from(await pdf.save());
}

/** A scan of A4 at 200 dots an inch, with stripes where the words would be. */
const scanSize = { width: 1654, height: 2339 };

function scan(): Buffer {
  const { width, height } = scanSize;
  const line = Math.ceil(width / 8);
  const dots = Buffer.alloc(line * height, 0);
  for (let top = 100; top < height - 100; top += 40) dots.fill(0b1100_1010, top * line, (top + 12) * line);
  return madeTiff([
    { fields: { 256: width, 257: height, 258: 1, 259: 1, 262: 0, 278: height }, strips: [dots] },
  ]);
}

/** The same as a PNG of grey dots. */
function image(): Buffer {
  const { width, height } = scanSize;
  const rows = Buffer.alloc((width + 1) * height, 0xff);
  for (let top = 0; top < height; top++) {
    // Each row begins with its filter: none.
    rows[top * (width + 1)] = 0;
    if (top % 40 < 12) rows.fill(0x33, top * (width + 1) + 101, (top + 1) * (width + 1) - 100);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/**
 * Downloads the documents of a dispatch, shows its list with the cursor on the first, and gives their paths.
 */
async function openList(page: Page, into: string, agency: PracticeAgency): Promise<string[]> {
  const { baseUrl, agency: id, key } = agency;
  const connection = await ask(page, 'connections.add', { name: 'Práctica', baseUrl, agency: id, key });
  const connectionId = connection.id;
  const { number, client } = dispatchOf(agency);
  const opened = page.context().waitForEvent('page');
  const chosen = ask(page, 'folder.choose', { title: 'Carpetas' });
  const prompt = (await opened).getByRole('textbox');
  await prompt.fill(into);
  // The prompt is gone as soon as the key is down, which ends the press.
  prompt.press('Enter').catch(() => undefined);
  await chosen;
  const { resultSetId } = await ask(page, 'search.start', {
    kind: 'dispatches',
    connectionIds: [connectionId],
    dispatches: [{ number, ruts: [client.rut] }],
  });
  await until(page, async () => (await ask(page, 'search.progress', { resultSetId })).state === 'done');
  await ask(page, 'downloads.start', {
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder: into,
    name: 'Todos',
    withInactive: true,
    force: false,
  });
  await until(page, async () => (await ask(page, 'downloads.list', undefined))[0]?.state.kind === 'ended');
  // The page was begun before there was a connection.
  await page.goto(`${new URL(page.url()).origin}/#/results/${resultSetId}/documents`);
  await page.reload();
  await drawn(page, '[role=grid] tbody td');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  // What is fetched ahead is here before anybody has read a list.
  await page.waitForTimeout(aheadMs);
  return readdirSync(into, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pdf'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** One whose documents are all PDFs. */
function dispatchOf({ data, clients }: PracticeAgency) {
  const found = data.dispatches.find(
    ({ client, documents }) =>
      clients.some(({ rut }) => rut === client.rut) &&
      documents.length > 1 &&
      documents.every(({ file: document, isActive }) => isActive && document?.kind === 'pdf'),
  );
  if (!found) throw new Error('no dispatch has nothing but PDFs');
  return found;
}

async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await page.waitForTimeout(100);
}

/** Times in ms: by the clock, and what the page's main thread took of a processor meanwhile. */
interface Times {
  clock: number;
  processor: number;
}

/** Presses a key and waits for what it shows, then closes it, several times. */
async function medianOf(page: Page, key: string, selector: string): Promise<Times> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processor = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await processor();
    await watchFor(page, selector);
    await page.keyboard.press(key);
    const clock = await timeShown(page);
    times.push({ clock, processor: (await processor()) - before });
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]').waitFor({ state: 'hidden' });
    await page.waitForTimeout(500);
  }
  await session.detach();
  const median = (of: keyof Times) =>
    times.map((one) => one[of]).toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
  return { clock: median('clock'), processor: median('processor') };
}

interface PageScope {
  document: { querySelector(selector: string): object | null };
  getComputedStyle(element: object): { opacity: string };
  addEventListener(name: 'keydown', received: () => void, options: object): void;
  requestAnimationFrame(next: () => void): void;
  /** What is watched for. */
  benchShown: Promise<number>;
}

/** Has the page take the time from the next key to the frame that shows what `selector` finds, opaque. */
async function watchFor(page: Page, selector: string): Promise<void> {
  await page.evaluate((selector) => {
    const scope = globalThis as unknown as PageScope;
    scope.benchShown = new Promise<number>((resolve) => {
      const look = (begun: number) => {
        const dialog = scope.document.querySelector('[role=dialog]');
        const isShown = dialog !== null && scope.getComputedStyle(dialog).opacity === '1';
        if (isShown && scope.document.querySelector(selector)) {
          // On its way to the screen by the task after this frame.
          scope.requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        } else scope.requestAnimationFrame(() => look(begun));
      };
      scope.addEventListener('keydown', () => look(performance.now()), { capture: true, once: true });
    });
  }, selector);
}

function timeShown(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as PageScope).benchShown);
}

function row(name: string, { clock, processor }: Times): void {
  console.log(
    `       ${name}: ${clock.toFixed(0)} ms by the clock, ${processor.toFixed(0)} of a processor on the page's main thread`,
  );
}
