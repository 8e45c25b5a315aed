import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ApiClient, DocumentPage } from '../../../electron/api/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientOver, plantedKey, someRut } from '../../support/agency/client.ts';
import { type Loopback, startLoopback } from '../../support/agency/loopback.ts';
import { holds } from '../../support/properties.ts';

/** What the server answers next. */
let next = { status: 200, body: Buffer.alloc(0), headers: {} as Record<string, string> };
let loopback: Loopback;
const network = createHttpClient();
beforeAll(async () => {
  loopback = await startLoopback((_, response) => {
    response.writeHead(next.status, { 'content-length': next.body.length, ...next.headers });
    response.end(next.body);
  });
});
afterAll(async () => {
  network.close();
  await loopback[Symbol.asyncDispose]();
});

/** The rows of a list, and whether it may be incomplete. */
interface List {
  rows: readonly unknown[] | undefined;
  isIncomplete: boolean;
}

const pageOf = ({ documents, isTruncated }: DocumentPage): List => ({
  rows: documents,
  isIncomplete: isTruncated === true,
});

/** Every call that gives a list, by name. */
const lists = {
  types: async (api: ApiClient): Promise<List> => {
    const list: List = { rows: undefined, isIncomplete: false };
    list.rows = await api.documentTypes({
      onIncomplete: () => {
        list.isIncomplete = true;
      },
    });
    return list;
  },
  'files of a dispatch': async (api: ApiClient) =>
    pageOf(await api.dispatchFiles({ dispatch: '77', rut: someRut })),
  files: async (api: ApiClient) =>
    pageOf(await api.files({ rut: someRut, start: '2026-01-01', end: '2026-01-02', type: 'T' })),
  disbursements: async (api: ApiClient): Promise<List> => {
    const { disbursements, incompleteReason } = await api.disbursements({ dispatch: '77', rut: someRut });
    return { rows: disbursements, isIncomplete: incompleteReason !== undefined };
  },
  dispatches: async (api: ApiClient): Promise<List> => {
    const list = await api.dispatches({ rut: someRut });
    return { rows: list?.dispatches, isIncomplete: list?.incompleteReason !== undefined };
  },
};
const nameOfList = fc.constantFrom<keyof typeof lists>(
  'types',
  'files of a dispatch',
  'files',
  'disbursements',
  'dispatches',
);

async function outcomeOf(name: keyof typeof lists | 'status') {
  const client = clientOver(network.httpGet, { baseUrl: loopback.baseUrl });
  try {
    if (name === 'status') return { value: [await client.status({ dispatch: '77', rut: someRut })] };
    const { rows: value, isIncomplete } = await lists[name](client);
    return { value, isIncomplete };
  } catch (error) {
    return { error };
  }
}

/**
 * JSON as services send it: envelopes with lists under all sorts of names, and what is not like that at all.
 */
const item = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }) },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        isActive: fc.oneof(fc.boolean(), fc.jsonValue()),
        numeroDespacho: fc.oneof(fc.string(), fc.integer()),
        dispatch: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
        infoDoc: fc.oneof(fc.record({ document: fc.jsonValue(), issuer: fc.jsonValue() }), fc.jsonValue()),
        url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.jsonValue()),
        monto: fc.oneof(fc.double(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const key = fc.oneof(
  fc.constantFrom('data', 'items', 'nextToken', 'pageCursor', 'unsignedCount', 'total', 'limit', '__proto__'),
  fc.constantFrom('status', 'code', 'hasMore', 'isLast', 'date', 'message', 'self', 'error'),
  fc.string(),
);
/** What cannot be made a text or a number. */
const inconvertible = fc.constantFrom<fc.JsonValue>({ toString: null }, [{ toString: null }], {
  valueOf: 1,
  toString: 1,
});
const json = fc.oneof(
  fc.dictionary(key, fc.oneof(fc.array(item, { maxLength: 4 }), fc.jsonValue(), inconvertible), {
    maxKeys: 4,
  }),
  fc.record({ data: fc.array(item, { maxLength: 4 }), total: fc.jsonValue(), unsignedCount: fc.jsonValue() }),
  fc.jsonValue(),
);

/**
 * All lists in a JSON text down to one level inside its envelope, told by another reader than the client's.
 */
function listsIn(text: string): unknown[][] {
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const values = Object.values(body);
  const inner = values.flatMap((value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [],
  );
  return [...values, ...inner].filter((value) => Array.isArray(value));
}

holds(
  'any JSON whatever as a body is read or is an error, and never becomes an empty list of its own',
  fc.asyncProperty(nameOfList, json, async (name, body) => {
    const text = JSON.stringify(body);
    next = { status: 200, body: Buffer.from(text), headers: {} };
    const { value, isIncomplete, error } = await outcomeOf(name);
    if (error !== undefined) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE', exchange: { method: 'GET', status: 200 } });
      return;
    }
    const listed = listsIn(text);
    if (value?.length === 0) {
      // Empty only where an empty list was sent, and nothing else that could have been the items.
      expect(listed.some((list) => list.length === 0)).toBe(true);
      const parsed: Record<string, unknown> = JSON.parse(text);
      const byName = parsed['data'];
      if (!(Array.isArray(byName) && byName.length === 0)) {
        expect(listed.filter((list) => list.length > 0 && list.every(isObject))).toEqual([]);
      }
    } else {
      const lengths = listed.map((list) => list.length);
      // The list of dispatches joins rows of one id. An incomplete list has fewer rows than came.
      if (isIncomplete === true) expect(Math.max(...lengths)).toBeGreaterThanOrEqual(value?.length ?? 0);
      else if (name !== 'dispatches') expect(lengths).toContain(value?.length);
    }
  }),
);

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

holds(
  'any JSON whatever as the status of a dispatch is read or is an error',
  fc.asyncProperty(json, async (body) => {
    next = { status: 200, body: Buffer.from(JSON.stringify(body)), headers: {} };
    const { error } = await outcomeOf('status');
    if (error !== undefined) expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE' });
  }),
);

holds(
  'any bytes with any status are read or are an error of the app, which carries its exchange and no key',
  fc.asyncProperty(
    nameOfList,
    fc.oneof(
      { weight: 1, arbitrary: fc.constant(200) },
      { weight: 2, arbitrary: fc.integer({ min: 200, max: 599 }) },
    ),
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
      fc
        .record({
          status: fc.oneof(fc.jsonValue(), inconvertible),
          code: fc.oneof(
            fc.string(),
            inconvertible,
            fc.constantFrom('INTERNAL_ERROR', 'TENANT_UNRESOLVED', plantedKey),
          ),
          message: fc.constantFrom('x', plantedKey, `?key=${plantedKey}&x`),
          requestId: fc.oneof(fc.jsonValue(), fc.constant(plantedKey)),
        })
        .map((body) => new TextEncoder().encode(JSON.stringify(body))),
    ),
    fc.dictionary(fc.constantFrom('retry-after', 'date', 'location', 'x-request-id'), headerText()),
    async (name, status, bytes, headers) => {
      next = { status, body: Buffer.from(status === 204 || status === 304 ? [] : bytes), headers };
      const { value, error } = await outcomeOf(name);
      if (error === undefined) {
        expect(Array.isArray(value) || (name === 'dispatches' && status === 404)).toBe(true);
        return;
      }
      expect(error).toBeInstanceOf(AppError);
      if (!(error instanceof AppError)) return;
      expect(error.exchange).toMatchObject({ method: 'GET', status, agency: 'agencia-1' });
      expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(
        'planted',
      );
    },
  ),
);

function headerText(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
}
