import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paginate } from '../../../electron/api/index.ts';
import { openStore } from '../../../electron/database/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { type PracticeAgency, type PracticeOptions, startPractice } from '../agency/practice-agency.ts';
import { apiClientAt } from '../app/downloads-fixture.ts';
import { contentOf, differences, type FolderContent } from '../disk/folder-content.ts';
import { connectionId, type DownloadOrder, type DownloadReport } from '../process/download-process.ts';
import type { Seeded } from '../seeded.ts';
import { type Moment, runToEnd, runUntil, type Started, startProcess } from './kill-process.ts';

export interface KillTrialOptions {
  /** How the agency is to be; always with the same data. */
  agency?: PracticeOptions;
  /** How many documents the batch has. */
  documents: number;
  transfersAtOnce: number;
  /** The most often that one run is ended before it may go to its end. */
  maxKills: number;
  /**
   * Two processes over one store, as app and terminal may be: one of them is ended, and the other brings it
   * to its end.
   */
  isShared?: boolean;
  /**
   * Both of two such processes are stopped for longer than a lease, and woken one after the other, as a
   * computer's sleep does.
   */
  areAsleep?: boolean;
  /** A folder on another disk, which the documents go to; below the run's own by default. */
  disk?: string | undefined;
  /** Files have one name each, as Node is told: no disk of that kind is there. */
  playsNoLinks?: boolean | undefined;
  /** Called before each run, for what the agency does wrong in it. */
  arrange?: (agency: PracticeAgency, documents: readonly DocumentKey[]) => void;
}

/** How a run went whose processes were ended on their way. */
export interface KillRun {
  /** How many processes were ended; none when each came to its end before its moment. */
  kills: number;
  /** How many processes were stopped and woken. */
  sleeps: number;
  /** Of those that were ended, how many left a `.part` or a lock behind. */
  leftovers: number;
  /** Documents that left the agency whole more often than once. */
  fetchedAgain: number;
  /** What is not as in the undisturbed run; empty when all is. */
  wrong: string[];
}

/** The same batch, again and again, each time ended at other moments. */
export interface KillTrial {
  /** How long the undisturbed run took, ms. */
  readonly took: number;
  readonly files: number;
  run(random: Seeded): Promise<KillRun>;
  close(): Promise<void>;
}

/** Prepares a trial: an agency, a store that knows its documents, and an undisturbed run to compare with. */
export async function openKillTrial(options: KillTrialOptions): Promise<KillTrial> {
  const agency = await startPractice({
    documents: 300,
    clients: 2,
    seed: 'kill',
    today: '2026-11-20',
    ...options.agency,
  });
  const root = mkdtempSync(join(tmpdir(), 'carpeta-kill-'));
  const close = async () => {
    await agency.close();
    rmSync(root, { recursive: true, force: true });
    if (options.disk !== undefined)
      rmSync(join(options.disk, basename(root)), { recursive: true, force: true });
  };
  try {
    const model = join(root, 'model');
    const documents = await prepare(agency, model, options.documents);
    const bench: Bench = { root, model, agency, documents, options, startsIn: 0 };
    const home = join(root, 'undisturbed');
    const clear = () => {
      rmSync(home, { recursive: true });
      rmSync(folderIn(bench, home), { recursive: true, force: true });
    };
    cpSync(model, home, { recursive: true });
    // The first process compiles for all that follow.
    const began = performance.now();
    await runToEnd(start(bench, home));
    const cold = performance.now() - began;
    clear();
    cpSync(model, home, { recursive: true });
    options.arrange?.(agency, documents);
    const started = performance.now();
    const process = start(bench, home);
    await process.begun;
    const begun = performance.now();
    bench.startsIn = begun - started;
    const report = await runToEnd(process);
    const took = Math.min(cold, performance.now() - begun);
    const expected = { content: contentOf(folderIn(bench, home)), report };
    if (expected.content.files.size === 0) throw new Error('the undisturbed run brought nothing');
    let runs = 0;
    return {
      took,
      files: expected.content.files.size,
      run: (random) => killedRun(bench, join(root, `run-${runs++}`), { ...expected, took }, random),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Bench {
  root: string;
  model: string;
  agency: PracticeAgency;
  documents: readonly DocumentKey[];
  options: KillTrialOptions;
  /** How long a process takes to load its program, ms. */
  startsIn: number;
}

interface Expected {
  content: FolderContent;
  report: DownloadReport;
  took: number;
}

function folderIn({ root, options: { disk } }: Bench, home: string): string {
  return disk === undefined ? join(home, 'Carpetas') : join(disk, basename(root), basename(home));
}

/** A store that knows documents of the agency's first client, and no link to any of them. */
async function prepare(agency: PracticeAgency, home: string, atMost: number): Promise<DocumentKey[]> {
  const { httpGet, close } = createHttpClient();
  const store = await openStore(join(home, 'carpeta.db'));
  const api = apiClientAt(agency, { httpGet });
  const rut = agency.clients[0]?.rut;
  const keys: DocumentKey[] = [];
  for (const { number, client } of agency.data.dispatches) {
    if (!rut || client.rut !== rut || keys.length >= atMost) continue;
    const query = { kind: 'dispatch', rut, dispatch: number } as const;
    for await (const { documents } of paginate(api, query)) {
      await store.upsertPage({ connectionId, rut, query, documents, at: '2026-11-20T12:00:00.000Z' });
      for (const { id, isActive } of documents) {
        if (isActive && keys.length < atMost) keys.push({ connectionId, id });
      }
    }
  }
  await store.close();
  close();
  return keys;
}

async function killedRun(bench: Bench, home: string, expected: Expected, random: Seeded): Promise<KillRun> {
  const { agency, documents, model, options } = bench;
  cpSync(model, home, { recursive: true });
  agency.faults.clear();
  options.arrange?.(agency, documents);
  agency.requests.forget();
  const run: KillRun = { kills: 0, sleeps: 0, leftovers: 0, fetchedAgain: 0, wrong: [] };
  const disturbed = options.areAsleep ? asleep : options.isShared ? killedShared : killedAlone;
  const report = await disturbed(bench, home, expected, random, run);
  run.wrong.push(...differences(expected.content, contentOf(folderIn(bench, home))));
  run.wrong.push(...reportDifferences(expected.report, report));
  for (const { id } of documents) run.fetchedAgain += Math.max(0, agency.requests.file(id).served - 1);
  rmSync(home, { recursive: true });
  rmSync(folderIn(bench, home), { recursive: true, force: true });
  return run;
}

/** One process after another, each gone on with by the next. */
async function killedAlone(
  bench: Bench,
  home: string,
  expected: Expected,
  random: Seeded,
  run: KillRun,
): Promise<DownloadReport> {
  const target = 1 + Math.floor(random() * bench.options.maxKills);
  for (let kill = 0; kill < target; kill++) {
    const report = await runUntil(start(bench, home), momentIn(bench, home, expected, random));
    if (report) return report;
    noteKill(bench, run, home);
  }
  return runToEnd(start(bench, home));
}

/**
 * Two processes at once, one of which is ended: it may be the one that does the work, or the one that looks
 * on.
 */
async function killedShared(
  bench: Bench,
  home: string,
  expected: Expected,
  random: Seeded,
  run: KillRun,
): Promise<DownloadReport> {
  const [first, second] = await startBoth(bench, home);
  const [ended, left] = random() < 0.75 ? [first, second] : [second, first];
  const report = await runUntil(ended, momentIn(bench, home, expected, random));
  if (report) {
    await runToEnd(left);
    return report;
  }
  noteKill(bench, run, home);
  return runToEnd(left);
}

/** Two processes, the first of which is at work. */
async function startBoth(bench: Bench, home: string): Promise<[Started, Started]> {
  // So that the second one is there before the first is done, however long it takes to start: half of the
  // batch is still to come by then.
  const { documents, transfersAtOnce } = bench.options;
  const ms = Math.max(200, (2 * bench.startsIn * transfersAtOnce) / documents);
  bench.agency.faults.add({ kind: 'storage-slow', ms });
  const first = start(bench, home);
  const waiting = new AbortController();
  const isAtWork = async () => {
    while (bench.agency.requests.files().requested === 0) await wait(2, undefined, waiting);
  };
  await Promise.race([isAtWork().catch(() => undefined), first.ended]);
  waiting.abort();
  const second = start(bench, home);
  await second.begun;
  return [first, second];
}

// Longer than a lease, ms; and as far apart as two terminals wake.
const sleepMs = 25_000;
const wakesApartMs = 1_500;

/** Two processes at once that sleep, and wake one after the other. */
async function asleep(
  bench: Bench,
  home: string,
  expected: Expected,
  random: Seeded,
  run: KillRun,
): Promise<DownloadReport> {
  const both = await startBoth(bench, home);
  await momentIn(bench, home, expected, random)(new AbortController().signal);
  for (const { child } of both) if (child.kill('SIGSTOP')) run.sleeps++;
  await wait(sleepMs);
  const [last, first] = random() < 0.5 ? both : [both[1], both[0]];
  first.child.kill('SIGCONT');
  await wait(wakesApartMs);
  last.child.kill('SIGCONT');
  const [report] = await Promise.all(both.map(runToEnd));
  if (!report) throw new Error('two processes gave no report');
  return report;
}

function noteKill(bench: Bench, run: KillRun, home: string): void {
  run.kills++;
  if (leftoversIn(folderIn(bench, home)) > 0) run.leftovers++;
}

function reportDifferences(expected: DownloadReport, found: DownloadReport): string[] {
  const wrong: string[] = [];
  if (found.batches !== 1 || found.state !== 'ended') {
    wrong.push(`ledger: ${found.batches} batches, ${found.state}`);
  }
  const text = ({ documents }: DownloadReport) =>
    documents.map(({ id, ...facts }) => `${id} ${JSON.stringify(facts)}`);
  const left = new Set(text(found));
  for (const line of text(expected)) if (!left.delete(line)) wrong.push(`ledger lacks: ${line}`);
  for (const line of left) wrong.push(`ledger has: ${line}`);
  if (found.documents.length !== expected.documents.length) wrong.push('ledger: another number of documents');
  return wrong;
}

function leftoversIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.(part|lock)$/.test(name)).length;
}

/**
 * One in four anywhere between its first step and its last; the others while it is at work: when it has asked
 * for so many of the documents that are still to come, and a few ms later.
 */
function momentIn(bench: Bench, home: string, { content, took }: Expected, random: Seeded): Moment {
  const { agency } = bench;
  if (random() < 0.25) {
    const ms = took * random();
    return (signal) => wait(ms, undefined, { signal });
  }
  const left = Math.max(1, content.files.size - contentOf(folderIn(bench, home)).files.size);
  const target = agency.requests.files().requested + Math.ceil(left * random());
  const later = 25 * random();
  return async (signal) => {
    while (agency.requests.files().requested < target) await wait(1, undefined, { signal });
    await wait(later, undefined, { signal });
  };
}

function start(bench: Bench, home: string): Started {
  const { root, agency, documents, options } = bench;
  const order: DownloadOrder = {
    home,
    // One path for all runs would be one destination: they are told apart by their home alone.
    folder: folderIn(bench, home),
    baseUrl: agency.baseUrl,
    agency: agency.agency,
    key: agency.key,
    clients: agency.clients,
    documents,
    transfersAtOnce: options.transfersAtOnce,
  };
  return startProcess(order, join(root, 'compiled'), options.playsNoLinks);
}
