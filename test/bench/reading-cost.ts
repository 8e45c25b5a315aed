/**
 * What the reading of older files costs those who work meanwhile, turn by turn in one run with the same work
 * while the reading is paused: a batch of the window, one of a terminal beside the window, and the frames
 * of a scroll through a list. `reading-cost [window | terminal | frames …] [--rounds 5] [--documents 2000]
 * [--files 4000] [--rows 100000] [--write]`: a ratio is the median of those of the rounds; processor seconds
 * are told beside, and `--write` puts the table into `docs/figures.md`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openStore } from '../../electron/database/index.ts';
import { terminalOptions } from '../../scripts/terminal-options.mjs';
import type { Rut } from '../../shared/model/rut.ts';
import type { Bench } from './run.ts';
import { writeFigures } from './support/figures.ts';
import { storeTextFiles } from './support/made-up-files.ts';
import { describeMachine, verdict } from './support/print-figures.ts';
import { spentBy } from './support/program-cost.ts';
import type { ReadingBatch, ReadingPlan } from './support/reading-app.ts';
import { type Comparison, medianRatio, tableOfComparisons } from './support/reading-comparison.ts';
import { compareFrames } from './support/reading-frames.ts';
import type { ServedRequest, ServerPlan } from './support/whole-server.ts';

/** Of the time, beside the same work while the reading is paused. */
const maxRatio = 1.05;
const bytes = 64 * 1024;
const key = 'a-key-of-the-bench-that-opens-its-agency';
const support = (name: string) => join(import.meta.dirname, 'support', `${name}.ts`);
const cli = join(import.meta.dirname, '../../electron/cli.ts');

export const bench: Bench = async (options) => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      documents: { type: 'string', default: '2000' },
      files: { type: 'string', default: '4000' },
      rows: { type: 'string', default: '100000' },
      write: { type: 'boolean', default: false },
    },
  });
  describeMachine();
  const chosen = positionals.length > 0 ? positionals : ['window', 'terminal', 'frames'];
  const [rounds, documents, files, rows] = [values.rounds, values.documents, values.files, values.rows].map(
    Number,
  ) as [number, number, number, number];
  const comparisons: Comparison[] = [];
  const root = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  try {
    if (chosen.includes('window') || chosen.includes('terminal')) {
      const trial: Trial = { root, rounds, home: await makeHome(root, files), server: { documents } };
      const names = { window: inWindow, terminal: inTerminal };
      for (const [name, run] of Object.entries(names))
        if (chosen.includes(name))
          comparisons.push(...(await compareBatches(`${documents} documents, ${name}`, trial, run)));
    }
    if (chosen.includes('frames'))
      comparisons.push(...(await compareFrames({ home: join(root, 'window'), rounds, files, rows })));
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
  const table = tableOfComparisons(comparisons);
  console.log(`\n${table}`);
  if (values.write) writeFigures('npm run bench -- reading-cost', table);
  const verdicts = comparisons.flatMap((one) =>
    one.max === undefined ? [] : [verdict(one.what, medianRatio(one), one.max, '×')],
  );
  return verdicts.every((isMet) => isMet) ? 0 : 1;
};

interface Trial {
  root: string;
  rounds: number;
  /** Files wait there to be read; each turn gets a copy. */
  home: string;
  server: Pick<ServerPlan, 'documents'>;
}

async function makeHome(root: string, files: number): Promise<string> {
  const [home, folder] = [join(root, 'home'), join(root, 'files')];
  for (const one of [home, folder]) mkdirSync(one);
  const store = await openStore(join(home, 'carpeta.db'));
  await storeTextFiles(store, folder, files);
  await store.close();
  return home;
}

/** Seconds of one batch: of time, and of processors of the process that downloads. */
interface BatchSpent {
  seconds: number;
  processor: number;
}

/** A batch over a home whose files are being read, or were until a pause. */
type RunBatch = (turn: {
  home: string;
  folder: string;
  asked: ServedRequest;
  isPaused: boolean;
}) => Promise<BatchSpent>;

async function compareBatches(scene: string, trial: Trial, run: RunBatch): Promise<Comparison[]> {
  const time: Comparison = { what: `${scene}: time, s`, alone: [], reading: [], max: maxRatio };
  const processor: Comparison = { what: `${scene}: processor, s`, alone: [], reading: [] };
  for (let round = 0; round < trial.rounds; round++) {
    // What the first of two leaves behind is not always the same one's.
    const ways = round % 2 === 0 ? (['alone', 'reading'] as const) : (['reading', 'alone'] as const);
    for (const way of ways) {
      const home = join(trial.root, 'turn');
      cpSync(trial.home, home, { recursive: true });
      const folder = join(trial.root, 'Carpetas');
      try {
        const spent = await withServer(trial.server.documents, (asked) =>
          run({ home, folder, asked, isPaused: way === 'alone' }),
        );
        time[way].push(spent.seconds);
        processor[way].push(spent.processor);
      } finally {
        for (const made of [home, folder]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
      }
    }
    const [alone = 0, beside = 0] = [time.alone.at(-1), time.reading.at(-1)];
    console.log(`${scene}, round ${round + 1}: ${alone.toFixed(2)} s, reading ${beside.toFixed(2)} s`);
  }
  return [time, processor];
}

const inWindow: RunBatch = async ({ home, folder, asked, isPaused }) => {
  const batch = { ...asked, rut: asked.rut as Rut, key, folder };
  const app = await startReading({ home, isPaused, batch });
  const spent = (await app.next()) as ReadingBatch;
  await app.end();
  if (spent.done === 0) throw new Error('the batch brought nothing');
  return spent;
};

const inTerminal: RunBatch = async ({ home, folder, asked, isPaused }) => {
  const app = await startReading({ home, isPaused });
  const { baseUrl, agency, rut, from, to } = asked;
  const where = ['--base-url', baseUrl, '--agency', agency, '--rut', rut, '--from', from, '--to', to];
  const words = ['download', ...where, '--all-types', '--into', folder, '--json'];
  const spent = await spentBy([process.execPath, ...terminalOptions, cli, ...words], {
    env: { CARPETA_HOME: home, CARPETA_API_KEY: key },
  });
  await app.end();
  return spent;
};

/** Starts the app over a home, and waits until it reads. */
async function startReading(plan: ReadingPlan) {
  const child = spawn(process.execPath, [...terminalOptions, support('reading-app'), JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = linesOf(child);
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the app has ended');
    return JSON.parse(value);
  };
  await next();
  return {
    next,
    /** Throws where everything was read before: nothing was read beside the work then. */
    async end() {
      const ended = once(child, 'exit');
      child.stdin.end();
      const { waiting } = (await next()) as { waiting: number };
      await ended;
      if (waiting === 0) throw new Error('all files were read: --files takes more');
    },
  };
}

function linesOf({ stdout }: ChildProcess): ReturnType<Interface[typeof Symbol.asyncIterator]> {
  if (!stdout) throw new Error('the process says nothing');
  return createInterface({ input: stdout })[Symbol.asyncIterator]();
}

async function withServer<T>(documents: number, use: (asked: ServedRequest) => Promise<T>): Promise<T> {
  const plan: ServerPlan = { kind: 'practice', key, documents, bytes, hasExpiredLinks: false };
  const server = spawn(process.execPath, [support('whole-server'), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { value, done } = await linesOf(server).next();
    if (done) throw new Error('the agency has ended');
    return await use(JSON.parse(value) as ServedRequest);
  } finally {
    server.kill();
  }
}
