/**
 * A program for the hostile campaign: does one slice of it in a process of its own, and prints its figures as
 * JSON.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { type ApiClient, paginate } from '../../../electron/api/index.ts';
import { terminalLine } from '../../../electron/cli/terminal-text.ts';
import type { MergeJob } from '../../../electron/deliveries/pdf/merge.ts';
import { runWorkerJob } from '../../../electron/deliveries/run-worker-job.ts';
import { realDisk } from '../../../electron/downloads/files/disk.ts';
import { createBandwidth } from '../../../electron/downloads/transfer/bandwidth-limit.ts';
import { type FetchContext, fetchDocument } from '../../../electron/downloads/transfer/fetch-file.ts';
import { createStallWatch } from '../../../electron/downloads/transfer/stall-watch.ts';
import { csvRow } from '../../../electron/exports/csv.ts';
import { quietHeaders } from '../../../electron/network/network.ts';
import { createHttpClient, startWorker, systemClock } from '../../../electron/platform/terminal/index.ts';
import { previewHandlers } from '../../../electron/preview/index.ts';
import { type CallName, calls } from '../../../shared/contract.ts';
import { AppError, isAppError, toErrorData } from '../../../shared/errors.ts';
import { isLikeFormula } from '../../../shared/spreadsheet-text.ts';
import { clientOver, plantedKey, someRut } from '../agency/client.ts';
import { temporaryStore } from '../database/store.ts';
import { hostileFoldersIn, hostileOrder, openHostileApp } from './hostile-app.ts';
import { type HostileBody, hostileBody } from './hostile-bodies.ts';
import { type HostileFigures, noFigures, tell, watchFreezes } from './hostile-figures.ts';
import { ceiling, hostileFile, plantedSignature } from './hostile-files.ts';
import { hostileName, wrongPaths } from './hostile-names.ts';

/** One slice: so many tries from a number on, of a part, with a seed. */
export interface HostileSlice {
  part: 'bodies' | 'papers' | 'names' | 'calls';
  seed: number;
  from: number;
  count: number;
  /** Where hostile answers and files are served. */
  baseUrl: string;
  /** An empty folder of its own. */
  folder: string;
}

const secrets = { key: plantedKey, signature: plantedSignature };
function note(figures: HostileFigures, where: string, texts: unknown): void {
  const text = JSON.stringify(texts) ?? '';
  for (const [name, secret] of Object.entries(secrets))
    if (text.includes(secret)) figures.found.push(`${name} in ${where}`);
}

// --- Bodies of the service

interface Came {
  rows: readonly unknown[];
  error?: AppError | undefined;
}

interface Way {
  ask(api: ApiClient): Promise<Came>;
  /** Whether items with one identifier are one row, as in a list that comes in pages. */
  isByIdentifier: boolean;
}

const range = { kind: 'files', rut: someRut, start: '2026-01-01', end: '2026-12-31', type: 'T' } as const;
const ways: readonly Way[] = [
  { isByIdentifier: true, ask: (api) => readAllPages(api, range) },
  {
    isByIdentifier: true,
    ask: (api) => readAllPages(api, { kind: 'dispatch', rut: someRut, dispatch: '77' }),
  },
  {
    isByIdentifier: false,
    async ask(api) {
      let incompleteReason: AppError | undefined;
      const rows = await api.documentTypes({
        onIncomplete: (cause) => {
          incompleteReason = cause;
        },
      });
      return { rows, error: incompleteReason };
    },
  },
  {
    isByIdentifier: false,
    async ask(api) {
      const { disbursements: rows, incompleteReason: error } = await api.disbursements({
        dispatch: '77',
        rut: someRut,
      });
      return { rows, error };
    },
  },
];

async function readAllPages(api: ApiClient, query: Parameters<typeof paginate>[1]): Promise<Came> {
  const rows: unknown[] = [];
  try {
    for await (const { documents } of paginate(api, query)) rows.push(...documents);
    return { rows };
  } catch (error) {
    if (error instanceof AppError) return { rows, error };
    throw error;
  }
}

async function bodies({ seed, from, count, baseUrl }: HostileSlice, figures: HostileFigures): Promise<void> {
  const { httpGet, close } = createHttpClient();
  const quiet = quietHeaders(httpGet, [plantedKey]);
  for (let number = from; number < from + count; number++) {
    const body = hostileBody(seed, number, secrets);
    const way = ways[number % ways.length];
    if (!way) continue;
    const client = clientOver(quiet, { baseUrl, agency: String(number) });
    const came = await way.ask(client).catch((error: unknown): Came => {
      if (error instanceof AppError) return { rows: [], error };
      throw error;
    });
    figures.tries++;
    if (came.error) tell(figures, came.error.code);
    const where = `answer ${number}, ${body.name}`;
    note(figures, where, [came.rows, came.error && toErrorData(came.error), client.attempts]);
    const wrong = wrongWith(came, body, way);
    if (wrong !== undefined) figures.silent.push(`${where}: ${wrong}`);
  }
  close();
}

function wrongWith({ rows, error }: Came, body: HostileBody, way: Way): string | undefined {
  const code = error?.code ?? 'no error';
  if (code === 'UNEXPECTED') return `UNEXPECTED ${error?.message}`;
  switch (body.expected) {
    case 'error':
    case 'warned':
      return error && rows.length === 0 ? undefined : `${rows.length} rows and ${code}`;
    case 'rows':
      return !error && rows.length === body.rows
        ? undefined
        : `${rows.length} of ${body.rows} rows and ${code}`;
    case 'incomplete':
      return code === 'WALK_INCOMPLETE' && rows.length === body.rows
        ? undefined
        : `${rows.length} rows and ${code}`;
    case 'as-parsed':
      return error || rows.length === rowsIn(Buffer.concat([...body.chunks()]), way)
        ? undefined
        : `${rows.length} rows`;
  }
}

/** How many rows the items in the lists of a body make; undefined where it is no JSON. */
function rowsIn(bytes: Buffer, { isByIdentifier }: Way): number | undefined {
  for (const encoding of ['utf8', 'latin1'] as const) {
    try {
      const body: unknown = JSON.parse(bytes.toString(encoding));
      const lists = Object.values(typeof body === 'object' && body !== null ? body : {}).filter(
        Array.isArray,
      );
      const items = lists.flat();
      if (!isByIdentifier) return items.length;
      return new Set(items.map((item: unknown) => JSON.stringify(Reflect.get(Object(item), 'id')))).size;
    } catch {
      // Not in this encoding.
    }
  }
  return undefined;
}

// --- Files

const texts: MergeJob['texts'] = {
  title: 'Carpeta',
  index: 'Índice',
  facts: [],
  headings: ['', '', '', '', '', ''],
  attached: '',
  reasons: {
    encrypted: '',
    protected: '',
    damaged: '',
    'not-a-pdf': '',
    'rare-image': '',
    form: '',
    'too-large': '',
    'too-heavy': '',
    gone: '',
    locked: '',
  },
  notHere: '',
  signed: '',
  recognized: '',
  unlayered: '',
  notes: [],
};
const inOneFile = 25;

async function files(slice: HostileSlice, figures: HostileFigures): Promise<void> {
  const { httpGet, close } = createHttpClient();
  const means: FetchContext = {
    httpGet: quietHeaders(httpGet, []),
    disk: realDisk,
    bandwidth: createBandwidth(() => 0, systemClock),
    stalls: createStallWatch(systemClock, 30_000),
    largest: () => ceiling,
  };
  let here: string[] = [];
  for (let number = slice.from; number < slice.from + slice.count; number++) {
    const path = await fetched(slice, number, means, figures);
    if (path !== undefined) {
      await shown(path, number, figures);
      here.push(path);
    }
    const isLast = number === slice.from + slice.count - 1;
    if (here.length < inOneFile && !isLast) continue;
    await mergedAll(here, join(slice.folder, `entrega-${number}.pdf`), figures);
    here = [];
  }
  close();
}

/** The path of a file that came whole. */
async function fetched(
  { seed, baseUrl, folder }: HostileSlice,
  number: number,
  means: FetchContext,
  figures: HostileFigures,
): Promise<string | undefined> {
  const file = hostileFile(seed, number);
  const where = `paper ${number}, ${file.name}`;
  const partPath = join(folder, `${number}.part`);
  const path = join(folder, `${number}.pdf`);
  figures.tries++;
  const job = {
    url: `${baseUrl}/papers/${number}?X-Goog-Signature=${plantedSignature}`,
    partPath,
    onBegun: async (begun: unknown) => note(figures, where, begun),
    onResponse: () => undefined,
    onProgress: () => undefined,
  };
  try {
    let sent: string | undefined;
    const httpGet: FetchContext['httpGet'] = async (url, options) => {
      const response = await means.httpGet(url, options);
      sent = response.headers['x-sent-sha256'];
      return response;
    };
    const got = await fetchDocument({ ...means, httpGet }, job, new AbortController().signal);
    if (got.kind !== 'whole') throw new Error('nothing was there before');
    note(figures, where, [got.head, got.digests]);
    if (got.content.kind === 'memory') writeFileSync(path, Buffer.concat(got.content.chunks));
    else {
      await got.content.file.close();
      await rename(partPath, path);
    }
    if (file.expected === 'error') figures.silent.push(`${where}: taken for a paper`);
    else if (createHash('sha256').update(readFileSync(path)).digest('hex') !== sent)
      figures.silent.push(`${where}: other bytes than were sent`);
    return path;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(figures, error.code);
    note(figures, where, toErrorData(error));
    if (file.expected === 'whole') figures.silent.push(`${where}: ${error.code}`);
    return undefined;
  }
}

/** Has a file made ready for the page's viewer. */
async function shown(path: string, number: number, figures: HostileFigures): Promise<void> {
  const read = previewHandlers(
    async () => path,
    () => Promise.reject(new Error('the paper is here')),
    startWorker,
  )['file.read'];
  try {
    tell(figures, `shown: ${(await read({ connectionId: 'agency', id: String(number) })).kind}`);
  } catch (error) {
    if (isAppError(error, 'PAPER_TOO_HEAVY')) tell(figures, `shown: ${error.code}`);
    else figures.silent.push(`paper ${number} is not shown: ${String(error)}`);
  }
}

async function mergedAll(paths: readonly string[], target: string, figures: HostileFigures): Promise<void> {
  const all = paths.map((path) => {
    const [documentId, bookmark, type, folio, date] = [path, 'a', 'a', '', ''];
    return { documentId, path, bookmark, type, folio, date };
  });
  const [language, madeAt] = ['es-CL' as const, '2026-11-20T12:00:00.000Z'];
  const job: MergeJob = { target, documents: all, notHere: [], texts, language, madeAt };
  try {
    const { merged, attached } = await runWorkerJob(startWorker, { kind: 'merge', job });
    for (const { reason } of attached) tell(figures, `beside: ${reason}`);
    const accounted = new Set([...merged, ...attached].map(({ documentId }) => documentId));
    for (const path of paths)
      if (!accounted.has(path)) figures.silent.push(`${path} is neither merged nor beside`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(figures, error.code);
    if (error.code === 'UNEXPECTED') figures.silent.push(`${target}: ${error.message}`);
  }
}

// --- Names

const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

async function names({ seed, from, count }: HostileSlice, figures: HostileFigures): Promise<void> {
  const { store, remove } = await temporaryStore();
  figures.silent.push(...(await wrongPaths(store, count, seed + from).finally(remove)));
  for (const name of fc.sample(hostileName, { numRuns: count, seed: seed + from })) {
    figures.tries++;
    if (steering.test(terminalLine(name))) figures.silent.push(`${JSON.stringify(name)} steers a terminal`);
    for (const separator of [';', ','] as const) {
      const [cell = ''] = csvRow([{ kind: 'text', text: name }], separator).split(/[;,\r\n]/u, 1);
      if (isLikeFormula(cell.replace(/^"/, ''))) figures.silent.push(`${JSON.stringify(name)} is a formula`);
    }
  }
}

// --- Calls of the page

async function callsOf({ seed, from, count, folder }: HostileSlice, figures: HostileFigures): Promise<void> {
  const all = hostileOrder(Object.keys(calls) as CallName[]);
  const folders = hostileFoldersIn(folder);
  const fixture = await openHostileApp(folders);
  const runs = Math.ceil(count / all.length);
  const crash = (error: unknown) => void figures.silent.push(`would have crashed main: ${String(error)}`);
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
  for (const name of all) {
    try {
      for (const [code, times] of Object.entries(await fixture.tryOut(name, { runs, seed: seed + from }))) {
        figures.tries += times;
        if (code !== 'ok') figures.counts[code] = (figures.counts[code] ?? 0) + times;
      }
    } catch (error) {
      figures.silent.push(`${name}: ${String(error)}`);
    }
  }
  await fixture.close();
}

/**
 * Largest resident memory of this program. Linux counts that of whoever started it into `maxRSS` (proc(5),
 * VmHWM is of this program alone).
 */
function peakBytes(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'latin1') : '';
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kibibytes) * 1_024;
}

const campaigns = { bodies, papers: files, names, calls: callsOf } as const;
const sliceOption = process.env['HOSTILE_SLICE'];
if (sliceOption !== undefined) {
  const slice: HostileSlice = JSON.parse(sliceOption);
  const figures = noFigures();
  const watch = watchFreezes();
  await campaigns[slice.part](slice, figures);
  watch.stop();
  figures.maxFreezeMs = watch.maxMs();
  figures.peakBytes = peakBytes();
  process.stdout.write(JSON.stringify(figures));
}
