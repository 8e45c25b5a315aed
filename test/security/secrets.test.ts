import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../electron/app.ts';
import type { HttpResponse } from '../../electron/host.ts';
import { createCallGate } from '../../electron/ipc/call-gate.ts';
import { createHttpClient, createPreferences } from '../../electron/platform/terminal/index.ts';
import { type CallInput, type CallName, type CallOutput, eventNames } from '../../shared/contract.ts';
import { errorReport } from '../../shared/error-report.ts';
import { type ErrorData, fromErrorData, type Outcome } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DispatchRow } from '../../shared/model/search.ts';
import { type PracticeAgency, startPractice } from '../support/agency/practice-agency.ts';
import { createFakeClock } from '../support/app/fake-clock.ts';
import { testHost } from '../support/app/host.ts';
import { type MemorySecrets, memorySecrets } from '../support/app/secrets.ts';
import { filesContainingDeep } from '../support/disk/deep-bytes.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const key = 'AIzaSyD/planted+key&9xyz=Ñ';
const secondKey = 'AIzaSyE/second+key&8wxy=Ñ';

/** The app as a page uses it, with all that it says and writes at hand. */
let app: App;
let agency: PracticeAgency;
let keychain: MemorySecrets;
const root = temporaryFolder('secrets');
const [home, folder, saved] = [join(root, 'home'), join(root, 'Carpetas'), join(root, 'saved')] as const;
/** Whatever crossed to the page or to the system, as text. */
const said: string[] = [];
const signatures = new Set<string>();
/** What stands between answers with a page that repeats what was asked, key and all, as some gateways do. */
let gatewayRepeats = false;

async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
  const outcome = (await dispatch(name, input)) as Outcome<CallOutput<Name>>;
  if (outcome.ok) return outcome.value;
  throw fromErrorData(outcome.error);
}
let dispatch: (name: CallName, input: unknown) => Promise<Outcome<unknown>>;
async function refused(name: CallName, input: unknown): Promise<ErrorData> {
  const outcome = await dispatch(name, input);
  if (outcome.ok) throw new Error(`${name} was not refused`);
  return outcome.error;
}

beforeAll(async () => {
  for (const made of [folder, saved]) mkdirSync(made);
  agency = await startPractice({ documents: 80, clients: 2, seed: 'secrets', today: '2026-11-20', key });
  keychain = memorySecrets();
  const network = createHttpClient();
  const host = testHost(home, {
    kind: 'electron',
    preferences: createPreferences(home),
    secrets: keychain,
    clock: createFakeClock({ passes: (ms) => ms < 2_000 }),
    desktop: {
      chooseFolder: async () => folder,
      chooseSavePath: async ({ suggestedName }) =>
        join(saved, `${readdirSync(saved).length} ${suggestedName}`),
      composeMail: async (message) => void said.push(JSON.stringify(message)),
      notify: (message) => void said.push(JSON.stringify(message)),
      openFile: async (path) => void said.push(path),
    },
    httpGet: async (url, options) => {
      const signature = new URL(url).searchParams.get('X-Goog-Signature');
      if (signature) signatures.add(signature);
      return gatewayRepeats ? repeating(url) : network.httpGet(url, options);
    },
  });
  app = await createApp(host);
  const gate = createCallGate({ handlers: app.pageHandlers, origin: 'app://carpeta' });
  dispatch = async (name, input) => {
    const outcome = await gate({ topFrame: true, url: 'app://carpeta/' }, name, input);
    said.push(JSON.stringify(outcome));
    return outcome;
  };
  for (const event of eventNames) app.on(event, (payload) => void said.push(JSON.stringify(payload)));
  await useEverything();
  await app.close();
  network.close();
}, 180_000);
afterAll(() => agency.close());

function repeating(url: string): HttpResponse {
  async function* body() {
    yield Buffer.from(
      `<html><a href="${url}">${url}</a> ${encodeURIComponent(url)} ${JSON.stringify({ url })}</html>`,
    );
  }
  return {
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: body(),
    cancel: () => undefined,
    zone: 'elsewhere',
  };
}

/** An ended promise for what an event tells. */
function until<Payload>(listen: (done: () => void) => Payload): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  listen(() => resolve());
  return promise;
}

async function useEverything(): Promise<void> {
  const draft = { name: 'Agencia', baseUrl: agency.baseUrl, agency: agency.agency };
  await call('connections.try', { baseUrl: draft.baseUrl, agency: draft.agency, key });
  const { id: connectionId } = await call('connections.add', { ...draft, key });
  await call('folder.choose', { title: 'Dónde' });
  await call('settings.change', { folder });
  const clients = agency.clients.map((client) => ({ ...client, email: 'a@b.cl', folder: '' }));
  await call('clients.save', { clients });
  const ruts = clients.map(({ rut }) => rut);

  await provokeRejections(connectionId);

  const question = {
    kind: 'range' as const,
    connectionIds: [connectionId],
    ruts,
    range: { kind: 'last-days' as const, days: 800 },
    types: { kind: 'all' as const, operation: 'both' as const },
    complete: true,
  };
  const searched = until((done) => app.on('search.progress', ({ state }) => state === 'done' && done()));
  const { resultSetId } = await call('search.start', question);
  await searched;
  const view = { list: 'documents' as const, columns: [], sort: [], filter: '', group: 'none' as const };
  const columns = await call('rows.columns', { resultSetId, list: 'documents' });
  for (const list of ['dispatches', 'documents', 'disbursements'] as const) {
    await call('rows.page', { ...view, list, resultSetId, offset: 0, limit: 500 });
    for (const format of ['csv', 'xlsx'] as const) {
      const shown = [...columns, 'url', 'folio', 'state'].map((column) => ({ column, title: column }));
      await call('lists.export', { ...view, list, resultSetId, format, columns: shown.slice(0, 200) });
    }
  }
  const dispatches = await call('rows.page', {
    ...view,
    list: 'dispatches',
    resultSetId,
    offset: 0,
    limit: 50,
  });
  const [first] = dispatches.rows as readonly DispatchRow[];
  if (!first) throw new Error('nothing was found');
  await call('dispatch.view', { connectionId, number: first.number, rut: first.rut, ask: true });
  await call('rows.find', { text: 'FACTURA' });
  const { id } = await call('saved.create', {
    name: 'Todo',
    question,
    view,
    folder,
    template: '',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
    resultSetId,
  });
  await call('saved.refresh', { id });
  await call('configuration.save', undefined);

  agency.faults.add({ kind: 'storage-cut', after: 0.5, times: 4 });
  agency.faults.add({ kind: 'storage-answer', status: 403, page: 'xml', times: 3 });
  const ended = until((done) =>
    app.on(
      'downloads.progress',
      ({ batches }) => batches.some(({ state }) => state.kind === 'ended') && done(),
    ),
  );
  const { batchId } = await call('downloads.start', {
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder,
    withInactive: true,
    force: false,
  });
  await ended;
  const { rows } = await call('downloads.documents', { batchId, offset: 0, limit: 500, problemsOnly: false });
  const done = rows
    .filter(({ state }) => state === 'done')
    .map(({ documentId: id }) => ({ connectionId, id }));
  for (const document of done.slice(0, 5)) {
    await call('file.read', document);
    await call('file.open', document);
  }
  await call('downloads.verify', { folder });

  await deliver(connectionId, dispatches.rows as readonly DispatchRow[], done);
  const error = app.lastError.read();
  await call('report.save', { text: error ? errorReport(error, { version: '0', system: 'test' }) : '' });
  await call('dossier.mail', { to: 'a@b.cl', subject: 'Faltan', body: 'x' });
  await call('connections.replaceKey', { id: connectionId, key: secondKey });
  await refused('connections.test', { id: connectionId });
}

/** Errors of every kind that carry an exchange with the service. */
async function provokeRejections(id: string): Promise<void> {
  // What is asked for at connecting would take the first of these answers.
  await vi.waitFor(async () => expect(await app.store.readTypes(id)).toBeDefined(), { timeout: 30_000 });
  agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID', times: 1 });
  expect((await refused('connections.test', { id })).code).toBe('API_KEY_INVALID');
  agency.faults.add({ kind: 'body', body: 'html', times: 1 });
  expect((await refused('connections.test', { id })).code).toBe('RESPONSE_UNREADABLE');
  agency.faults.add({ kind: 'redirect', times: 1 });
  expect((await refused('connections.test', { id })).code).toBe('REDIRECTED');
  gatewayRepeats = true;
  expect((await refused('connections.test', { id })).code).toBe('GATEWAY_UNAVAILABLE');
  gatewayRepeats = false;
  const nowhere = { baseUrl: 'http://127.0.0.1:1', agency: 'a', key };
  expect((await refused('connections.try', nowhere)).code).toBe('NO_NETWORK');
  await refused('connections.try', { ...nowhere, key: '' });
}

async function deliver(
  connectionId: string,
  found: readonly DispatchRow[],
  documents: readonly DocumentKey[],
): Promise<void> {
  const dispatches = found.slice(0, 3).map(({ number }) => ({ connectionId, number }));
  const text = dispatches.map(({ number }) => number).join('\n');
  for (const begin of [
    () => call('deliveries.merge', { dispatches, folder, language: 'es-CL', withInactive: true }),
    () =>
      call('deliveries.zip', {
        documents: [...documents],
        handoverIds: [],
        folder,
        name: 'todo',
        mostBytes: 0,
      }),
    () => call('deliveries.package', { text: `${text}\n999`, folder, language: 'es-CL', fetch: false }),
  ]) {
    const over = until((done) => app.on('deliveries.progress', ({ state }) => state !== 'running' && done()));
    await begin();
    await over;
  }
  const scope = {};
  await call('dossier.gaps', { scope, offset: 0, limit: 100 });
  await call('dossier.messages', { scope, language: 'es-CL' });
  await call('dossier.reconcile', { text });
  const shown = { name: 'Lista', columns: [{ column: 'number', title: 'N' }], words: {} };
  await call('lists.export', { ...shown, format: 'xlsx', list: 'folders', query: { scope } });
  await call('lists.export', { ...shown, format: 'csv', list: 'gaps', query: { scope } });
}

/** A secret as it is, and as URLs, JSON and encodings write it. */
function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
}

describe('a key and the signatures of links, after everything was used', () => {
  const keys = [key, secondKey].flatMap(formsOf);
  const links = () => [...signatures].flatMap(formsOf);
  const names = ['X-Goog-Signature', 'X-Goog-Credential', 'x-goog-signature'];

  it('were used: documents were fetched by links, files of every kind were written, and the search finds what is there', () => {
    expect(signatures.size).toBeGreaterThan(40);
    const endings = new Set(
      [home, folder, saved].flatMap((each) =>
        readdirSync(each, { recursive: true }).map((name) => /\.\w+$/.exec(String(name))?.[0] ?? ''),
      ),
    );
    expect([...endings]).toEqual(
      expect.arrayContaining(['.db', '.log', '.json', '.csv', '.xlsx', '.pdf', '.zip', '.txt']),
    );
    expect(filesContainingDeep(saved, ['FACTURA']).some((path) => path.endsWith('.xlsx'))).toBe(true);
    expect(filesContainingDeep(folder, [agency.clients[0]?.rut ?? '']).length).toBeGreaterThan(0);
    expect(said.join('\n')).toContain('FACTURA');
  });

  it('stand in no file: store, settings, logs, last error, documents, index, exports, deliveries, configuration, report', () => {
    for (const each of [home, folder, saved]) {
      expect(filesContainingDeep(each, [...keys, ...links(), ...names])).toEqual([]);
    }
  });

  it('crossed neither to the page nor to the system', () => {
    const text = said.join('\n');
    const found = [...keys, ...links(), ...names].filter((form) => text.includes(form));
    expect(found).toEqual([]);
  });

  it('are entries of the keychain, named by their connection', () => {
    expect([...keychain.entries]).toEqual([[expect.stringMatching(/^Agencia \(/), secondKey]]);
  });
});
