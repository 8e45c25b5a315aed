/**
 * The words of documents beside peers: native PDFs, read and indexed, beside `pdftotext`, a file at a time,
 * and made-up scans of Spanish pages beside Debian's `tesseract` on one core, with the share of their words
 * that is right; and the most memory that a process of Carpeta takes. The first two options are the numbers
 * of documents and of scans (10,000 and 40).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../electron/database/index.ts';
import type { StartWorker } from '../../electron/host.ts';
import { startWorker, systemClock } from '../../electron/platform/terminal/index.ts';
import { createReadFileTexts, createReadScans } from '../../electron/text/index.ts';
import { WaitingScans } from '../../electron/text/ocr/recognize-when-idle.ts';
import { TextIndexer } from '../../electron/text/text-indexer.ts';
import { compiledSources } from '../../scripts/source-options.mjs';
import { drawnScan, picturePdf } from '../support/samples/made-scan.ts';
import { storeFiles, textConnection } from '../support/samples/text-files.ts';
import type { Bench } from './run.ts';
import { madeUpLines, pagesEach, seeded, storeTextFiles } from './support/made-up-files.ts';
import { secondsOfChildren } from './support/seconds-of-children.ts';

/** Of time, beside the peer; of memory, MB. */
const bars = { text: 1.5, scan: 2, textMb: 200, scanMb: 400 };
const dpi = 200;
const a4 = [8.27, 11.69] as const;

export const bench: Bench = async ([documents = '10000', scans = '40']) => {
  // As the terminal starts its processes (`scripts/keep-compiled.mjs`).
  process.env['NODE_COMPILE_CACHE'] ??= compiledSources;
  const text = await withFiles((files) => measureTexts(files, Number(documents)));
  const scan = await withFiles((files) => measureScans(files, Number(scans)));
  const isSmall = text.mb <= bars.textMb && scan.mb <= bars.scanMb;
  return text.time <= bars.text && scan.time <= bars.scan && scan.lead >= 0 && isSmall ? 0 : 1;
};

/** Documents in a folder, and the indexer that reads them. */
interface Files {
  store: Store;
  folder: string;
  indexer: TextIndexer;
  /** The most memory that a process has held. */
  peak: { mb: number };
}

async function withFiles<T>(use: (files: Files) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  const folder = join(home, 'files');
  mkdirSync(folder);
  const store = await openStore(join(home, 'carpeta.db'));
  const peak = { mb: 0 };
  const start = notingMemory(peak);
  const clock = systemClock;
  const reportError = (what: string, error: unknown) => console.error(what, error);
  const scans = new WaitingScans({
    store,
    clock,
    readScans: createReadScans(start),
    when: () => 'always',
    isIdle: () => true,
    reportError,
  });
  const indexer = new TextIndexer({
    store,
    clock,
    readFileTexts: createReadFileTexts(start),
    scans,
    isOn: () => true,
    isPaused: () => false,
    isBusy: () => false,
    onStatus: () => undefined,
    reportError,
  });
  try {
    return await use({ store, folder, indexer, peak });
  } finally {
    await indexer.close();
    await store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const nothing = () => undefined;
const progressIntervalMs = 10_000;

/** Tells how many wait, while minutes pass. */
function progress(what: string): (waiting: number) => void {
  let lastLineAt = performance.now();
  return (waiting) => {
    if (performance.now() - lastLineAt < progressIntervalMs) return;
    lastLineAt = performance.now();
    console.error(`${what}: ${waiting} wait`);
  };
}

async function measureTexts({ store, folder, indexer, peak }: Files, count: number) {
  await storeTextFiles(store, folder, count);
  const peer = await timed(async () => {
    for (let id = 0; id < count; id++)
      execFileSync('pdftotext', [join(folder, `${id}.pdf`), '-'], { maxBuffer: 100_000_000 });
  });
  const own = await timed(() => indexer.readAll(new AbortController().signal, progress('documents')));
  const { read, unreadTotal } = await indexer.status();
  if (read !== count || unreadTotal !== 0) throw new Error(`${read} documents were read`);
  const [ownTotal, indexing] = [own.children + own.here, own.here.toFixed(1)];
  console.log(
    `${count} documents of ${pagesEach} pages: ${compared(ownTotal, peer.children, 'pdftotext')}; bar ${bars.text}`,
  );
  console.log(`  ${indexing} s of it to index them`);
  console.log(`  memory of a process: ${peak.mb} MB; bar ${bars.textMb}`);
  return { time: ownTotal / peer.children, mb: peak.mb };
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

async function measureScans({ store, folder, indexer, peak }: Files, count: number) {
  const random = seeded(11);
  const pages: { id: string; picture: string; kind: Kind; text: string }[] = [];
  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length] ?? 'clean';
    const text = madeUpLines(random, 38);
    const jpeg = pictureOf(kind, text, random);
    const [id, picture] = [`${at}.pdf`, join(folder, `${at}.jpg`)];
    writeFileSync(picture, jpeg);
    await storeFiles(store, folder, { [id]: await picturePdf([jpeg], { dpi }) });
    pages.push({ id, picture, kind, text });
  }
  const { signal } = new AbortController();
  await indexer.readAll(signal, nothing);
  peak.mb = 0;
  const ownSpent = await timed(() => indexer.readAll(signal, nothing, progress('scans')));
  const ownTime = ownSpent.children + ownSpent.here;
  const own: string[] = [];
  for (const { id } of pages) {
    const words = await store.listRecognizedWords({ connectionId: textConnection, id }, 1);
    own.push(words.map(({ text }) => text).join(' '));
  }
  if (spawnSync('tesseract', ['--version']).error)
    throw new Error('tesseract-ocr and tesseract-ocr-spa are not installed');
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const peers: string[] = [];
  const { children: peerTime } = await timed(async () => {
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

/** Seconds of a task. */
interface Spent {
  /** Of the processes that it starts. */
  children: number;
  /** Of this process, with its threads. */
  here: number;
}

/**
 * Seconds of processors that a task takes: Carpeta's processes have the lowest priority, and wait for all
 * others. Where the system does not tell, seconds that pass.
 */
async function timed(task: () => Promise<unknown>): Promise<Spent> {
  const [begun, before, hereBefore] = [performance.now(), secondsOfChildren(), process.cpuUsage()];
  await task();
  const after = secondsOfChildren();
  if (before === undefined || after === undefined)
    return { children: (performance.now() - begun) / 1_000, here: 0 };
  const { user, system } = process.cpuUsage(hereBefore);
  return { children: after - before, here: (user + system) / 1_000_000 };
}
