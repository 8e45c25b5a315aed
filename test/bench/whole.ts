import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { terminalOptions } from '../../scripts/terminal-options.mjs';
import type { Bench } from './run.ts';
import type { BarePlan } from './support/bare-download.ts';
import { writeFigures } from './support/figures.ts';
import { aria2, curl, isInstalled, type Peer } from './support/peers.ts';
import { type Spent, spentBy } from './support/program-cost.ts';
import { isMet, medianOf, type Row, tableOf } from './support/whole-rows.ts';
import type { ServedRequest, ServerPlan } from './support/whole-server.ts';
import { terminalStarts, windowStarts, withHome } from './support/whole-starts.ts';

interface Scene {
  name: string;
  papers: number;
  hasExpiredLinks: boolean;
  /** Lists the documents and fetches none. */
  listsOnly?: boolean;
  /** What is compared beside the bare program. */
  peers: readonly Peer[];
  /** The lengths of keys that are tried at each agency where none is asked for; else the usual one alone. */
  keysOf?: Readonly<Record<string, readonly string[]>>;
}

const agencies = ['practice', 'other'] as const;
const scenes: Readonly<Record<string, Scene>> = {
  small: {
    name: 'documents of 64 KiB',
    papers: 5_000,
    hasExpiredLinks: false,
    peers: [curl, aria2],
    keysOf: { other: ['12', '39', '200'] },
  },
  expired: {
    name: 'documents whose links have expired',
    papers: 2_000,
    hasExpiredLinks: true,
    peers: [],
  },
  search: { name: 'documents listed', papers: 5_000, hasExpiredLinks: false, listsOnly: true, peers: [] },
};
const bytes = 64 * 1024;
/** By their length; the second has signs. */
const keys: Readonly<Record<string, string>> = {
  12: 'k3y0f12chars',
  39: 'Zq4+/y=T&%x9~planted-key-of-39-letters-',
  200: 'h7Wd'.repeat(50),
};
const usualKey = '39';
const support = (name: string) => join(import.meta.dirname, 'support', `${name}.ts`);
const cli = join(import.meta.dirname, '../../electron/cli.ts');

/**
 * The whole way, by the terminal as a person starts it: lists, renews, downloads, writes the index, verifies,
 * beside a bare Node program that does the same, and beside curl and aria2c with the list given, then
 * `sha256sum` twice and `sync`. Starts (of the terminal and of the main window) and a search are measured the
 * same way. `whole [start | scene …] [--rounds 9]
 * [--agency NAME] [--key LENGTH] [--papers N] [--write]`: prints medians of time, processor seconds (with all
 * that was started) and peak memory; `--write` puts them into `docs/figures.md`.
 */
export const bench: Bench = async (options) => {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '9' },
      agency: { type: 'string', multiple: true, default: [...agencies] },
      key: { type: 'string', multiple: true },
      papers: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  for (const { program, debian } of [curl, aria2].filter((peer) => !isInstalled(peer)))
    console.log(`skipped: ${program}, which is not installed (apt-get install ${debian})`);
  const names = positionals.length > 0 ? positionals : ['start', ...Object.keys(scenes)];
  const rows: Row[] = [];
  if (names.includes('start')) {
    rows.push(
      ...(await terminalStarts(Number(values.rounds))),
      ...(await windowStarts(Number(values.rounds))),
    );
  }
  for (const name of names.filter((each) => each !== 'start')) {
    const scene = scenes[name];
    if (!scene) throw new Error(`no scene ${name}`);
    for (const kind of agencies.filter((each) => values.agency.includes(each))) {
      for (const length of values.key ?? scene.keysOf?.[kind] ?? [usualKey]) {
        const trial = {
          ...scene,
          papers: Number(values.papers ?? scene.papers),
          kind,
          key: keys[length] ?? '',
        };
        rows.push(
          ...(await compare(
            trial,
            `${trial.papers} ${scene.name}, ${kind} agency, key of ${length}`,
            Number(values.rounds),
          )),
        );
      }
    }
  }
  const table = tableOf(rows);
  console.log(`\n${table}`);
  if (values.write) writeFigures('npm run bench -- whole', table);
  return rows.every(isMet) ? 0 : 1;
};

interface Trial extends Scene {
  kind: ServerPlan['kind'];
  key: string;
}

type Way = (home: string, asked: ServedRequest) => Promise<Spent & { papers: number }>;

async function compare(trial: Trial, scene: string, rounds: number): Promise<Row[]> {
  const peers = trial.peers
    .filter(isInstalled)
    .map((peer): [string, Way] => [peer.name, peerWay(peer, trial.key)]);
  const carpeta = trial.listsOnly ? searchWay(trial.key) : productRun(trial.key);
  const ways: [string, Way][] = [['bare', bareWay(trial)], ...peers, ['Carpeta', carpeta]];
  const all = new Map(ways.map(([name]): [string, Spent[]] => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    const lines: string[] = [];
    const counts = new Set<number>();
    for (const [name, way] of ways) {
      const { papers: documents, ...spent } = await withHome((home) =>
        withServer(trial, (asked) => way(home, asked)),
      );
      all.get(name)?.push(spent);
      counts.add(documents);
      lines.push(`${name} ${shown(spent)}`);
    }
    if (counts.size !== 1 || counts.has(0)) throw new Error(`they brought ${[...counts].join(', ')} papers`);
    console.log(`${scene}, round ${round}: ${lines.join('; ')}`);
  }
  const bare = medianOf(all.get('bare') ?? []);
  const hasBar = !trial.listsOnly;
  return [...all].map(([program, spent]) => ({ scene, program, spent: medianOf(spent), bare, hasBar }));
}

const productRun =
  (key: string): Way =>
  async (home, { baseUrl, agency, rut, from, to }) => {
    const env = { CARPETA_HOME: join(home, 'data'), CARPETA_API_KEY: key };
    const run = (...words: string[]) =>
      spentBy([process.execPath, ...terminalOptions, cli, ...words], { env });
    const folder = join(home, 'papers');
    const where = ['--base-url', baseUrl, '--agency', agency, '--rut', rut, '--from', from, '--to', to];
    const fetched = await run('download', ...where, '--all-types', '--into', folder, '--json');
    const verified = await run('verify', folder, '--json');
    const documents = readdirSync(folder, { recursive: true }).filter((name) =>
      String(name).endsWith('.pdf'),
    ).length;
    return { ...sum(fetched, verified), papers: documents };
  };

const searchWay =
  (key: string): Way =>
  async (home, { baseUrl, agency, rut, from, to }) => {
    const env = { CARPETA_HOME: join(home, 'data'), CARPETA_API_KEY: key };
    const where = ['--base-url', baseUrl, '--agency', agency, '--rut', rut, '--from', from, '--to', to];
    const { output, ...spent } = await spentBy(
      [process.execPath, ...terminalOptions, cli, 'files', ...where, '--all-types', '--json'],
      { env },
    );
    return { ...spent, papers: output.match(/"event":"document"/g)?.length ?? 0 };
  };

function barePlan({ baseUrl, agency, rut, from, to }: ServedRequest, folder: string): BarePlan {
  return { service: `${baseUrl}/${agency}/v1`, rut, from, to, folder };
}

const bareWay =
  ({ key, listsOnly = false }: Trial): Way =>
  async (home, asked) => {
    const plan = JSON.stringify({
      ...barePlan(asked, join(home, 'papers')),
      ...(listsOnly && { listsOnly: 'count' }),
    });
    const spent = await spentBy([process.execPath, support('bare-download'), plan], {
      env: { BARE_KEY: key },
    });
    return { ...spent, papers: Number(spent.output) };
  };

/** The list is given, the hashes are made and looked at again as Carpeta and the bare program do. */
const peerWay =
  (peer: Peer, key: string): Way =>
  async (home, asked) => {
    const folder = join(home, 'papers');
    mkdirSync(folder);
    const plan = JSON.stringify({ ...barePlan(asked, folder), listsOnly: 'addresses' });
    const { output } = await spentBy([process.execPath, support('bare-download'), plan], {
      env: { BARE_KEY: key },
    });
    const addresses = output.trim().split('\n');
    const list = join(home, 'list');
    writeFileSync(list, peer.list(addresses, folder));
    const hash =
      'sync; find . -type f -print0 | xargs -0 sha256sum > ../sums; sha256sum --quiet --check ../sums';
    const fetched = await spentBy([peer.program, ...peer.options(list, folder, 16)]);
    const hashed = await spentBy(['sh', '-c', hash], { cwd: folder });
    return { ...sum(fetched, hashed), papers: readdirSync(folder).length };
  };

async function withServer<T>(
  { kind, key, papers: documents, hasExpiredLinks }: Trial,
  use: (asked: ServedRequest) => Promise<T>,
) {
  const plan: ServerPlan = { kind, key, documents, bytes, hasExpiredLinks };
  const server: ChildProcess = spawn(process.execPath, [support('whole-server'), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    if (!server.stdout) throw new Error('the agency says nothing');
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    return await use(JSON.parse(line) as ServedRequest);
  } finally {
    server.kill();
  }
}

function sum(one: Spent, other: Spent): Spent {
  return {
    seconds: one.seconds + other.seconds,
    processor: one.processor + other.processor,
    peak: Math.max(one.peak, other.peak),
  };
}

const shown = ({ seconds, processor }: Spent) =>
  `${seconds.toFixed(2)} s, processor ${processor.toFixed(2)} s`;
