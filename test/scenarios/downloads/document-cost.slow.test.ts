import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { terminalOptions } from '../../../scripts/terminal-options.mjs';
import { startOtherAgency } from '../../bench/support/other-agency.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const counter = join(root, 'test/support/process/count-work.mjs');
/** With signs, so that each writing of it differs. */
const key = 'Zq4+/y=T&%x9~planted-key-of-39-letters-';
const [few, many] = [60, 300] as const;

type Counts = Readonly<Record<string, number>>;

/**
 * Downloads so many documents by the terminal, and gives what was counted; `tracer` is what the terminal is
 * started by.
 */
async function download(
  documents: number,
  hasExpiredLinks: boolean,
  tracer: (home: string) => string[] = () => [],
) {
  const home = temporaryFolder('cost');
  const options = { key, documents, bytes: 4_096, documentsPerDispatch: 12, hasExpiredLinks };
  const agency = await startOtherAgency(options);
  try {
    const counts = join(home, 'counts');
    const where = ['--base-url', agency.baseUrl, '--agency', agency.agency, '--rut', '96.591.760-8'];
    const range = ['--from', '2026-08-01', '--to', '2026-11-20', '--all-types', '--json'];
    const cli = [
      join(root, 'electron/cli.ts'),
      'download',
      ...where,
      ...range,
      '--into',
      join(home, 'papers'),
    ];
    const env = { CARPETA_HOME: join(home, 'data'), CARPETA_API_KEY: key, CARPETA_COUNTS: counts };
    const node = [process.execPath, ...terminalOptions, '--import', pathToFileURL(counter).href, ...cli];
    const [program = '', ...words] = [...tracer(home), ...node];
    const { stdout } = await promisify(execFile)(program, words, {
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 26,
    });
    expect(stdout).toContain(`"done":${documents}`);
    return { home, counts: JSON.parse(readFileSync(counts, 'utf8')) as Counts };
  } finally {
    agency.close();
  }
}

/**
 * The least that so many documents cost in two downloads: on a machine that is busy, the index is written
 * more often meanwhile.
 */
async function leastOf(documents: number, hasExpiredLinks: boolean): Promise<Counts> {
  const [one, other] = [
    await download(documents, hasExpiredLinks),
    await download(documents, hasExpiredLinks),
  ];
  const min = ([name, count]: [string, number]) => [name, Math.min(count, other.counts[name] ?? count)];
  return Object.fromEntries(Object.entries(one.counts).map(min));
}

/** What one document more costs: whatever the start and the end cost is left out. */
async function costOfDocument(hasExpiredLinks: boolean): Promise<Counts> {
  const [small, large] = [await leastOf(few, hasExpiredLinks), await leastOf(many, hasExpiredLinks)];
  const cost = (name: string) => ((large[name] ?? 0) - (small[name] ?? 0)) / (many - few);
  return Object.fromEntries(Object.keys(large).map((name) => [name, cost(name)]));
}

// Ten percent above what a document has cost at the best; what costs less is written down here.
const limits: Readonly<Record<string, Counts>> = {
  'a paper': {
    patternsMade: 0.1,
    lettersRead: 11_600,
    statements: 28.4,
    fileCalls: 14,
    functionCalls: 1_900,
  },
  'a paper whose link has expired': {
    patternsMade: 0.1,
    lettersRead: 13_700,
    statements: 28.8,
    fileCalls: 14.2,
    functionCalls: 2_850,
  },
};

describe.each([
  ['a paper', false],
  ['a paper whose link has expired', true],
])('%s, on its way from a list of the service to its place', (name, hasExpiredLinks) => {
  let cost: Counts = {};
  beforeAll(async () => {
    cost = await costOfDocument(hasExpiredLinks);
    console.log(`${name}: ${JSON.stringify(cost)}`);
  }, 120_000);

  it.each(Object.entries(limits[name] ?? {}))('costs no more %s than %d', (what, max) => {
    expect(cost[what]).toBeLessThanOrEqual(max);
  });
});

const traced =
  'openat,fdatasync,fsync,rename,link,linkat,unlink,lstat,stat,newfstatat,statx,ftruncate,fchmod';
const hasStrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

it.skipIf(!hasStrace)(
  `costs a paper no more than 12 system calls for its file${hasStrace ? '' : ' (skipped: no strace that may trace)'}`,
  async () => {
    const calls = async (documents: number) => {
      const tracer = (home: string) => [
        'strace',
        '-f',
        '-c',
        '-o',
        join(home, 'strace'),
        '-e',
        `trace=${traced}`,
      ];
      const { home } = await download(documents, false, tracer);
      const total = /^100\.00\s+\S+\s+\d+\s+(\d+)/m.exec(readFileSync(join(home, 'strace'), 'utf8'))?.[1];
      return Number(total);
    };
    const [small, large] = [await calls(few), await calls(many)];
    const each = (large - small) / (many - few);
    console.log(`system calls for the file of a paper: ${each.toFixed(2)}`);
    expect(each).toBeLessThanOrEqual(12);
  },
  120_000,
);
