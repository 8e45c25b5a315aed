import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as buildWithVite } from 'vite';
import { build } from '../../../scripts/build.mjs';
import { terminalOptions } from '../../../scripts/terminal-options.mjs';
import { ask } from '../../support/app/bridge.ts';
import { openBenchApp, storeSavedSearch } from './bench-app.ts';
import { type Spent, spentBy } from './program-cost.ts';
import { medianOf, type Row } from './whole-rows.ts';

const root = join(import.meta.dirname, '../../..');
const cli = join(root, 'electron/cli.ts');

/**
 * Commands whose time is that of their start: help, which opens nothing, and the practice agency's clients,
 * for whom the store is opened.
 */
const terminalCommands = [['--help'], ['clients', '--practice']] as const;

/** The start of a command beside that of Node with nothing to do; what it compiles once is there by then. */
async function terminalStart(words: readonly string[], rounds: number): Promise<Row> {
  const [mine, bare]: [Spent[], Spent[]] = [[], []];
  const start = (home: string) =>
    spentBy([process.execPath, ...terminalOptions, cli, ...words], { env: { CARPETA_HOME: home } });
  await withHome(start);
  for (let round = 0; round < rounds; round++) {
    await withHome(async (home) => {
      bare.push(await spentBy([process.execPath, '--eval', '']));
      mine.push(await start(home));
    });
  }
  const scene = `start: ${words.join(' ')}`;
  return { scene, program: 'Carpeta', spent: medianOf(mine), bare: medianOf(bare), hasBar: false };
}

/** What a person waits for when the main window opens. */
const firstSights = {
  'the box to search in': 'search',
  'the day of Inicio': 'main section[data-part="money"]',
} as const;
const storedDocuments = 100_000;

/** Starts of the terminal, each beside a Node with nothing to do. */
export async function terminalStarts(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const words of terminalCommands) rows.push(await terminalStart(words, rounds));
  return rows;
}

/** Starts of the main window over many stored documents, each beside an empty page in the same host. */
export async function windowStarts(rounds: number): Promise<Row[]> {
  await build('page');
  return withHome(async (home) => {
    const emptyPage = join(home, 'empty');
    await buildWithVite({
      configFile: false,
      logLevel: 'error',
      base: './',
      root: join(root, 'test/bench/empty-page'),
      build: { outDir: emptyPage, emptyOutDir: true },
    });
    const data = join(home, 'data');
    await storeDocuments(data);
    const rows: Row[] = [];
    for (const [what, selector] of Object.entries(firstSights)) {
      const [mine, bare]: [Spent[], Spent[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        bare.push(await windowStart(join(home, 'no-data'), emptyPage, 'h1'));
        mine.push(await windowStart(data, join(root, 'dist/page'), selector));
      }
      const scene = `start: main window, ${what}`;
      rows.push({ scene, program: 'Carpeta', spent: medianOf(mine), bare: medianOf(bare), hasBar: false });
    }
    return rows;
  });
}

async function storeDocuments(data: string): Promise<void> {
  const { page, close } = await openBenchApp(data, join(root, 'dist/page'));
  const connection = await ask(page, 'connections.practice', { office: 'agency' });
  await close();
  await storeSavedSearch(data, connection.id, 'Todo el año', storedDocuments);
}

/** The time until `selector` is drawn, and the processors' and the memory until the window has closed. */
async function windowStart(data: string, pageFolder: string, selector: string): Promise<Spent> {
  const program = join(import.meta.dirname, 'measured-launch.ts');
  const { output, ...spent } = await spentBy([process.execPath, program, data, pageFolder, selector]);
  return { ...spent, seconds: Number(output) / 1000 };
}

/** Runs with a new folder, which is removed afterwards. */
export async function withHome<T>(use: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-bench-'));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
