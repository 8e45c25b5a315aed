/**
 * The words of documents beside peers: native PDFs beside `pdftotext`, a file at a time, and made-up scans of
 * Spanish pages beside Debian's `tesseract` on one core, with the share of their words that is right; and the
 * most memory that a process of Carpeta takes. The first two options are the numbers of documents and of
 * scans (10,000 and 40).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartWorker } from '../../electron/host.ts';
import { startWorker } from '../../electron/platform/terminal/index.ts';
import { createReadFileTexts, createReadScans, type ScanPage } from '../../electron/text/index.ts';
import type { RecognizedWord } from '../../shared/model/text-search.ts';
import { drawnScan, picturePdf } from '../support/samples/made-scan.ts';
import { textPdf } from '../support/samples/text-files.ts';
import type { Bench } from './run.ts';
import { secondsOfChildren } from './support/seconds-of-children.ts';

/** Of time, beside the peer; of memory, MB. */
const bars = { text: 1.5, scan: 2, textMb: 200, scanMb: 400 };
const pagesEach = 4;
/** Files of one process, as the indexer reads them. */
const filesAtOnce = 16;
/** Pages of one call, as the app recognises them. */
const scansAtOnce = 8;
const dpi = 200;
const a4 = [8.27, 11.69] as const;

const vocabulary = (
  'mercancía despacho aduana declaración conocimiento embarque flete seguro valor total impuesto derecho régimen ' +
  'importador exportador agencia documento certificado origen partida arancelaria cantidad bultos peso bruto neto ' +
  'kilogramos dólares condición entrega transporte marítimo nave viaje manifiesto almacén plazo vencimiento señor ' +
  'compañía número fecha emisión Valparaíso Antofagasta Concepción Shanghái según artículo resolución crédito'
).split(' ');

export const bench: Bench = async ([documents = '10000', scans = '40']) => {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  try {
    const text = await measureTexts(home, Number(documents));
    const scan = await measureScans(home, Number(scans));
    const isSmall = text.mb <= bars.textMb && scan.mb <= bars.scanMb;
    return text.time <= bars.text && scan.time <= bars.scan && scan.lead >= 0 && isSmall ? 0 : 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function madeUpLines(random: () => number, lines: number): string {
  const pick = () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
  const amount = () =>
    `${Math.floor(random() * 900) + 100}.${Math.floor(random() * 900) + 100},${Math.floor(random() * 90) + 10}`;
  return Array.from({ length: lines }, () => [...Array.from({ length: 7 }, pick), amount()].join(' ')).join(
    '\n',
  );
}

async function measureTexts(home: string, count: number): Promise<{ time: number; mb: number }> {
  const random = seeded(7);
  const files: { path: string; sha256: string }[] = [];
  for (let at = 0; at < count; at++) {
    const bytes = await textPdf(Array.from({ length: pagesEach }, () => madeUpLines(random, 30)));
    files.push(stored(join(home, `${at}.pdf`), bytes));
  }
  const peer = await timed(async () => {
    for (const { path } of files) execFileSync('pdftotext', [path, '-'], { maxBuffer: 100_000_000 });
  });
  const peak = { mb: 0 };
  const readFileTexts = createReadFileTexts(notingMemory(peak));
  let read = 0;
  const own = await timed(async () => {
    for (let at = 0; at < files.length; at += filesAtOnce)
      await readFileTexts(files.slice(at, at + filesAtOnce), (_, { words }) => {
        read += words.length;
      });
  });
  if (read !== count * pagesEach) throw new Error(`${read} pages were read`);
  console.log(
    `${count} documents of ${pagesEach} pages: ${compared(own, peer, 'pdftotext')}; bar ${bars.text}`,
  );
  console.log(`  memory of a process: ${peak.mb} MB; bar ${bars.textMb}`);
  return { time: own / peer, mb: peak.mb };
}

/** The start of processes that notes the most memory that one of them has held (`VmHWM`, Linux). */
function notingMemory(peak: { mb: number }): StartWorker {
  return async (script, limits) => {
    const worker = await startWorker(script, limits);
    return {
      ...worker,
      end: async () => {
        peak.mb = Math.max(peak.mb, ...mbOfChildren());
        await worker.end();
      },
    };
  };
}

function mbOfChildren(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const numberOf = (field: string) =>
        Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return numberOf('PPid') === process.pid ? [Math.round(numberOf('VmHWM') / 1_024)] : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

type Kind = 'clean' | 'askew' | 'noisy' | 'fax';
const kinds: readonly Kind[] = ['clean', 'askew', 'noisy', 'fax'];

async function measureScans(home: string, count: number) {
  const random = seeded(11);
  const pages: (ScanPage & { picture: string; kind: Kind; text: string })[] = [];
  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length] ?? 'clean';
    const text = madeUpLines(random, 38);
    const jpeg = pictureOf(kind, text, random);
    const picture = join(home, `${at}.jpg`);
    writeFileSync(picture, jpeg);
    pages.push({
      ...stored(join(home, `scan-${at}.pdf`), await picturePdf([jpeg], { dpi })),
      page: 1,
      picture,
      kind,
      text,
    });
  }
  const own: string[] = [];
  const peak = { mb: 0 };
  const readScans = createReadScans(notingMemory(peak));
  const ownTime = await timed(async () => {
    for (let at = 0; at < pages.length; at += scansAtOnce)
      await readScans(pages.slice(at, at + scansAtOnce), (index, outcome) => {
        own[at + index] = outcome.kind === 'words' ? textOf(outcome.words) : '';
      });
  });
  if (spawnSync('tesseract', ['--version']).error)
    throw new Error('tesseract-ocr and tesseract-ocr-spa are not installed');
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const peers: string[] = [];
  const peerTime = await timed(async () => {
    for (const { picture } of pages) {
      const options = [picture, 'stdout', '-l', 'spa+eng', '--dpi', String(dpi)];
      peers.push(
        execFileSync('tesseract', options, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    }
  });
  console.log(`${count} scans: ${compared(ownTime, peerTime, 'tesseract')}; bar ${bars.scan}`);
  const shareOf = (texts: readonly string[], kind?: Kind) =>
    shareRight(
      pages.flatMap((page, at) => (kind && page.kind !== kind ? [] : [[page.text, texts[at] ?? '']])),
    );
  for (const kind of kinds)
    console.log(
      `  words right, ${kind}: ${percent(shareOf(own, kind))} against ${percent(shareOf(peers, kind))}`,
    );
  const [right, peerRight] = [shareOf(own), shareOf(peers)];
  console.log(`  words right: ${percent(right)} against ${percent(peerRight)}; bar: as many`);
  console.log(`  memory of a process: ${peak.mb} MB; bar ${bars.scanMb}`);
  return { time: ownTime / peerTime, lead: right - peerRight, mb: peak.mb };
}

/** A page as it comes from a scanner, as JPEG. */
function pictureOf(kind: Kind, text: string, random: () => number): Buffer {
  const canvas = drawnScan(text, { dpi, inches: a4, fontPoints: 10, skew: kind === 'askew' ? 2.5 : 0 });
  if (kind === 'noisy' || kind === 'fax') {
    const context = canvas.getContext('2d');
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const gray = (pixels.data[at] ?? 0) + (random() - 0.5) * (kind === 'noisy' ? 120 : 60);
      const value = kind === 'fax' ? (gray > 150 ? 255 : 0) : gray;
      pixels.data.fill(Math.max(0, Math.min(255, value)), at, at + 3);
    }
    context.putImageData(pixels, 0, 0);
  }
  return canvas.toBuffer('image/jpeg', 85);
}

function stored(path: string, bytes: Buffer): { path: string; sha256: string } {
  writeFileSync(path, bytes);
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const textOf = (words: readonly RecognizedWord[]) => words.map(({ text }) => text).join(' ');

/** The share of written words that were read, each as often as it was written. */
function shareRight(pairs: readonly (readonly string[])[]): number {
  let [right, all] = [0, 0];
  for (const [written = '', read = ''] of pairs) {
    const left = new Map<string, number>();
    for (const word of read.split(/\s+/)) left.set(word, (left.get(word) ?? 0) + 1);
    for (const word of written.split(/\s+/)) {
      all += 1;
      const count = left.get(word) ?? 0;
      if (count > 0) right += 1;
      left.set(word, count - 1);
    }
  }
  return right / all;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function compared(own: number, peer: number, name: string): string {
  return `${own.toFixed(1)} s, ${name} ${peer.toFixed(1)} s: ${(own / peer).toFixed(2)}`;
}

/**
 * Seconds of processors that the processes of a task take: Carpeta's have the lowest priority, and wait for
 * all others. Where the system does not tell, seconds that pass.
 */
async function timed(task: () => Promise<void>): Promise<number> {
  const [begun, before] = [performance.now(), secondsOfChildren()];
  await task();
  const after = secondsOfChildren();
  if (before === undefined || after === undefined) return (performance.now() - begun) / 1_000;
  return after - before;
}
