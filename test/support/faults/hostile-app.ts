import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { type App, createApp } from '../../../electron/app.ts';
import type { RunningPractice } from '../../../electron/connections/index.ts';
import type { Desktop } from '../../../electron/host.ts';
import { createCallGate } from '../../../electron/ipc/call-gate.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  eventNames,
} from '../../../shared/contract.ts';
import { AppError, fromErrorData, type Outcome } from '../../../shared/errors.ts';
import {
  type InjectedFaultName,
  namedFaults,
  type PracticeAgency,
  startPractice,
} from '../agency/practice-agency.ts';
import { createFakeClock } from '../app/fake-clock.ts';
import { testHost } from '../app/host.ts';
import { memorySecrets } from '../app/secrets.ts';
import { hostileInput, type KnownWords } from './hostile-values.ts';

const sender = { topFrame: true, url: 'app://carpeta/' };
const draft = { name: 'Agencia propia', agency: 'agencia-practica' };
/** Found in no answer; a key of the length that keys have. */
export const plantedKey = 'AIzaSyD-hostile-planted-key-0123456789';
/** A call that takes longer to answer, in ms, never does: a busy machine is slow. */
const timeoutMs = 120_000;
/** Inputs that are tried at the same time. */
const atOnce = 40;
/** Requests that reach the network for each call; after that there is none. */
const requestsForEach = 60;

/**
 * The real app behind the gate of the page, with data of its own, beside files that it has no business with.
 */
export interface HostileApp {
  app: App;
  /**
   * What a page gets for a call, whatever it sends. Rejects where that is no outcome, none in time, or holds
   * a secret.
   */
  ask(name: CallName, input: unknown): Promise<Outcome<unknown>>;
  /**
   * Tries a call with so many inputs that no page of ours would send. Rejects with the first that something
   * was wrong with.
   */
  tryOut(name: CallName, options: { runs: number; seed: number }): Promise<Counters>;
  close(): Promise<void>;
}

/** These take away what the others need to get anywhere. */
const takingAway: readonly CallName[] = [
  ...(['configuration.load', 'settings.change', 'practice.setFault', 'saved.change'] as const),
  ...(['connections.change', 'downloads.forget', 'deliveries.forget', 'saved.remove'] as const),
  ...(['clients.remove', 'stored.purge', 'connections.remove'] as const),
];

/** Calls in an order in which each finds what it needs. */
export function hostileOrder(names: readonly CallName[]): CallName[] {
  return [...names.filter((name) => !takingAway.includes(name)), ...takingAway];
}

/** Outcomes by code; `ok` for what was done. */
export type Counters = Readonly<Record<string, number>>;

/**
 * Opens it: the practice agency's files found, downloaded and delivered, a key in the keychain, links planted
 * in the chosen folder.
 */
export async function openHostileApp(folders: HostileFolders): Promise<HostileApp> {
  const before = process.cwd();
  // What is written to a path that is not whole lands here and is seen.
  process.chdir(folders.outside);
  const agency = await startPractice({
    documents: 60,
    clients: 2,
    seed: 'hostile',
    today: '2026-11-20',
    key: plantedKey,
  });
  const network = createHttpClient();
  let requests = 0;
  const host = testHost(folders.home, {
    kind: 'electron',
    clock: createFakeClock({ passes: (ms) => ms <= 30_000 }),
    secrets: memorySecrets(),
    desktop: hostileDesktop(folders),
    httpGet: (url, options) => {
      const isOurs = [agency.baseUrl, agency.storageUrl].some((own) => url.startsWith(`${own}/`));
      if (isOurs && requests++ < requestsForEach) return network.httpGet(url, options);
      return Promise.reject(new AppError('NO_NETWORK', 'no network for this test'));
    },
  });
  const app = await createApp(host, { startPractice: async () => runningOf(agency) });
  const dispatch = createCallGate({ handlers: app.pageHandlers, origin: 'app://carpeta' });

  async function ask(name: CallName, input: unknown): Promise<Outcome<unknown>> {
    const late = AbortSignal.timeout(timeoutMs);
    const outcome = await Promise.race([
      dispatch(sender, name, input),
      new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(new Error('no answer')))),
    ]);
    // Whatever cannot be cloned would reject in Electron instead of arriving.
    const text = JSON.stringify(structuredClone(outcome));
    if (text.includes(plantedKey)) throw new Error(`${name} answers with the key`);
    if (!outcome.ok && outcome.error.code === 'UNEXPECTED')
      throw new Error(`${name}: ${outcome.error.message}`);
    return outcome;
  }

  const fixture = { app, ask };
  let sentinels = '';
  let words: KnownWords = {};

  async function tryOut(name: CallName, { runs, seed }: { runs: number; seed: number }): Promise<Counters> {
    const counters: Record<string, number> = {};
    requests = 0;
    async function tryOne(input: unknown): Promise<void> {
      try {
        const outcome = await ask(name, input);
        const code = outcome.ok ? 'ok' : outcome.error.code;
        counters[code] = (counters[code] ?? 0) + 1;
        if (outcome.ok) await stop(fixture, name, outcome.value);
      } catch (cause) {
        throw new Error(`${name} of ${fc.stringify(input).slice(0, 2_000)}, seed ${seed}`, { cause });
      }
    }
    const inputs = fc.sample(hostileInput(calls[name].input, wordsOf(words, name)), { numRuns: runs, seed });
    // A page may ask many things at once, too.
    for (let at = 0; at < inputs.length; at += atOnce) {
      await Promise.all(inputs.slice(at, at + atOnce).map(tryOne));
    }
    agency.faults.clear();
    await ask('downloads.control', { action: 'cancel' });
    if (stateOf(folders) !== sentinels) throw new Error(`${name} reached what is outside the chosen folder`);
    if ('polluted' in {}) throw new Error(`${name} changed what every object has`);
    return counters;
  }

  async function close(): Promise<void> {
    await app.close();
    network.close();
    await agency.close();
    process.chdir(before);
  }

  for (const event of eventNames) app.on(event, (payload) => structuredClone(payload));
  requests = Number.NEGATIVE_INFINITY;
  words = await fill(fixture, agency, folders);
  sentinels = stateOf(folders);
  return { ...fixture, tryOut, close };
}

/** The folders around an app. */
export interface HostileFolders {
  root: string;
  home: string;
  /** What the person chose in a dialog. */
  chosen: string;
  /** Neither chosen nor the app's own. */
  outside: string;
  /** Paths that a hostile page would try. */
  words: readonly string[];
}

/** Makes them, with what must stay as it is. */
export function makeHostileFolders(): HostileFolders {
  const folders = hostileFoldersIn(mkdtempSync(join(tmpdir(), 'carpeta-hostile-')));
  const { home, chosen, outside } = folders;
  mkdirSync(home);
  mkdirSync(chosen);
  mkdirSync(join(outside, 'inner'), { recursive: true });
  writeFileSync(join(outside, 'precious.txt'), 'of somebody else');
  writeFileSync(join(outside, 'inner/indice.csv'), 'of somebody else');
  // Making links needs a privilege on Windows.
  if (process.platform !== 'win32') {
    symlinkSync(outside, join(chosen, 'leads-out'));
    symlinkSync(join(outside, 'precious.txt'), join(chosen, 'indice.csv.part'));
  }
  return folders;
}

/** The same folders, by their root. */
export function hostileFoldersIn(root: string): HostileFolders {
  const at = (name: string) => join(root, name);
  const [home, chosen, outside] = [at('home'), at('chosen'), at('outside')];
  const traversals = [
    `${chosen}/../outside`,
    `${chosen}/leads-out`,
    `${home}/../outside`,
    './inner',
    'inner',
  ];
  return { root, home, chosen, outside, words: [chosen, outside, home, root, ...traversals] };
}

/** Removes all of it. */
export function removeHostileFolders({ root }: HostileFolders): void {
  rmSync(root, { recursive: true, force: true });
}

/** Everything under the root that is neither the app's nor chosen, as one text that changes with it. */
function stateOf({ root, home, chosen }: HostileFolders): string {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => ![home, chosen].includes(join(root, name)))
    .flatMap((entry) => [entry.name, ...(entry.isDirectory() ? namesIn(root, entry.name) : [])])
    .sort()
    .map((path) => `${path} ${markOf(join(root, path))}`)
    .join('\n');
}

function namesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, String(path)));
}

function markOf(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return readlinkSync(path);
  return found.isFile()
    ? createHash('sha256').update(readFileSync(path)).digest('hex')
    : `folder ${found.mtimeMs}`;
}

/** A person who says yes to everything, and a system that opens nothing but files of the chosen folder. */
function hostileDesktop({ chosen, home }: HostileFolders): Partial<Desktop> {
  const saved = join(chosen, 'saved');
  mkdirSync(saved);
  // There is always one to choose: dialogs give no file that is not there.
  writeFileSync(join(saved, '0'), '{}');
  let count = 1;
  const insist = async (path: string) => {
    const isOurs = [chosen, home].some(
      (folder) => resolve(path) === folder || resolve(path).startsWith(folder + sep),
    );
    if (!isOurs) throw new Error(`${path} was to be opened`);
  };
  return {
    chooseFolder: async () => chosen,
    chooseSavePath: async () => join(saved, `${count++ % 200}`),
    chooseFile: async () => join(saved, `${Math.min(count, 200) - 1}`),
    openFile: insist,
    showInFolder: insist,
    printFile: insist,
    startDrag: (paths) => void Promise.all(paths.map(insist)),
  };
}

function runningOf(agency: PracticeAgency): RunningPractice {
  const going = new Map<InjectedFaultName, () => void>();
  const names = Object.keys(namedFaults) as InjectedFaultName[];
  return {
    ...agency,
    faultMenu: {
      names,
      active: () => [...going.keys()],
      set: (name, isOn) => {
        const known = names.find((one) => one === name);
        if (known === undefined) return;
        going.get(known)?.();
        going.delete(known);
        if (isOn) going.set(known, agency.faults.add(namedFaults[known]));
      },
    },
    // It is closed with the app.
    close: async () => undefined,
  };
}

/** Uses the app as a person would, and gives the words that lead to what came of it. */
async function fill(
  { app, ask }: Pick<HostileApp, 'app' | 'ask'>,
  agency: PracticeAgency,
  { chosen, words }: HostileFolders,
): Promise<KnownWords> {
  async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const outcome = (await ask(name, input)) as Outcome<CallOutput<Name>>;
    if (outcome.ok) return outcome.value;
    throw fromErrorData(outcome.error);
  }
  const { id: connectionId } = await call('connections.practice', undefined);
  const own = await call('connections.add', { ...draft, baseUrl: agency.baseUrl, key: plantedKey });
  const folder = (await call('folder.choose', { title: 'Dónde' })) ?? '';
  const ruts = agency.clients.map(({ rut }) => rut);
  await call('clients.save', {
    clients: agency.clients.map((client) => ({ ...client, email: '', folder: '' })),
  });
  const query = {
    kind: 'range' as const,
    connectionIds: [connectionId],
    ruts,
    range: { kind: 'last-days' as const, days: 800 },
    types: { kind: 'all' as const, operation: 'both' as const },
    complete: true,
  };
  const searched = Promise.withResolvers<void>();
  app.on('search.progress', ({ state }) => state !== 'running' && searched.resolve());
  const { resultSetId } = await call('search.start', query);
  await searched.promise;
  const view = { list: 'documents' as const, columns: [], sort: [], filter: '', group: 'none' as const };
  const saved = await call('saved.create', {
    name: 'Mías',
    question: query,
    view,
    folder,
    template: '',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
    resultSetId,
  });
  const { rows } = await app.handlers['rows.page']({ ...view, resultSetId, offset: 0, limit: 500 });
  const downloaded = Promise.withResolvers<void>();
  app.on('downloads.progress', ({ batches }) => {
    if (batches.some(({ state }) => state.kind === 'ended')) downloaded.resolve();
  });
  const { batchId } = await call('downloads.start', {
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder,
    withInactive: false,
    force: false,
  });
  await downloaded.promise;
  const [batch] = await call('downloads.list', undefined);
  if (batch?.counts.done === 0 || batch?.counts.failed !== 0) throw new Error('the papers did not arrive');
  const delivered = Promise.withResolvers<void>();
  app.on('deliveries.progress', ({ state }) => state !== 'running' && delivered.resolve());
  const dispatches = rows.flatMap((row) => ('dispatchNumber' in row ? [row.dispatchNumber] : []));
  const number = dispatches.find((one) => one !== '') ?? '';
  const { deliveryId } = await call('deliveries.merge', {
    dispatches: [{ connectionId, number }],
    folder,
    language: 'es-CL',
    withInactive: false,
  });
  await delivered.promise;
  const ids = rows.flatMap((row) => ('id' in row ? [row.id] : [])).slice(0, 8);
  const types = rows.flatMap((row) => ('typeName' in row ? [String(row.typeName)] : [])).slice(0, 4);
  const numbers = [number, ...dispatches.slice(0, 3)];
  const connections = [connectionId, connectionId, own.id];
  return {
    '': [...words, connectionId, own.id, resultSetId, saved.id, batchId, deliveryId, number, ...ruts, ...ids],
    folder: [...Array.from({ length: 5 }, () => chosen), ...words],
    connectionId: connections,
    connectionIds: connections,
    keyOf: connections,
    resultSetId: [resultSetId, saved.resultSetId],
    id: ids,
    'saved.id': [saved.id],
    'connections.id': [own.id, connectionId],
    'deliveries.id': [deliveryId, ...ids],
    documentIds: ids,
    deliveryId: [deliveryId],
    handoverId: [deliveryId],
    handoverIds: [deliveryId],
    batchId: [batchId],
    number: numbers,
    dispatch: numbers,
    text: [...numbers, numbers.join('\n'), ...ruts, ruts.join('\n'), 'FACTURA'],
    rut: ruts,
    ruts,
    type: types,
    types,
    names: types,
    name: ['Mías', 'key-refused', 'no-answer', 'offline', 'links-expired'],
    baseUrl: [agency.baseUrl, 'https://127.0.0.1'],
    agency: [agency.agency],
    column: ['folio', 'typeName', 'infoDoc.issuer.name', 'dispatchNumber'],
    template: ['{dispatch}/{nn}_{type}_{number}', '{client}/{year}-{month}/{reference}', '{type}'],
  };
}

/** What is known for the fields of one call: its module's own words go before everybody's. */
function wordsOf(words: KnownWords, name: CallName): KnownWords {
  const prefix = `${name.split('.')[0]}.`;
  const own = Object.entries(words).flatMap(([field, some]) =>
    field.startsWith(prefix) ? [[field.slice(prefix.length), some] as const] : [],
  );
  return { ...words, ...Object.fromEntries(own) };
}

/** What a call began is ended, as the next would find it still going on. */
async function stop({ ask }: Pick<HostileApp, 'ask'>, name: CallName, value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null) return;
  if ('resultSetId' in value && name === 'search.start') {
    await ask('search.cancel', { resultSetId: value.resultSetId });
  }
  // Nobody has a thousand saved searches.
  if ('id' in value && (name === 'saved.create' || name === 'saved.duplicate')) {
    await ask('saved.remove', { id: value.id });
  }
  if ('deliveryId' in value) await ask('deliveries.cancel', { id: value.deliveryId });
}
