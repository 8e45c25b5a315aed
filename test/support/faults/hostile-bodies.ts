import { type Seeded, seeded } from '../seeded.ts';

/**
 * What is to come of an answer: all its rows; none, and an error; all, and the reason why they are
 * incomplete; no row, and either; or whatever its own JSON says.
 */
type Expected = 'rows' | 'error' | 'incomplete' | 'warned' | 'as-parsed';

/** An answer of the service, made to be misread. */
export interface HostileBody {
  name: string;
  status: number;
  headers: Record<string, string>;
  /** Its bytes as they are sent. */
  chunks(): Iterable<Buffer>;
  expected: Expected;
  /** How many rows it was made of. */
  rows: number;
}

/** What echoing answers repeat. */
export interface EchoedSecrets {
  key: string;
  signature: string;
}

interface Making {
  random: Seeded;
  items: object[];
  secrets: EchoedSecrets;
}

type Maker = (making: Making) => Partial<HostileBody> & { expected: Expected; body?: unknown };

const MiB = 1024 * 1024;
const errorMarks = [
  { error: 'maintenance' },
  { error: { code: 'E1', message: 'no' } },
  { fault: { faultstring: 'x' } },
  { status: 503 },
  { status: 'error' },
  { code: 'API_KEY_INVALID' },
  { success: false },
  { errores: ['x'] },
  { excepcion: 'NullPointer' },
  { meta: { error: 'x' } },
];
const moreMarks = [
  { hasMore: true },
  { hayMas: 'true' },
  { isLast: false },
  { next: true },
  { truncated: 1 },
];
/**
 * What services of other makers say beside an empty list: none of these may pass for one that is simply
 * empty.
 */
const foreignMarks = [
  ...[{ status_code: 403 }, { http_status: 403 }, { statusCode: '403 Forbidden' }, { status: 'forbidden' }],
  ...[{ errorMsg: 'x' }, { codigoError: 12 }, { code: 'TENANT_SUSPENDED' }, { message: 'maintenance' }],
  ...[{ response: { status: { code: 403 } } }, { aviso: 'Servicio en mantención' }, { down: true }],
  ...[{ has_more_items: true }, { hasMoreData: true }, { page: 1, totalPages: 5 }, { recordsTotal: 500 }],
  ...[{ numFound: 500 }, { summary: { total: 500 } }, { total: '1.500' }, { total: { value: 500 } }],
  ...[{ cursor: { id: 3 } }, { siguiente: 'x' }, { LastEvaluatedKey: { id: 'a' } }],
  ...[{ page: { next: { token: 'x' } } }, { '@odata.nextLink': { href: 'x' } }, { resto: 12 }],
  ...[{ documentos: { a: { id: 1 } } }, { rows: [[1, 'a']] }, { documentos: '[{"id":1}]' }],
  { extra: { lists: { docs: [{ id: 1 }] } } },
  ...[{ agency: 'suspended' }, { active: false }, { requestId: 'denied' }, { self: '/login' }, { page: 2 }],
  ...[{ offset: 100 }, { rut: '9068826-K' }, { maintenance: { date: '2026-11-25' } }, { version: 'none' }],
];
const foreignMoreMarks = [
  ...[{ has_more_items: true }, { totalPages: 10 }, { recordsTotal: 500 }, { numFound: '1.500' }],
  ...[{ LastEvaluatedKey: { id: 'a' } }, { meta: { pagination: { hasMore: true, total: 500 } } }],
];
const names = ['data', 'items', 'documentos', 'resultado', 'rows', 'lista'];

const makers: readonly (readonly [name: string, weight: number, make: Maker])[] = [
  ['honest', 6, ({ items, random }) => ({ expected: 'rows', body: { [one(names, random)]: items } })],
  [
    'an error mark',
    6,
    ({ items, random }) => ({
      expected: 'error',
      body: shuffledObject(random, { data: chance(random) ? items : [] }, one(errorMarks, random)),
    }),
  ],
  [
    'two lists',
    3,
    ({ items }) => ({
      expected: 'error',
      body: { data: items, documentos: items.map((item) => ({ ...item, id: 'x' })) },
    }),
  ],
  [
    'an empty list that hides one',
    3,
    ({ items }) => ({ expected: 'error', body: { data: [], documentos: items } }),
  ],
  [
    'no list',
    2,
    ({ random }) => ({
      expected: 'error',
      body: one([{}, [], null, 'x', 7, { date: '' }, { data: {} }, { data: null }], random),
    }),
  ],
  [
    'more that nothing explains',
    4,
    ({ items, random }) => ({ expected: 'incomplete', body: { data: items, ...one(moreMarks, random) } }),
  ],
  [
    'an empty list beside words of other makers',
    6,
    ({ random }) => ({
      expected: 'warned',
      body: shuffledObject(random, { data: [] }, one(foreignMarks, random)),
      rows: 0,
    }),
  ],
  [
    'more in words of other makers',
    3,
    ({ items, random }) => ({
      expected: 'incomplete',
      body: { data: items, ...one(foreignMoreMarks, random) },
    }),
  ],
  [
    'another total',
    4,
    ({ items, random }) => ({
      expected: 'incomplete',
      body: { data: items, total: items.length + 1 + Math.floor(random() * 500) },
    }),
  ],
  [
    'a list that has its name twice',
    2,
    ({ items }) => ({ expected: 'error', chunks: text(`{"data":${JSON.stringify(items)},"data":[]}`) }),
  ],
  [
    'the key and links in its items',
    4,
    ({ items, secrets }) => ({
      expected: 'rows',
      body: { data: items.map((item) => ({ ...item, ...echoing(secrets) })) },
    }),
  ],
  [
    'bytes that were changed',
    8,
    ({ items, random }) => ({
      expected: 'as-parsed',
      chunks: text(changed(Buffer.from(JSON.stringify({ data: items, total: items.length })), random)),
    }),
  ],
  [
    'bytes that are missing',
    4,
    ({ items, random }) => ({
      expected: 'error',
      chunks: text(cut(Buffer.from(JSON.stringify({ data: items })), random)),
    }),
  ],
  [
    'bytes of anything',
    2,
    ({ random }) => ({
      expected: 'as-parsed',
      chunks: text(Buffer.from(Array.from({ length: 300 }, () => random() * 256))),
    }),
  ],
  [
    'Latin-1',
    2,
    ({ items }) => ({
      expected: 'rows',
      chunks: text(
        Buffer.from(JSON.stringify({ data: items.map((item) => ({ ...item, name: 'Ñandú' })) }), 'latin1'),
      ),
    }),
  ],
  [
    'half of a character in an id',
    2,
    () => ({
      expected: 'as-parsed',
      chunks: text(
        '{"data":[{"id":"\\ud83d","numeroDespacho":"77","isActive":true,"dispatch":{},"infoDoc":{}}]}',
      ),
    }),
  ],
  [
    'a field of 150 KB made to take for ever',
    2,
    ({ items, random }) => ({
      expected: 'rows',
      body: {
        data: [
          {
            ...items[0],
            id: 'a',
            nota: one(['key=', 'https://a?', '&token=', 'sig'], random).repeat(40_000).slice(0, 150_000),
          },
        ],
      },
      rows: 1,
    }),
  ],
  [
    'a refusal of a service',
    3,
    ({ random }) => ({
      expected: 'error',
      status: one([400, 403, 404, 500, 502, 503], random),
      body: {
        status: 400,
        code: one(['DISPATCH_NOT_FOUND', 'nonsense', 'OK', 'UNEXPECTED'], random),
        message: 'x',
        requestId: 'r',
      },
    }),
  ],
  [
    'a redirect',
    1,
    ({ secrets }) => ({
      expected: 'error',
      status: 302,
      headers: { location: `http://elsewhere.example/?key=${secrets.key}` },
      body: {},
    }),
  ],
  [
    'nesting without end',
    1,
    ({ random }) => ({
      expected: 'error',
      chunks: text(`{"data":[${'[{"a":'.repeat(100 + Math.floor(random() * 50_000))}`),
    }),
  ],
  ['items without end', 0.02, () => ({ expected: 'error', chunks: () => repeated('{},', 5 * MiB) })],
  [
    'a text without end',
    0.02,
    () => ({ expected: 'error', chunks: () => repeated(`"${'x'.repeat(999)}`, 20 * MiB) }),
  ],
  [
    'a refusal without end',
    0.02,
    () => ({ expected: 'error', status: 404, chunks: () => repeated('{},', 60 * MiB) }),
  ],
];
const weights = makers.reduce((sum, [, weight]) => sum + weight, 0);

/** The answer with this number: the same for the same seed. */
export function hostileBody(seed: number, number: number, secrets: EchoedSecrets): HostileBody {
  const random = seeded(seed + number * 7919);
  const [name, make] = makerAt(random() * weights);
  const items = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) => ({
    id: `${number}-${index}`,
    numeroDespacho: '77',
    isActive: true,
    dispatch: {},
    infoDoc: {},
    name: `Factura ${index}`,
  }));
  const { body, ...made } = make({ random, items, secrets });
  return {
    name,
    status: 200,
    rows: items.length,
    chunks: text(JSON.stringify(body)),
    ...made,
    headers: { 'content-type': 'application/json', ...made.headers },
  };
}

/** The maker at a place among the weights of all. */
function makerAt(index: number): [name: string, make: Maker] {
  let left = index;
  for (const [name, weight, make] of makers) {
    left -= weight;
    if (left < 0) return [name, make];
  }
  throw new Error('no answers are known');
}

function echoing({ key, signature }: EchoedSecrets): object {
  return {
    self: `https://api.example/a/v1/files?rut=1-9&key=${encodeURIComponent(key)}`,
    nota: key,
    [`x-${key}`]: 'a name that is one',
    enlace: `https://storage.example/o/1?X-Goog-Signature=${signature}&X-Goog-Expires=3600`,
    url: `https://storage.example/o/1?X-Goog-Signature=${signature}&token=${signature}`,
  };
}

function one<T>(list: readonly T[], random: Seeded): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

function chance(random: Seeded): boolean {
  return random() < 0.5;
}

/** Both objects in one, in either order: what is judged first must not decide. */
function shuffledObject(random: Seeded, left: object, right: object): object {
  return chance(random) ? { ...left, ...right } : { ...right, ...left };
}

function text(content: string | Buffer): () => Iterable<Buffer> {
  return () => [Buffer.from(content as string)];
}

/** A few bytes of it changed, somewhere. */
function changed(bytes: Buffer, random: Seeded): Buffer {
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  return bytes;
}

function cut(bytes: Buffer, random: Seeded): Buffer {
  return bytes.subarray(0, Math.floor(random() * (bytes.length - 1)));
}

function* repeated(text: string, bytes: number): Generator<Buffer> {
  yield Buffer.from('{"data":[');
  const chunk = Buffer.from(text.repeat(Math.ceil((64 * 1024) / text.length)));
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk;
  yield Buffer.from('{}]}');
}
