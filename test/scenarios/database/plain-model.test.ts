import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { Json, JsonObject } from '../../../shared/model/json.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { holds } from '../../support/properties.ts';
import {
  indexOf,
  positionsOf,
  resultSetsInMemory,
  type SampleDocument,
} from '../../support/samples/result-sets-in-memory.ts';

const { answerOf, windowOf } = resultSetsInMemory();
const word = fc.constantFrom(
  'factura',
  'Ñuñoa',
  'ÁRBOL',
  'a',
  '7',
  '0012',
  '12',
  'zz',
  'B/L',
  '%',
  '_',
  "o'higgins",
  '"',
);
const value = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
const sample: fc.Arbitrary<SampleDocument> = fc.record({
  type: value,
  dispatchNumber: fc.constantFrom('', '9', '10', '010', '200-A'),
  folio: value,
  issuerName: value,
  reference: value,
  more: fc.record({
    peso: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    'color.de.caja': value,
  }),
  dispatch: fc.record({ valorCif: fc.option(fc.integer()), nombreNave: value }),
});
const list = fc.array(sample, { maxLength: 25 });
const column = fc.constantFrom(
  ...['type', 'dispatchNumber', 'folio', 'issuerName', 'reference', 'id'],
  ...[
    'peso',
    'color.de.caja',
    'dispatch.valorCif',
    'dispatch.nombreNave',
    'infoDoc.document.number',
    'nothing',
  ],
);
const sort = fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 3 });
const filter = fc.array(fc.oneof(word, fc.constantFrom('fac', 'ARB', 'nun', 'q')), { maxLength: 3 });

describe('rows are those of a plain model', () => {
  holds(
    'sorted by any columns, nothing last, ties in the order of arrival',
    fc.property(list, sort, (documents, by) => {
      const { rows } = windowOf(answerOf(documents), { sort: by });
      const all = [...rows].sort((a, b) => indexOf(a) - indexOf(b));
      const expected = all.toSorted((a, b) => {
        for (const { column: name, descending } of by) {
          const order = compareValues(plainValue(a, name), plainValue(b, name), descending);
          if (order !== 0) return order;
        }
        return 0;
      });
      expect(positionsOf(rows)).toEqual(positionsOf(expected));
    }),
  );

  holds(
    'filtered by words that must all stand somewhere in the row, accents and case ignored',
    fc.property(list, filter, (documents, words) => {
      const resultSetId = answerOf(documents);
      const { rows, total } = windowOf(resultSetId, { filter: words.join(' ') });
      const terms = plainWords(words.join(' '));
      const expected = windowOf(resultSetId).rows.filter((row) => {
        const texts = leaves(row.item).map(plainText);
        return terms.every((one) => texts.some((text) => text.includes(one)));
      });
      expect(positionsOf(rows)).toEqual(positionsOf(expected));
      expect(total).toBe(expected.length);
    }),
  );

  holds(
    'in windows that join to the whole, whatever their size, with sort, filter and groups together',
    fc.property(
      list,
      sort,
      filter,
      fc.constantFrom('none', 'dispatch', 'type', 'client'),
      fc.integer({ min: 1, max: 7 }),
      (documents, by, words, group, limit) => {
        const resultSetId = answerOf(documents);
        const shown = { sort: by, filter: words.join(' '), group } as const;
        const whole = windowOf(resultSetId, shown);
        const joined: StoredDocument[] = [];
        for (let offset = 0; offset <= whole.rows.length; offset += limit) {
          joined.push(...windowOf(resultSetId, { ...shown, offset, limit }).rows);
        }
        expect(positionsOf(joined)).toEqual(positionsOf(whole.rows));
        const plain = windowOf(resultSetId, { sort: by, filter: words.join(' ') });
        expect(positionsOf(whole.rows).toSorted()).toEqual(positionsOf(plain.rows).toSorted());
        const labels = (rows: readonly StoredDocument[]) => rows.map((row) => groupOf(row, group));
        const runs = labels(whole.rows).filter(
          (label, index, all) => index === 0 || label !== all[index - 1],
        );
        expect(new Set(runs).size).toBe(runs.length);
        if (group === 'none') expect(whole.groups).toBeUndefined();
        else {
          expect(whole.groups?.map(({ label }) => label)).toEqual(runs);
          expect(whole.groups?.map(({ rows }) => rows)).toEqual(
            runs.map((run) => labels(whole.rows).filter((label) => label === run).length),
          );
        }
      },
    ),
  );
});

function groupOf(row: StoredDocument, group: RowsQuery['group']): string {
  return { none: '', dispatch: row.dispatchNumber, type: row.type, client: row.rut }[group];
}

function plainValue(row: StoredDocument, name: string): Json | undefined {
  if (Object.hasOwn(row, name)) return row[name as keyof StoredDocument] as Json;
  if (Object.hasOwn(row.item, name)) return row.item[name];
  return name
    .split('.')
    .reduce<Json | undefined>((inner, key) => (inner as JsonObject | null)?.[key], row.item);
}

function compareValues(a: Json | undefined, b: Json | undefined, descending: boolean): number {
  const isNothing = (one: Json | undefined) =>
    one === undefined || one === null || plainText(String(one)) === '';
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : naturally(String(a), String(b));
  return descending ? -order : order;
}

/** Letter by letter, whole number by whole number. */
function naturally(a: string, b: string): number {
  const tokens = (text: string) => plainText(text).match(/\d+|\D/g) ?? [];
  const [left, right] = [tokens(a), tokens(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [x = '', y = ''] = [left[index], right[index]];
    const areNumbers = /^\d/.test(x) && /^\d/.test(y);
    const order = areNumbers ? Number(x) - Number(y) : x < y ? -1 : x > y ? 1 : 0;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function plainText(text: string): string {
  const bare = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return bare.toLowerCase().trim();
}

function plainWords(text: string): string[] {
  return plainText(text)
    .split(/\s+/)
    .filter((one) => one !== '');
}

function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
