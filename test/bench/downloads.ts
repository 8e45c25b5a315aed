import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  atOnce: number;
  /** Delay each way, ms. */
  delay?: number;
  /** Peers, and how many times their time Carpeta may take at the most. */
  bars: readonly { peer: Peer; most: number }[];
}

const scenes: Readonly<Record<string, Scene>> = {
  small: {
    name: '5,000 documents of 64 KiB, 16 at a time',
    documents: 5_000,
    bytes: 64 * 1024,
    atOnce: 16,
    bars: [
      { peer: curl, most: 1.2 },
      { peer: aria2, most: 0.4 },
    ],
  },
  large: {
    name: '8 documents of 200 MiB, 4 at a time',
    documents: 8,
    bytes: 200 * 2 ** 20,
    atOnce: 4,
    bars: [{ peer: curl, most: 1.2 }],
  },
  delayed: {
    name: '1,000 documents of 100 KiB, 16 at a time, 80 ms of delay each way',
    documents: 1_000,
    bytes: 100 * 1024,
    atOnce: 16,
    delay: 80,
    bars: [{ peer: aria2, most: 1.0 }],
  },
};
const memoryBar = 80 * 2 ** 20;
const delayBar = 20;
const support = (name: string) => join(import.meta.dirname, 'support', `${name}.ts`);

/**
 * Downloads against curl and aria2c on the same loopback server, in one go, turn by turn: `downloads [scene …] [--rounds 5] [--hashes]`. The peers
 * are given the promise that Carpeta keeps: each one's time is the download, then `sha256sum`, then `sync`. `--hashes` has storage announce MD5
 * and CRC-32C, which Carpeta alone checks.
 */
export const bench: Bench = async (options) => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' }, hashes: { type: 'boolean', default: false } },
  });
  const missing = [curl, aria2].filter((peer) => !isInstalled(peer));
  for (const { program, debian } of missing) {
    console.log(
      `skipped: every comparison with ${program}, which is not installed (apt-get install ${debian})`,
    );
  }
  const chosen = positionals.length > 0 ? positionals : [...Object.keys(scenes), 'memory'];
  const server = await startServer(support('paper-server'), ...(values.hashes ? ['--hashes'] : []));
  const missed: string[] = [];
  try {
    for (const name of chosen) {
      const scene = scenes[name];
      if (scene) {
        const bars = scene.bars.filter(({ peer }) => !missing.includes(peer));
        missed.push(...(await compare({ ...scene, bars }, server.address, Number(values.rounds))));
      } else if (name === 'memory') missed.push(...(await watchMemory(server.address)));
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

async function compare(scene: Scene, storage: string, rounds: number): Promise<string[]> {
  const proxy = scene.delay
    ? await startServer(support('delaying-proxy'), storage, String(scene.delay))
    : undefined;
  const address = proxy?.address ?? storage;
  const addresses = Array.from(
    { length: scene.documents },
    (_, place) => `${address}/papers/${scene.bytes}/d${place}`,
  );
  const times = new Map<string, number[]>();
  const note = (who: string, time: number) => times.set(who, [...(times.get(who) ?? []), time]);
  const delays: number[] = [];
  console.log(`\n${scene.name}`);
  try {
    for (let round = 1; round <= rounds; round++) {
      const line: string[] = [];
      for (const { peer } of scene.bars) {
        const time = inHome((home) => {
          const folder = join(home, 'files');
          mkdirSync(folder);
          return timePeer(peer, { addresses, folder, home, atOnce: scene.atOnce });
        });
        note(peer.name, time);
        line.push(`${peer.name} ${seconds(time)}`);
      }
      const { documents, bytes, atOnce } = scene;
      const [result] = await inHomeAsync((home) =>
        carpeta({ address, home, bytes, atOnce, batches: [documents], watchesMemory: false }),
      );
      if (result?.done !== documents) throw new Error(`Carpeta brought ${result?.done} of ${documents}`);
      note('Carpeta', result.took);
      delays.push(result.delay99);
      console.log(`  round ${round}: ${[...line, `Carpeta ${seconds(result.took)}`].join(', ')}`);
    }
  } finally {
    proxy?.process.kill();
  }
  const own = median(times.get('Carpeta') ?? []);
  const verdicts = scene.bars.map(({ peer, most }) => {
    const theirs = median(times.get(peer.name) ?? []);
    return verdict(
      `${scene.name}: times ${peer.name}`,
      own / theirs,
      most,
      2,
      `${seconds(own)} to ${seconds(theirs)}`,
    );
  });
  return [...verdicts, delayVerdict(`${scene.name}: `, delays)].flatMap((missed) => missed ?? []);
}

const memoryRounds = 3;

/** Each size in processes of its own, after a batch to warm them: what an earlier large batch leaves behind is not the next one's. */
async function watchMemory(address: string): Promise<string[]> {
  console.log('\n5,000 and 10,000 documents of 64 KiB, 16 at a time: memory');
  const sizes = [5_000, 10_000] as const;
  const above: Record<(typeof sizes)[number], number[]> = { 5000: [], 10000: [] };
  const delays: number[] = [];
  for (let round = 1; round <= memoryRounds; round++) {
    for (const size of sizes) {
      const [warming, measured] = await inHomeAsync((home) =>
        carpeta({
          address,
          home,
          bytes: 64 * 1024,
          atOnce: 16,
          batches: [1_000, size],
          watchesMemory: true,
        }),
      );
      if (measured?.done !== size || !warming) throw new Error('a batch is missing');
      above[size].push(measured.peak - warming.idle);
      if (size === 10_000) delays.push(measured.delay99);
      const [idle, peak] = [warming.idle, measured.peak].map(megabytes);
      console.log(`  round ${round}, ${size}: ${idle} MB before the first batch, ${peak} MB at most`);
    }
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
    delayVerdict('', delays),
  ].flatMap((missed) => missed ?? []);
}

/** Of the worst round: a window that stood still once has stood still. */
function delayVerdict(where: string, delays: readonly number[]): string | undefined {
  const what = `${where}p99 of the event loop's delay in the worst round, ms`;
  const how = `${median(delays).toFixed(1)} in the median one`;
  return verdict(what, Math.max(...delays), delayBar, 1, how);
}

function verdict(what: string, measured: number, most: number, digits: number, how = ''): string | undefined {
  const isMet = measured <= most;
  const line = `${what}: ${measured.toFixed(digits)} (at most ${most})${how === '' ? '' : `, ${how}`}`;
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${line}`);
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

function inHome<T>(act: (home: string) => T): T {
  const home = newHome();
  try {
    return act(home);
  } finally {
    removeHome(home);
  }
}

async function inHomeAsync<T>(act: (home: string) => Promise<T>): Promise<T> {
  const home = newHome();
  try {
    return await act(home);
  } finally {
    removeHome(home);
  }
}

function newHome(): string {
  // What earlier rounds left to be written is not this round's.
  spawnSync('sync');
  return mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
}

function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true });
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
