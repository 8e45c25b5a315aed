/**
 * The process that reads documents: how long it takes to start, what it takes in memory, and a merge of 200
 * documents in it against the same merge in the process that asks, in turns. Who asks is new each time: an
 * app merges its first documents with code that is not warm yet. Both run the built program: sources come
 * file by file, which takes longer than all else. Memory is looked at in a merge of its own, because looking
 * takes time.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MergeJob } from '../../electron/deliveries/pdf/merge.ts';
import { runWorkerJob } from '../../electron/deliveries/run-worker-job.ts';
import { startWorker } from '../../electron/platform/terminal/index.ts';
import { previewHandlers } from '../../electron/preview/index.ts';
import { build } from '../../scripts/build.mjs';
import { documentToMerge, mergeJob } from '../support/samples/merge-job.ts';
import { writeScan } from '../support/samples/sample-files.ts';
import type { Bench } from './run.ts';
import { secondsOfChildren } from './support/seconds-of-children.ts';

const documents = 200;
const pagesEach = 10;
const bytesPerPage = 150_000;
const rounds = 7;
const bar = { ratio: 1.1 };

const sides = ['apart', 'here'] as const;
type Side = (typeof sides)[number];

interface Taken {
  seconds: number;
  /**
   * Processor seconds of who asks and of the process that it starts; undefined where the system does not
   * tell.
   */
  processor: number | undefined;
}

export const bench: Bench = async ([mode, home = '', target = '']) => {
  const side = sides.find((each) => each === mode);
  return side ? mergeOnce(side, home, target) : measure();
};

async function measure(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  try {
    await timeStart(home);
    for (const [index, path] of filesIn(home).entries())
      writeScan(path, `documento ${index + 1}`, pagesEach, bytesPerPage);
    await build('main');
    const peak = await peakOfMerge(home);
    const taken: Record<Side, Taken[]> = { apart: [], here: [] };
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) taken[side].push(runSide(side, home));
    console.log(`${documents} papers, ${documents * pagesEach} pages, ${rounds} times each, medians`);
    const ratio = describeRatio('time     ', taken, ({ seconds }) => seconds);
    describeRatio('processor', taken, ({ processor }) => processor);
    console.log(`  bar of the time         ${bar.ratio}`);
    console.log(`  peak of that process    ${peak === undefined ? 'told by Linux alone' : `${peak} MB`}`);
    return ratio <= bar.ratio ? 0 : 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Prints the medians of both sides and gives their ratio. */
function describeRatio(
  what: string,
  taken: Record<Side, Taken[]>,
  of: (one: Taken) => number | undefined,
): number {
  const [apart, here] = sides.map((side) => median(taken[side].map((one) => of(one) ?? Number.NaN)));
  if (apart === undefined || here === undefined || Number.isNaN(apart)) return Number.NaN;
  const ratio = apart / here;
  console.log(
    `  ${what} in a process of its own ${apart.toFixed(2)} s, in the one that asks ${here.toFixed(2)} s: ${ratio.toFixed(2)}`,
  );
  return ratio;
}

async function peakOfMerge(home: string): Promise<number | undefined> {
  const target = join(home, 'looked-at.pdf');
  const memory = watchWorkers();
  await mergeApart(jobOf(home, target));
  rmSync(target);
  return memory.stop();
}

const filesIn = (home: string) =>
  Array.from({ length: documents }, (_, index) => join(home, `${index + 1}.pdf`));

function jobOf(home: string, target: string): MergeJob {
  return mergeJob({
    target,
    documents: filesIn(home).map((path, index) => documentToMerge(`${index}`, path)),
  });
}

/** A merge that a new process asks for; the start of that one does not count. */
function runSide(side: Side, home: string): Taken {
  const target = join(home, `${side}.pdf`);
  const program = join(import.meta.dirname, 'run.ts');
  const said = execFileSync(process.execPath, [program, 'papers', side, home, target], { encoding: 'utf8' });
  rmSync(target);
  return JSON.parse(said);
}

async function mergeOnce(side: Side, home: string, target: string): Promise<number> {
  const job = jobOf(home, target);
  const before = process.cpuUsage();
  const seconds = await timed(() => (side === 'apart' ? mergeApart(job) : mergeHere(job)));
  const { user, system } = process.cpuUsage(before);
  const ofChildren = secondsOfChildren();
  const processor = ofChildren === undefined ? undefined : (user + system) / 1e6 + ofChildren;
  console.log(JSON.stringify({ seconds, processor }));
  return 0;
}

const builtWorker = new URL('../../dist/main/deliveries-delivery-worker.js', import.meta.url);

function mergeApart(job: MergeJob): Promise<unknown> {
  return runWorkerJob((_, limits) => startWorker(builtWorker, limits), { kind: 'merge', job });
}

/** The worker's own script in this process, over the port that Electron would give it. */
async function mergeHere(job: MergeJob): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let notify: (event: { data: unknown }) => void = () => undefined;
  const parentPort = {
    postMessage: ({ kind }: { kind: string }) => kind === 'end' && ended.resolve(),
    once: (_: 'message', listener: typeof notify) => {
      notify = listener;
    },
  };
  Object.assign(process, { parentPort });
  await import(builtWorker.href);
  notify({ data: { kind: 'merge', job } });
  await ended.promise;
}

/** From the call to the text of a small document: a process is started, reads it, and ends. */
async function timeStart(home: string): Promise<void> {
  mkdirSync(home, { recursive: true });
  const path = join(home, 'a.txt');
  writeFileSync(path, 'un texto');
  const { 'file.read': read } = previewHandlers(
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

/**
 * Looks at the most memory that any process started by this one has taken, in MB; undefined where there is no
 * `/proc`.
 */
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
