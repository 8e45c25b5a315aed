/**
 * The process that reads papers: how long it takes to start, what it takes in memory, and a merge of 200 papers in it against the same merge in
 * the process that asks, in turns, three times each. That one is new each time, too: an app merges its first papers with code that is not warm yet.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MergeJob } from '../../electron/carpeta/pdf/merge.ts';
import { createWorkshop } from '../../electron/carpeta/workshop.ts';
import { startWorker } from '../../electron/hosts/terminal/index.ts';
import { viewingHandlers } from '../../electron/viewing/index.ts';
import { mergeJob, paperToMerge } from '../support/merge-job.ts';
import { writeScan } from '../support/papers.ts';
import type { Bench } from './run.ts';

const papers = 200;
const pagesEach = 10;
const bytesPerPage = 150_000;
const rounds = 3;
const bar = { ratio: 1.1 };

export const bench: Bench = async ([mode, home = '', target = '']) => {
  if (mode === 'here') return mergeHere(home, target);
  return measure();
};

async function measure(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  try {
    await timeStart(home);
    for (const [place, path] of filesIn(home).entries())
      writeScan(path, `documento ${place + 1}`, pagesEach, bytesPerPage);
    const workshop = createWorkshop(startWorker);
    const apart: number[] = [];
    const here: number[] = [];
    const memory = watchWorkers();
    for (let round = 0; round < rounds; round++) {
      const targets = ['apart', 'here'].map((name) => join(home, `${name}-${round}.pdf`));
      apart.push(await timed(() => workshop.perform({ kind: 'merge', job: jobOf(home, targets[0] ?? '') })));
      here.push(runHere(home, targets[1] ?? ''));
      for (const target of targets) rmSync(target);
    }
    const peak = memory.stop();
    const ratio = median(apart) / median(here);
    console.log(`${papers} papers, ${papers * pagesEach} pages, ${rounds} times each`);
    console.log(`  in a process of its own ${told(apart)}`);
    console.log(`  in the one that asks    ${told(here)}`);
    console.log(`  ratio of the medians    ${ratio.toFixed(2)}, bar ${bar.ratio}`);
    console.log(`  peak of that process    ${peak === undefined ? 'told by Linux alone' : `${peak} MB`}`);
    return ratio <= bar.ratio ? 0 : 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const filesIn = (home: string) =>
  Array.from({ length: papers }, (_, place) => join(home, `${place + 1}.pdf`));

function jobOf(home: string, target: string): MergeJob {
  return mergeJob({ target, papers: filesIn(home).map((path, place) => paperToMerge(`${place}`, path)) });
}

/** Seconds of a merge in a new process that does it itself; its own start does not count. */
function runHere(home: string, target: string): number {
  const program = join(import.meta.dirname, 'run.ts');
  return Number(
    execFileSync(process.execPath, [program, 'papers', 'here', home, target], { encoding: 'utf8' }),
  );
}

async function mergeHere(home: string, target: string): Promise<number> {
  const seconds = await timed(async () => {
    const { mergePapers } = await import('../../electron/carpeta/pdf/merge.ts');
    await mergePapers(jobOf(home, target), () => undefined);
  });
  console.log(seconds);
  return 0;
}

/** From the call to the text of a small paper: a process is started, reads it, and ends. */
async function timeStart(home: string): Promise<void> {
  mkdirSync(home, { recursive: true });
  const path = join(home, 'a.txt');
  writeFileSync(path, 'un texto');
  const { 'file.read': read } = viewingHandlers(
    async () => path,
    () => Promise.reject(new Error('no agency')),
    startWorker,
  );
  const memory = watchWorkers();
  const taken: number[] = [];
  for (let round = 0; round < 10; round++)
    taken.push(await timed(() => read({ connectionId: 'agency', id: `${round}` })));
  console.log(`start, one small text and end: median ${(median(taken) * 1000).toFixed(0)} ms of 10`);
  console.log(`  memory of that process ${memory.stop() ?? 'told by Linux alone'} MB`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function told(seconds: readonly number[]): string {
  return `${median(seconds).toFixed(1)} s (${seconds.map((each) => each.toFixed(1)).join(', ')})`;
}

/** Looks at the most memory that any process started by this one has taken, in MB; undefined where there is no `/proc`. */
function watchWorkers(): { stop: () => number | undefined } {
  let peak: number | undefined;
  const look = () => {
    for (const kilobytes of peaksOfChildren()) peak = Math.max(peak ?? 0, Math.round(kilobytes / 1024));
  };
  const watch = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(watch);
      return peak;
    },
  };
}

/** proc(5), `/proc/pid/status`. */
function peaksOfChildren(): number[] {
  if (process.platform !== 'linux') return [];
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      if (/^PPid:\t(\d+)$/m.exec(status)?.[1] !== `${process.pid}`) return [];
      return [Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0)];
    } catch {
      // It has ended by now.
      return [];
    }
  });
}
