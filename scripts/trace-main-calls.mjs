// @ts-check
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createApp } from '../electron/app.ts';
import { practiceId } from '../electron/connections/index.ts';
import { createCallGate } from '../electron/ipc/call-gate.ts';
import { createTerminalHost } from '../electron/platform/terminal/index.ts';
import { root } from './project.mjs';
import { say } from './run.mjs';

/** What the call is let through with, as a page of ours sends it. */
const origin = 'app://carpeta';
const page = { topFrame: true, url: `${origin}/index.html` };
/** The loading of code, and what measures, are no part of the way. */
const isOfTheWay = /** @param {string} path */ (path) => /^(electron|shared)\//.test(path);

/**
 * @typedef {{
 *   app: Awaited<ReturnType<typeof createApp>>,
 *   call(name: string, input: unknown): Promise<any>,
 *   home: string,
 *   agency: { baseUrl: string, agency: string, key: string, clients: { rut: string }[] },
 *   document: { connectionId: string, id: string },
 * }} Office
 */

/** What is begun before a walk, and the walk, which ends when the answer is there. */
const walks = {
  'a text, from typing to its plan': async (/** @type {Office} */ { call }) => {
    const text = 'despachos 410931, 410932 y facturas de octubre';
    return () => call('search.parse', { text, connectionIds: [practiceId] });
  },
  'a query, from the form to its rows': async (/** @type {Office} */ office) => () => listed(office),
  'a document, from the call to its verdict': async (/** @type {Office} */ office) => {
    const { document } = office;
    const ended = Promise.withResolvers();
    office.app.on('downloads.progress', ({ batches }) => {
      if (batches[0]?.state.kind !== 'running') ended.resolve(batches[0]);
    });
    return async () => {
      await office.call('downloads.start', {
        selection: { kind: 'some', documents: [document] },
        folder: join(office.home, 'Carpetas'),
        withInactive: false,
        force: false,
      });
      const batch = await ended.promise;
      if (batch.counts.done !== 1) throw new Error(`the document did not come: ${JSON.stringify(batch)}`);
    };
  },
  'a key, from the form to its first answer': async (/** @type {Office} */ { call, agency }) => {
    const { baseUrl, key } = agency;
    return () => call('connections.try', { baseUrl, agency: agency.agency, key });
  },
};

let total = 0;
for (const [name, prepare] of Object.entries(walks)) {
  const home = mkdtempSync(join(tmpdir(), 'carpeta-walk-'));
  try {
    const walked = await coverageOf(home, prepare);
    tell(walked);
    say(`${name}: ${walked.size} files of main's thread`);
    total += walked.size;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
say(`${total} files in all`);

/** @param {Map<string, string[]>} walked */
function tell(walked) {
  const modules = Map.groupBy(walked.keys(), (path) => path.split('/').slice(0, -1).join('/'));
  for (const [module, paths] of [...modules].sort()) {
    say(`${module}: ${paths.length}`);
    for (const path of paths.sort())
      say(`  ${path.slice(module.length + 1)}  ${walked.get(path)?.join(', ')}`);
  }
}

/**
 * Walks one way in a fresh app; gives each file in which a function ran between its begin and its end, with
 * the names of those functions.
 * @param {string} home
 * @param {(office: Office) => Promise<() => Promise<unknown>>} prepare
 */
async function coverageOf(home, prepare) {
  // Listed by an app before: the links that come along end with it.
  const before = await openOffice(home);
  const { rows } = await listed(before);
  await before.close();
  const [{ connectionId, id }] = rows.filter(
    (/** @type {{ file: string }} */ { file }) => file === 'available',
  );
  const document = { connectionId, id };
  const office = await openOffice(home);
  const way = await prepare({ ...office, document });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await way();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  await office.close();
  return filesOf(result);
}
/**
 * Starts the agency in another thread: what it runs, also of what main has for both, is no part of the way.
 */
async function startElsewhere() {
  const thread = new Worker(new URL('./practice-thread.mjs', import.meta.url));
  const [message] = await once(thread, 'message');
  return { ...message, close: async () => void (await thread.terminate()) };
}

/** @param {import('node:inspector').Profiler.ScriptCoverage[]} scripts */
function filesOf(scripts) {
  const base = pathToFileURL(`${root}/`).href;
  /** @type {Map<string, string[]>} */
  const walked = new Map();
  for (const { url, functions } of scripts) {
    if (!url.startsWith(base)) continue;
    const path = fileURLToPath(url)
      .slice(root.length + 1)
      .replaceAll('\\', '/');
    const names = functions
      // The first has no name and is the file itself, as it is loaded.
      .filter(({ functionName, ranges }) => (ranges[0]?.count ?? 0) > 0 && functionName !== '')
      .map(({ functionName }) => functionName);
    if (names.length > 0 && isOfTheWay(path)) walked.set(path, [...new Set(names)]);
  }
  return walked;
}

/**
 * An app over a folder of its own, once it has come to the end of its start: what it does there, whatever is
 * asked of it, is no part of a way. The practice agency has been started, as it is where somebody practises.
 * @param {string} home
 */
async function openOffice(home) {
  /** @type {any} */
  let agency;
  const host = createTerminalHost({ CARPETA_HOME: home });
  const app = await createApp(host, { startPractice: async () => (agency = await startElsewhere()) });
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the app has not come to the end of its start')), 60_000);
    // The last step of the start looks for news.
    app.on('saved.changed', () => {
      clearTimeout(late);
      resolve(undefined);
    });
  });
  await app.connections.find(practiceId);
  await app.getApiClient(practiceId, {});
  const dispatch = createCallGate({ handlers: app.handlers, origin });
  return {
    app,
    home,
    agency,
    async call(/** @type {string} */ name, /** @type {unknown} */ input) {
      const answer = await dispatch(page, name, input);
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
      return /** @type {any} */ (answer.value);
    },
    async close() {
      await app.close();
      host.close();
    },
  };
}

/**
 * Asks for the dispatches of one client; gives the first rows of their documents once all is answered.
 * @param {Pick<Office, 'app' | 'call' | 'agency'>} office
 */
async function listed({ app, call, agency }) {
  const ended = Promise.withResolvers();
  const off = app.on('search.progress', ({ state }) => state !== 'running' && ended.resolve(undefined));
  const { resultSetId } = await call('search.start', {
    kind: 'range',
    connectionIds: [practiceId],
    ruts: [agency.clients[0]?.rut],
    range: { kind: 'last-days', days: 60 },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  });
  await ended.promise;
  off();
  return call('rows.page', {
    resultSetId,
    list: 'documents',
    offset: 0,
    limit: 100,
    sort: [],
    filter: '',
    group: 'none',
  });
}
