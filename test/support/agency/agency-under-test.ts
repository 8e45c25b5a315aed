import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { afterAll, beforeAll, it } from 'vitest';
import type { ApiClient } from '../../../electron/api/index.ts';
import { runCli } from '../../../electron/cli/run.ts';
import { createHttpClient, createTerminalHost } from '../../../electron/platform/terminal/index.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { temporaryFolder } from '../disk/temporary-folder.ts';
import { type ClientOverrides, clientOver, rut } from './client.ts';

/** One answer as it came. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
  body: JsonObject;
}

/** How a request is to be asked. */
export interface RawAsk {
  /** Query without the key; a list is sent as a repeated parameter. */
  query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The key as it is to stand in the query: none, several times, or as it should be when left out. */
  keys?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Another agency id, encoded; `''` for none. */
  agency?: string;
}

/** The service that the tests of api.md are pointed at. */
export interface AgencyUnderTest {
  isReal: boolean;
  baseUrl: string;
  agency: string;
  key: string;
  /** A client, and one of its dispatches that has documents. */
  rut: Rut;
  dispatch: string;
  /** Another client; a real service is not asked for one. */
  otherRut?: Rut;
  /** Asks over HTTP without the app's client; `path` comes after `/v1`, encoded. */
  ask(path: string, ask?: RawAsk): Promise<RawAnswer>;
  /** The app's client for it; waits between attempts pass at once. */
  client(overrides?: ClientOverrides): ApiClient;
  close(): Promise<void>;
}

const env = {
  baseUrl: process.env['CARPETA_TEST_BASE_URL'],
  agency: process.env['CARPETA_TEST_AGENCY'],
  key: process.env['CARPETA_TEST_KEY'],
  rut: process.env['CARPETA_TEST_RUT'],
  dispatch: process.env['CARPETA_TEST_DISPATCH'],
};

/**
 * Whether the environment names a real service (`CARPETA_TEST_BASE_URL`, `_AGENCY`, `_KEY`; `_RUT` and
 * `_DISPATCH` for a client's data).
 */
const isReal = Boolean(env.baseUrl && env.agency && env.key);

/** The real service of the environment, else the practice agency, started by the terminal command. */
async function startAgency(...options: readonly string[]): Promise<AgencyUnderTest> {
  if (env.baseUrl && env.agency && env.key) {
    const access = { baseUrl: env.baseUrl.replace(/\/+$/, ''), agency: env.agency, key: env.key };
    return underTest(access, { isReal: true, rut: rut(env.rut ?? ''), dispatch: env.dispatch ?? '' }, () =>
      Promise.resolve(),
    );
  }
  const ownHome = { CARPETA_HOME: temporaryFolder() };
  const ending = new AbortController();
  const stdout = new PassThrough();
  const ended = runCli(['practice', '--documents', '300', ...options], {
    env: ownHome,
    stdin: new PassThrough().end(),
    stdout,
    stderr: new PassThrough().resume(),
    signal: ending.signal,
    startHost: () => createTerminalHost(ownHome),
  });
  const stop = async () => {
    ending.abort();
    await ended;
  };
  try {
    return await practiceOf(await firstLine(stdout, ended), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstLine(stdout: Readable, ended: Promise<unknown>): Promise<string> {
  const line = once(createInterface({ input: stdout }), 'line').then(([text]) => String(text));
  return Promise.race([
    line,
    ended.then(() => Promise.reject(new Error('the practice agency did not start'))),
  ]);
}

/**
 * The agency that the first line of `practice` tells of, with a client and a dispatch that has something to
 * read.
 */
async function practiceOf(line: string, stop: () => Promise<void>): Promise<AgencyUnderTest> {
  const access: { baseUrl: string; agency: string; key: string; clients: { rut: string }[] } =
    JSON.parse(line);
  const [client, other] = access.clients.map((one) => rut(one.rut));
  if (client === undefined || other === undefined) throw new Error('the practice agency has no two clients');
  const agency = underTest(access, { isReal: false, rut: client, dispatch: '' }, stop);
  const list = await agency.ask('/dispatch/status', { query: { rut: client, limit: '200' } });
  return { ...agency, otherRut: other, dispatch: await withDocuments(agency, itemsOf(list)) };
}

async function withDocuments(agency: AgencyUnderTest, dispatches: readonly JsonObject[]): Promise<string> {
  const query = { rut: agency.rut };
  for (const { numeroDespacho } of dispatches) {
    const paid = itemsOf(await agency.ask(`/dispatch/${numeroDespacho}/desembolsos`, { query }));
    const files = itemsOf(await agency.ask(`/dispatch/${numeroDespacho}/files`, { query }));
    const isTyped = files.length > 3 && files.some(({ name }) => name !== undefined);
    if (paid.length > 1 && isTyped) return String(numeroDespacho);
  }
  // With --internal-error nothing can be read; the rows that fail on purpose need no number.
  return 'sin-despacho';
}

function underTest(
  access: { baseUrl: string; agency: string; key: string },
  sample: Pick<AgencyUnderTest, 'isReal' | 'rut' | 'dispatch'>,
  stop: () => Promise<void>,
): AgencyUnderTest {
  const { httpGet, close } = createHttpClient();
  return {
    ...access,
    ...sample,
    async ask(path, { query = {}, keys = [access.key], headers = {}, agency = access.agency } = {}) {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        for (const one of [value ?? []].flat()) search.append(name, one);
      for (const key of keys) search.append('key', key);
      const root = agency === '' ? access.baseUrl : `${access.baseUrl}/${agency}`;
      const response = await httpGet(`${root}/v1${path}?${search}`, { headers });
      const chunks = [];
      for await (const chunk of response.body) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const body: Json = JSON.parse(text);
      return { status: response.status, headers: response.headers, text, body: isObject(body) ? body : {} };
    },
    client: (overrides = {}) =>
      clientOver(httpGet, {
        ...access,
        key: () => access.key,
        uuid: () => crypto.randomUUID(),
        ...overrides,
      }),
    async close() {
      close();
      await stop();
    },
  };
}

/** The items of an answer in the service's own dialect. */
export function itemsOf({ body }: RawAnswer): JsonObject[] {
  const { data } = body;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** What a test needs of the service beyond answering. */
export interface RowNeeds {
  /** Data that no real service can be asked to have, in words; the test is skipped there. */
  madeUp?: string;
  /** A client with a dispatch that has documents. */
  client?: boolean;
  /** Options of the practice agency for this row alone. */
  options?: readonly string[];
}

/** One row of a table of api.md. */
export type Row = (name: string, test: (agency: AgencyUnderTest) => Promise<void>, needs?: RowNeeds) => void;

/** The rows of a table of api.md as tests, each named after its row, on one agency for the whole file. */
export function rowsOfApi(): Row {
  let shared: AgencyUnderTest | undefined;
  beforeAll(async () => {
    shared = await startAgency();
  });
  afterAll(() => shared?.close());

  return (name, test, { madeUp, client = false, options } = {}) => {
    it(name, async (context) => {
      const missing = isReal
        ? (madeUp ??
          (client && !(env.rut && env.dispatch) ? 'a client (CARPETA_TEST_RUT, _DISPATCH)' : undefined))
        : undefined;
      if (missing !== undefined) {
        console.log(`skipped: ${name}: a real service cannot be asked for ${missing}`);
        context.skip(`needs ${missing}`);
      }
      if (options !== undefined) {
        const own = await startAgency(...options);
        await test(own).finally(() => own.close());
      } else if (shared) await test(shared);
    });
  };
}
