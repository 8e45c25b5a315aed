import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { terminalOptions } from '../../scripts/terminal-options.mjs';
import type { Bench } from './run.ts';
import type { RunPlan, RunResult } from './support/carpeta-run.ts';
import { aria2, curl, isInstalled, type Peer, timePeer } from './support/peers.ts';

interface Scene {
  name: string;
  documents: number;
  bytes: number;
  /** What is between Carpeta or a peer and storage: options of `line-proxy`. Nothing by default. */
  line?: readonly string[];
  rivals: readonly Rival[];
}

/**
 * A peer as it is run, and how many times its time Carpeta may take at the most; it is only shown where that
 * is left out.
 */
interface Rival {
  peer: Peer;
  atOnce: number;
  max?: number;
}

const nameOf = ({ peer, atOnce }: Rival) => `${peer.name} at ${atOnce}`;

const scenes: Readonly<Record<string, Scene>> = {
  small: {
    name: '5,000 documents of 64 KiB',
    documents: 5_000,
    bytes: 64 * 1024,
    rivals: [
      { peer: curl, atOnce: 16, max: 1.2 },
      { peer: aria2, atOnce: 16, max: 0.4 },
    ],
  },
  large: {
    name: '8 documents of 200 MiB',
    documents: 8,
    bytes: 200 * 2 ** 20,
    rivals: [{ peer: curl, atOnce: 4, max: 0.7 }],
  },
  delayed: {
    name: '1,000 documents of 100 KiB, 80 ms of delay each way',
    documents: 1_000,
    bytes: 100 * 1024,
    line: ['--delay', '80'],
    rivals: [
      { peer: aria2, atOnce: 16, max: 0.5 },
      { peer: aria2, atOnce: 40 },
    ],
  },
  lossy: {
    name: '200 documents of 256 KiB over 20 Mbit/s, where 5 percent of segments come 200 ms late',
    documents: 200,
    bytes: 256 * 1024,
    line: ['--rate', '2500000', '--late', '0.05', '--by', '200'],
    rivals: [{ peer: aria2, atOnce: 16, max: 1.0 }],
  },
};
const memoryBar = 80 * 2 ** 20;
/** Of the 99th percentile of the event loop's delay, ms. */
const delayBars = { median: 10, worst: 20 };
const support = (name: string) => join(import.meta.dirname, 'support', `${name}.ts`);

/**
 * Downloads against curl and aria2c on the same loopback server, turn by turn: `downloads [scene …] [--rounds
 * 9] [--at-once N] [--hashes]`. The peers are given the promise that Carpeta keeps: each one's time is the
 * download, then `sha256sum`, then `sync`. A ratio is the median of those of the rounds. Carpeta itself
 * decides how many run at once, unless `--at-once` sets that. `--hashes` has storage announce MD5 and
 * CRC-32C, which Carpeta alone checks.
 */
export const bench: Bench = async (options) => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '9' },
      'at-once': { type: 'string', default: '0' },
      hashes: { type: 'boolean', default: false },
    },
  });
  const missing = [curl, aria2].filter((peer) => !isInstalled(peer));
  for (const { program, debian } of missing) {
    console.log(
      `skipped: every comparison with ${program}, which is not installed (apt-get install ${debian})`,
    );
  }
  const chosen = positionals.length > 0 ? positionals : [...Object.keys(scenes), 'memory'];
  const server = await startServer(support('file-server'), ...(values.hashes ? ['--hashes'] : []));
  const atOnce = Number(values['at-once']);
  const missed: string[] = [];
  try {
    for (const name of chosen) {
      const scene = scenes[name];
      if (scene) {
        const rivals = scene.rivals.filter(({ peer }) => !missing.includes(peer));
        const trial = { address: server.address, rounds: Number(values.rounds), atOnce };
        missed.push(...(await compare({ ...scene, rivals }, trial)));
      } else if (name === 'memory') missed.push(...(await watchMemory(server.address, atOnce)));
      else throw new Error(`no scene ${name}`);
    }
  } finally {
    server.process.kill();
  }
  const met = missing.length === 0 ? 'every bar is met' : 'every bar that could be measured is met';
  console.log(missed.length === 0 ? `\n${met}` : `\nmissed: ${missed.join('; ')}`);
  if (missed.length > 0) return 1;
  return missing.length === 0 ? 0 : 2;
};

interface Trial {
  /** Of storage. */
  address: string;
  rounds: number;
  /** 0 where Carpeta decides. */
  atOnce: number;
}

async function compare(scene: Scene, { address: storage, rounds, atOnce }: Trial): Promise<string[]> {
  const proxy = scene.line && (await startServer(support('line-proxy'), storage, ...scene.line));
  const address = proxy?.address ?? storage;
  const { documents, bytes, rivals } = scene;
  const addresses = Array.from({ length: documents }, (_, index) => `${address}/papers/${bytes}/d${index}`);
  const ratios = rivals.map((): number[] => []);
  const delays: number[] = [];
  const homes = createHomes();
  console.log(`\n${scene.name}`);
  try {
    for (let round = 1; round <= rounds; round++) {
      const times = rivals.map(({ peer, atOnce: theirs }) => {
        const home = homes.make();
        const folder = join(home, 'files');
        mkdirSync(folder);
        const time = timePeer(peer, { addresses, folder, home, atOnce: theirs });
        homes.empty(home);
        return time;
      });
      const home = homes.make();
      const plan = { address, home, bytes, atOnce, batches: [documents], watchesMemory: false };
      const [result] = await carpeta(plan);
      homes.empty(home);
      if (result?.done !== documents) throw new Error(`Carpeta brought ${result?.done} of ${documents}`);
      for (const [index, time] of times.entries()) ratios[index]?.push(result.took / time);
      delays.push(result.delay99);
      const theirs = rivals.map((rival, index) => `${nameOf(rival)} ${seconds(times[index] ?? 0)}`);
      console.log(`  round ${round}: ${[...theirs, `Carpeta ${seconds(result.took)}`].join(', ')}`);
    }
  } finally {
    proxy?.process.kill();
    homes.remove();
  }
  const verdicts = rivals.map((rival, index) => {
    const all = ratios[index] ?? [];
    const range = `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
    return verdict(`${scene.name}: times ${nameOf(rival)}`, median(all), rival.max, 2, range);
  });
  return [...verdicts, ...delayVerdicts(`${scene.name}: `, delays)].flatMap((missed) => missed ?? []);
}

const memoryRounds = 3;

/**
 * Each size in processes of its own, after a batch to warm them: what an earlier large batch leaves behind is
 * not the next one's.
 */
async function watchMemory(address: string, atOnce: number): Promise<string[]> {
  console.log('\n5,000 and 10,000 documents of 64 KiB: memory');
  const sizes = [5_000, 10_000] as const;
  const above: Record<(typeof sizes)[number], number[]> = { 5000: [], 10000: [] };
  const delays: number[] = [];
  const homes = createHomes();
  try {
    for (let round = 1; round <= memoryRounds; round++) {
      for (const size of sizes) {
        const home = homes.make();
        const plan = { address, home, bytes: 64 * 1024, atOnce, batches: [1_000, size], watchesMemory: true };
        const [warming, measured] = await carpeta(plan);
        homes.empty(home);
        if (measured?.done !== size || !warming) throw new Error('a batch is missing');
        above[size].push(measured.peak - warming.idle);
        if (size === 10_000) delays.push(measured.delay99);
        const [idle, peak] = [warming.idle, measured.peak].map(megabytes);
        console.log(`  round ${round}, ${size}: ${idle} MB before the first batch, ${peak} MB at most`);
      }
    }
  } finally {
    homes.remove();
  }
  const [five, ten] = sizes.map((size) => median(above[size])) as [number, number];
  return [
    verdict(
      'peak with 10,000 documents above the process before its first batch, MB',
      megabytes(ten),
      megabytes(memoryBar),
      0,
    ),
    verdict(
      'growth of that peak from 5,000 to 10,000, MB',
      (ten - five) / 2 ** 20,
      8,
      1,
      `${megabytes(five)} to ${megabytes(ten)}`,
    ),
    ...delayVerdicts('', delays),
  ].flatMap((missed) => missed ?? []);
}

/** Of the worst round, too: a window that stood still once has stood still. */
function delayVerdicts(where: string, delays: readonly number[]): (string | undefined)[] {
  const what = `${where}p99 of the event loop's delay`;
  return [
    verdict(`${what} in the median round, ms`, median(delays), delayBars.median, 1),
    verdict(`${what} in the worst round, ms`, Math.max(...delays), delayBars.worst, 1),
  ];
}

function verdict(
  what: string,
  measured: number,
  max: number | undefined,
  digits: number,
  how = '',
): string | undefined {
  const isMet = max === undefined || measured <= max;
  const bar = max === undefined ? 'no bar' : `at most ${max}`;
  const line = `${what}: ${measured.toFixed(digits)} (${bar})${how === '' ? '' : `, ${how}`}`;
  console.log(`  ${max === undefined ? '      ' : isMet ? 'met   ' : 'MISSED'} ${line}`);
  return isMet ? undefined : line;
}

async function startServer(
  script: string,
  ...options: string[]
): Promise<{ process: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, address: line };
}

async function carpeta(plan: RunPlan): Promise<RunResult[]> {
  const options = [...terminalOptions, support('carpeta-run'), JSON.stringify(plan)];
  const child = spawn(process.execPath, options, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const results: RunResult[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    results.push(JSON.parse(line) as RunResult);
  return results;
}

/**
 * Folders that programs are measured in, a new one for each. ext4 without a journal makes new files the
 * slower the more were removed in the minutes before, whoever removed them: what a turn wrote is emptied
 * behind it, so that it takes no room, and removed when all turns are over.
 */
function createHomes() {
  const homes: string[] = [];
  return {
    make(): string {
      // What earlier rounds left to be written is not this round's.
      spawnSync('sync');
      const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
      homes.push(home);
      return home;
    },
    empty(home: string): void {
      const found = readdirSync(home, { recursive: true, withFileTypes: true });
      for (const file of found) if (file.isFile()) truncateSync(join(file.parentPath, file.name));
    },
    remove(): void {
      for (const home of homes) rmSync(home, { recursive: true, force: true });
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
