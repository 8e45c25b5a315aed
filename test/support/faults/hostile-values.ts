import fc from 'fast-check';
import { z } from 'zod';

/**
 * Texts that have broken programs before: paths, formulas, prototypes, marks of direction, half a character,
 * far too much.
 */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '.', '..', '../', '../../etc/passwd', '..\\..\\Windows', '/', '\\', '//', 'C:', 'C:\\', '~'],
  ...[
    '/dev/null',
    '/proc/self/environ',
    '/dev/zero',
    'file:///etc/passwd',
    '\\\\server\\share',
    '//server/share',
  ],
  ...[
    'CON',
    'AUX.pdf',
    'NUL',
    'a:b',
    'a\0b',
    '\0',
    'a\nb',
    '\r\n\r\n',
    '\u202egnp.exe',
    '\ud800',
    '\u{1f4a9}',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'valueOf'],
  ...[
    "=cmd|'/C calc'!A0",
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '"; DROP TABLE documents; --',
    "' OR '1'='1",
    '%',
    '_',
  ],
  ...[
    '{type}',
    '{',
    '}',
    '{{client}}',
    '{dispatch}/../{type}',
    '{../}',
    '{type:99999999}',
    '$\u007bprocess.exit()}',
  ],
  ...[
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'http://127.0.0.1:1/?key=x',
    'https://user:pass@host/',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '2026-10-01',
    '1e999',
    'NaN',
    'undefined',
    'null',
    '[]',
    '{}',
  ],
  ...['12345678-5', '76725904-2', '1-9', '12.345.678-5', '0-0', '999999999-K', '٣٤٥', '１２３'],
  ...[
    'a'.repeat(121),
    'ñ'.repeat(255),
    '../'.repeat(60),
    'x'.repeat(4000),
    '/'.repeat(501),
    '\u0300'.repeat(300),
  ],
];

/** Numbers at the edges. */
const hostileNumbers: readonly number[] = [
  ...[0, -0, 1, -1, 2, 5, 20, 100, 500, 501, 1.5, 1e-9, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308],
  ...[Number.MAX_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];

function cyclic(): unknown {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  return loop;
}

const odd: readonly unknown[] = [
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  { toString: 'no function', valueOf: 1 },
  { length: 1e9 },
  cyclic(),
  Array.from({ length: 20_000 }, () => 'x'),
  'x'.repeat(250_000),
  new Map([['id', 'a']]),
  new Date(Number.NaN),
  new Uint8Array(10),
  new RangeError('an error as a value'),
];

/**
 * What a test's app itself knows, by the names of the fields in which it stands; under `''` for any field.
 */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

/** Anything that can be sent from page to main (structured clone) and that nobody would send. */
export function hostileThing(words: KnownWords): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.values(words).flat(), ...hostileTexts) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, ...odd, null, undefined, true) },
    {
      weight: 3,
      arbitrary: fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withNullPrototype: true,
        withSparseArray: true,
        withObjectString: true,
        maxDepth: 3,
        maxKeys: 6,
      }),
    },
  );
}

/**
 * Values in the shape that a schema asks for, so that most of them get past it: texts that are known for the
 * field, any that are known, and hostile ones; those that the schema takes far more often than those that it
 * refuses.
 */
export function shapedLike(schema: z.core.$ZodType, words: KnownWords, field = ''): fc.Arbitrary<unknown> {
  const inner = (one: z.core.$ZodType) => shapedLike(one, words, field);
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fc.oneof({ weight: 2, arbitrary: inner(schema.unwrap()) }, fc.constant(undefined));
  if (schema instanceof z.ZodExactOptional) return inner(schema.unwrap());
  if (schema instanceof z.ZodIntersection) {
    const both = fc.tuple(inner(schema.def.left), inner(schema.def.right));
    return both.map(([left, right]) => Object.assign({}, left, right));
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner));
  if (schema instanceof z.ZodObject) {
    const shapes = Object.entries<z.core.$ZodType>(schema.shape).map(([key, one]) => [
      key,
      shapedLike(one, words, key),
    ]);
    return fc.record(Object.fromEntries(shapes));
  }
  if (schema instanceof z.ZodArray) {
    return fc.oneof(
      { weight: 20, arbitrary: fc.array(inner(schema.element), { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: inner(schema.element).map((one) => Array.from({ length: 60 }, () => one)) },
      { weight: 1, arbitrary: fc.constant([]) },
    );
  }
  if (schema instanceof z.ZodRecord) {
    const keys = fc.constantFrom('x', ...accepted(schema.keyType, hostileTexts));
    return fc.dictionary(keys, inner(schema.valueType), { maxKeys: 3 });
  }
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return mostly(accepted(schema, hostileNumbers), hostileNumbers);
  if (schema instanceof z.ZodString) {
    // What the app itself knows leads deeper than what it has never heard of.
    const [own, known] = [words[field] ?? [], words[''] ?? []].map((some) => accepted(schema, some));
    return fc.oneof(
      { weight: own?.length ? 8 : 0, arbitrary: fc.constantFrom('', ...(own ?? [])) },
      { weight: known?.length ? 2 : 0, arbitrary: fc.constantFrom('', ...(known ?? [])) },
      { weight: 4, arbitrary: mostly(accepted(schema, hostileTexts), hostileTexts) },
    );
  }
  if (schema instanceof z.ZodUndefined) return fc.constant(undefined);
  throw new Error(`no values are known for ${schema._zod.def.type}`);
}

function accepted<Value>(schema: z.core.$ZodType, values: readonly Value[]): Value[] {
  return values.filter((value) => z.safeParse(schema, value).success);
}

function mostly<Value>(taken: readonly Value[], all: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: taken.length > 0 ? 9 : 0, arbitrary: fc.constantFrom(...taken, ...all.slice(0, 1)) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  );
}

/** Inputs for a call: most in its shape, some in its shape but for one place, some anything at all. */
export function hostileInput(schema: z.core.$ZodType, words: KnownWords): fc.Arbitrary<unknown> {
  const thing = hostileThing(words);
  if (schema instanceof z.ZodUndefined) {
    return fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 9, arbitrary: thing });
  }
  const shaped = shapedLike(schema, words);
  return fc.oneof(
    { weight: 6, arbitrary: shaped },
    {
      weight: 3,
      arbitrary: fc.tuple(shaped, thing, fc.nat()).map(([value, one, at]) => spoilt(value, one, at)),
    },
    { weight: 1, arbitrary: thing },
  );
}

/** A copy of a value in which one place, chosen by number, holds something else. */
function spoilt(value: unknown, thing: unknown, at: number): unknown {
  const paths = pathsIn(value);
  return replaced(value, paths[at % paths.length] ?? [], thing);
}

function pathsIn(value: unknown, here: readonly string[] = []): (readonly string[])[] {
  const isTree = Array.isArray(value) || isPlain(value);
  const inner = isTree
    ? Object.entries(value)
        .slice(0, 30)
        .flatMap(([key, one]) => pathsIn(one, [...here, key]))
    : [];
  return [here, ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], thing: unknown): unknown {
  if (key === undefined) return thing;
  if (Array.isArray(value)) {
    return value.map((one, index) => (String(index) === key ? replaced(one, rest, thing) : one));
  }
  if (!isPlain(value)) return thing;
  return { ...value, [key]: replaced(value[key], rest, thing) };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
