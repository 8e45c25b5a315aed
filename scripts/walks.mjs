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
import { createDispatch } from '../electron/ipc/router.ts';
import { createTerminalHost } from '../electron/platform/terminal/index.ts';
import { startPracticeAgency } from '../electron/practice/index.ts';
import { root } from './project.mjs';
import { say } from './run.mjs';

/** What the call is let through with, as a page of ours sends it. */
const origin = 'app://carpeta';
const page = { topFrame: true, url: `${origin}/index.html` };
/** The loading of code, and what measures, are no part of the way. */
const isOfTheWay = /** @param {string} path */ (path) => /^(electron|shared)\//.test(path);

const home = mkdtempSync(join(tmpdir(), 'carpeta-walk-'));
try {
  const walked = await walkOfOneDocument(home);
  const modules = Map.groupBy(walked.keys(), (path) => path.split('/').slice(0, -1).join('/'));
  for (const [module, paths] of [...modules].sort()) {
    say(`${module}: ${paths.length}`);
    for (const path of paths.sort())
      say(`  ${path.slice(module.length + 1)}  ${walked.get(path)?.join(', ')}`);
  }
  say(`${walked.size} files of main's thread between the call and the verdict of one document`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/**
 * Has one document downloaded by a fresh app that must ask for its link; gives each file in which a function
 * ran from the call on until the batch had ended, with the names of those functions.
 * @param {string} home
 */
async function walkOfOneDocument(home) {
  const document = await findDocument(home);
  const host = createTerminalHost({ CARPETA_HOME: home });
  const app = await createApp(host, { startPractice: startElsewhere });
  // What the app does at its start, whatever is asked of it, is no part of the way: its last step looks for
  // news.
  await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the app has not come to the end of its start')), 60_000);
    app.on('saved.changed', () => {
      clearTimeout(late);
      resolve(undefined);
    });
  });
  const dispatch = createDispatch({ handlers: app.handlers, origin });
  // Started before, as it is where somebody practises.
  await app.connections.find(practiceId);
  await app.getApiClient(practiceId, {});
  const ended = Promise.withResolvers();
  const off = app.on('downloads.progress', ({ batches }) => {
    if (batches[0]?.state.kind !== 'running') ended.resolve(batches[0]);
  });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const answer = await dispatch(page, 'downloads.start', {
    selection: { kind: 'some', documents: [document] },
    folder: join(home, 'Carpetas'),
    withInactive: false,
    force: false,
  });
  if (!answer.ok) throw new Error(`the call was refused: ${JSON.stringify(answer.error)}`);
  const batch = await ended.promise;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  off();
  await app.close();
  host.close();
  if (batch.counts.done !== 1) throw new Error(`the document did not come: ${JSON.stringify(batch)}`);
  return filesOf(result);
}

/**
 * Starts the agency in another thread: what it runs, also of what main has for both, is no part of the way.
 */
async function startElsewhere() {
  const thread = new Worker(new URL('./practice-thread.mjs', import.meta.url));
  const [told] = await once(thread, 'message');
  return { ...told, close: async () => void (await thread.terminate()) };
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
 * Asks for the dispatch of the first document that has a document; the links that come along end with the app
 * that asked.
 * @param {string} home
 */
async function findDocument(home) {
  const host = createTerminalHost({ CARPETA_HOME: home });
  /** @type {import('../electron/practice/index.ts').PracticeAgency | undefined} */
  let agency;
  const app = await createApp(host, {
    async startPractice() {
      const practice = await startPracticeAgency();
      agency = /** @type {import('../electron/practice/index.ts').PracticeAgency & typeof practice} */ (
        practice
      );
      return practice;
    },
  });
  await app.connections.find(practiceId);
  await app.getApiClient(practiceId, {});
  const found = [...(agency?.data.documents() ?? [])].find(
    ({ dispatch, file: document }) => dispatch && document,
  );
  if (!found?.dispatch) throw new Error('the practice agency has no paper');
  const ended = Promise.withResolvers();
  const off = app.on('sweep.progress', ({ state }) => state !== 'running' && ended.resolve(undefined));
  await app.handlers['search.start']({
    kind: 'dispatches',
    connectionIds: [practiceId],
    dispatches: [{ number: found.dispatch.number, ruts: [found.client.rut] }],
  });
  await ended.promise;
  off();
  await app.close();
  host.close();
  return { connectionId: practiceId, id: found.id };
}
