import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { mergeDocuments } from '../../electron/deliveries/pdf/merge.ts';
import { startWorker } from '../../electron/platform/terminal/index.ts';
import { previewHandlers } from '../../electron/preview/index.ts';
import { texts } from '../support/faults/armed-file.ts';
import type { Campaign } from './run.ts';

/** What came of one document. */
interface Trial {
  /** Its kind in the viewer, or why it is not shown. */
  shown: string;
  shownPages?: number | undefined;
  /** `merged`, or why it stands beside. */
  merged: string;
  mergedPages?: number | undefined;
  /** As poppler counts them. */
  pages?: number | undefined;
  /** Of the first page from that of poppler or libtiff, percent of black to white on average. */
  difference?: number | undefined;
  wrong: string[];
}

const limit = { timeout: 60_000, maxBuffer: 2 ** 28 } as const;
/** A first page that differs by more is told: as much as other fonts and edges of scans make. */
const maxDifference = 4;

/**
 * Shows and merges every document of a folder beside poppler and libtiff: `documents FOLDER`. Ends with 1
 * where pages are lost or a document throws.
 */
export const campaign: Campaign = async ([folder]) => {
  if (folder === undefined || !existsSync(folder)) {
    console.error('npm run campaign -- documents FOLDER');
    return 2;
  }
  for (const program of ['pdfinfo', 'pdftoppm', 'tiff2pdf'])
    if (!isThere(program)) console.warn(`${program} is not installed: what it would say is left out`);
  const workFolder = mkdtempSync(join(tmpdir(), 'carpeta-documents-'));
  const sums = new Map<string, number>();
  const count = (name: string) => sums.set(name, (sums.get(name) ?? 0) + 1);
  try {
    for (const path of filesBelow(folder)) {
      const trial = await tried(path, workFolder);
      console.log(`${relative(folder, path)}: ${describe(trial)}`);
      count(`shown ${trial.shown}`);
      count(trial.merged === 'merged' ? 'merged' : `beside ${trial.merged}`);
      for (const sentence of trial.wrong) {
        console.log(`  WRONG ${sentence}`);
        count('WRONG');
      }
    }
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
  for (const [name, times] of [...sums].sort()) console.log(`${String(times).padStart(6)}  ${name}`);
  return sums.has('WRONG') ? 1 : 0;
};

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

async function tried(path: string, workFolder: string): Promise<Trial> {
  const trial: Trial = { shown: 'threw', merged: 'threw', wrong: [] };
  try {
    await show(path, workFolder, trial);
  } catch (error) {
    trial.wrong.push(`viewer: ${String(error)}`);
  }
  try {
    await merge(path, workFolder, trial);
  } catch (error) {
    trial.wrong.push(`merging: ${String(error)}`);
  }
  return trial;
}

async function show(path: string, workFolder: string, trial: Trial): Promise<void> {
  const read = previewHandlers(
    async () => path,
    () => Promise.reject(new Error('no agency')),
    startWorker,
  )['file.read'];
  const document = await read({ connectionId: 'folder', id: path });
  trial.shown = document.kind;
  if (document.kind !== 'pdf') return;
  const content = Buffer.from(document.base64, 'base64');
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 });
  try {
    trial.shownPages = (await task.promise).numPages;
  } catch (error) {
    trial.shown = error instanceof Error ? `not: ${error.name}` : 'not';
  } finally {
    await task.destroy();
  }
  const isTiff = /^(?:II|MM)/.test(readFileSync(path).subarray(0, 2).toString('latin1'));
  if (!isTiff || !isThere('tiff2pdf')) return;
  const [own, other] = [join(workFolder, 'own.pdf'), join(workFolder, 'other.pdf')];
  writeFileSync(own, content);
  rmSync(other, { force: true });
  // libtiff's own PDF shows no alpha: its first page goes there as plain colours.
  const plain = join(workFolder, 'plain.tif');
  rmSync(plain, { force: true });
  spawnSync('tiff2rgba', ['-n', path, plain], limit);
  spawnSync('tiff2pdf', ['-o', other, plain], limit);
  compare(own, 1, other, trial, 'libtiff');
}

async function merge(path: string, workFolder: string, trial: Trial): Promise<void> {
  const target = join(workFolder, 'merged.pdf');
  rmSync(target, { force: true });
  const document = { documentId: 'd', path, bookmark: 'paper', type: 'paper', folio: '', date: '' };
  const job = {
    target,
    documents: [document],
    notHere: [],
    texts,
    language: 'es-CL',
    madeAt: '2026-11-20T12:00:00.000Z',
  };
  const { merged, attached: beside } = await mergeDocuments(job, () => undefined);
  trial.merged = beside[0]?.reason ?? 'merged';
  const [made] = merged;
  trial.mergedPages = made?.pages;
  trial.pages = pagesOf(path);
  if (!made || trial.pages === undefined) return;
  if (trial.pages !== made.pages) trial.wrong.push(`merged ${made.pages} pages of ${trial.pages}`);
  compare(target, made.page, path, trial, 'poppler');
}

function pagesOf(path: string): number | undefined {
  const { stdout, status } = spawnSync('pdfinfo', [path], { ...limit, encoding: 'utf8' });
  const pages = status === 0 ? /^Pages:\s+(\d+)/m.exec(stdout)?.[1] : undefined;
  return pages === undefined ? undefined : Number(pages);
}

/** Holds a page beside the first one of another file. */
function compare(own: string, page: number, other: string, trial: Trial, by: string): void {
  const [a, b] = [drawn(own, page), drawn(other, 1)];
  if (!a || !b || a.length !== b.length) return;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  trial.difference = (sum / a.length / 255) * 100;
  if (trial.difference > maxDifference)
    trial.wrong.push(`the first page differs from ${by}'s by ${trial.difference.toFixed(1)} %`);
}

/** A page in grey, as large for every document. */
function drawn(path: string, page: number): Buffer | undefined {
  const size = ['-scale-to-x', '400', '-scale-to-y', '560'];
  const { stdout } = spawnSync('pdftoppm', ['-gray', '-f', `${page}`, '-l', `${page}`, ...size, path], limit);
  return stdout?.length > 0 ? stdout : undefined;
}

function isThere(program: string): boolean {
  return spawnSync(program, ['-v'], limit).error === undefined;
}

function describe({ shown, shownPages, merged, mergedPages, pages, difference }: Trial): string {
  const counted = (count: number | undefined) => (count === undefined ? '' : ` (${count} pages)`);
  return [
    `shown ${shown}${counted(shownPages)}`,
    `${merged === 'merged' ? merged : `beside: ${merged}`}${counted(mergedPages)}`,
    ...(pages === undefined ? [] : [`poppler counts ${pages}`]),
    ...(difference === undefined ? [] : [`first page differs by ${difference.toFixed(1)} %`]),
  ].join(', ');
}
