import type { DatabaseSync } from 'node:sqlite';
import { isNamedDate } from '../../../shared/model/dates.ts';
import type { Json } from '../../../shared/model/json.ts';
import { attempt, readInHalves } from '../damaged-rows.ts';
import { number, parsed, type Row, text } from '../row.ts';
import { dateKey, sortKey } from '../sort-keys.ts';
import type { Column, ListDefinition } from './definitions.ts';
import type { Key } from './sort.ts';

/**
 * Reads whole columns: one JSON text leaves SQLite many times faster than one row at a time. Values are in
 * the order of arrival. Each read starts after a position, so a cached column is only appended to.
 */
export class ColumnReader {
  readonly #database: DatabaseSync;
  readonly #definition: ListDefinition;
  readonly #set: number;

  constructor(database: DatabaseSync, definition: ListDefinition, set: number) {
    this.#database = database;
    this.#definition = definition;
    this.#set = set;
  }

  /** Ids of the rows and of their dispatch objects; 0 for an object that damage hides. */
  readIds(after: number): { ids: Int32Array; objects: Int32Array } {
    const { id, object, from, arrival } = this.#definition;
    const readAll = () =>
      this.#database
        .prepare(
          `SELECT json_group_array(id) AS ids, json_group_array(object) AS objects
         FROM (SELECT ${id} AS id, ${object} AS object ${from} WHERE m.result_set = ? AND m.position > ? ORDER BY ${arrival})`,
        )
        .get(this.#set, after) ?? {};
    const row = attempt(this.#database, readAll);
    if (row) return { ids: numbersIn(row, 'ids'), objects: numbersIn(row, 'objects') };
    const ids = Int32Array.from(this.#readMembers(after), (member) => member.id);
    const objects = this.#readAround({ sql: object }, ids, after);
    return { ids, objects: Int32Array.from(objects, (value) => (typeof value === 'number' ? value : 0)) };
  }

  /** The values of a column as texts, for the rows of these ids. */
  readTexts(column: Column, ids: Int32Array, after: number): string[] {
    return this.#readValues(column, ids, after).map((value) => (typeof value === 'string' ? value : ''));
  }

  /**
   * Sort keys of a field, or of a path into the item, for the rows of these ids; `objects` are their dispatch
   * objects.
   */
  readKeys(column: string, { ids, objects }: { ids: Int32Array; objects: Int32Array }, after: number): Key[] {
    const { fields, item, itemFrom } = this.#definition;
    const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
    if (field) return toKeys(this.#readValues(field, ids, after), field.isKey ? asItIs : keyOfValues(column));
    if (item === 'b.item' && column.startsWith('dispatch.')) {
      return this.#readKeysOfObjects(objects, column.slice('dispatch.'.length));
    }
    const values = this.#readValues({ sql: valueAt(item), from: itemFrom }, ids, after, ...pathInput(column));
    return toKeys(values, keyOfValues(column));
  }

  #readValues(column: Column, ids: Int32Array, after: number, ...input: string[]): Json[] {
    const from = column.from ?? this.#definition.from;
    const all = this.#database.prepare(
      `SELECT json_group_array(v) AS column FROM
         (SELECT ${column.sql} AS v ${from} WHERE m.result_set = ? AND m.position > ? ORDER BY ${this.#definition.arrival})`,
    );
    const read = () => parsed<Json[]>(text(all.get(...input, this.#set, after) ?? {}, 'column'));
    const values = attempt(this.#database, read);
    // A lost row of a joined table leaves its value out, which would move those of the rows below.
    return values?.length === ids.length ? values : this.#readAround(column, ids, after, ...input);
  }

  /** The same around damage: null for a row whose value is damaged or lost. */
  #readAround(column: Column, ids: Int32Array, after: number, ...input: string[]): Json[] {
    const { id } = this.#definition;
    const part = this.#database.prepare(
      `SELECT json_group_array(id) AS ids, json_group_array(v) AS column FROM
         (SELECT ${id} AS id, ${column.sql} AS v ${column.from ?? this.#definition.from}
          WHERE m.result_set = ? AND m.position BETWEEN ? AND ? AND ${id} IN (SELECT value FROM json_each(?)))`,
    );
    const found = new Map<number, Json>();
    readInHalves(this.#database, this.#readMembers(after), (rows) => {
      const [first, last] = [rows[0]?.position ?? 0, rows.at(-1)?.position ?? 0];
      const rowIds = JSON.stringify(rows.map((row) => row.id));
      const row = part.get(...input, this.#set, first, last, rowIds) ?? {};
      const values = parsed<Json[]>(text(row, 'column'));
      for (const [at, own] of numbersIn(row, 'ids').entries()) found.set(own, values[at] ?? null);
      return [...rows];
    });
    return Array.from(ids, (own) => found.get(own) ?? null);
  }

  #readMembers(after: number): { id: number; position: number }[] {
    const { id, members, arrival } = this.#definition;
    return this.#database
      .prepare(
        `SELECT ${id} AS id, m.position ${members} WHERE m.result_set = ? AND m.position > ? ORDER BY ${arrival}`,
      )
      .all(this.#set, after)
      .map((row) => ({ id: number(row, 'id'), position: number(row, 'position') }));
  }

  /** Sort keys of the values at a path of each row's dispatch object. */
  #readKeysOfObjects(objects: Int32Array, path: string): Key[] {
    const select = this.#database.prepare(
      `SELECT json_group_array(o.id) AS ids, json_group_array(${valueAt('o.item')}) AS column
       FROM json_each(?3) j CROSS JOIN dispatch_object o ON o.id = j.value`,
    );
    const unique = [...new Set(objects)];
    const values = readInHalves(this.#database, unique, (part) => {
      const row = select.get(...pathInput(path), JSON.stringify(part)) ?? {};
      const found = parsed<Json[]>(text(row, 'column'));
      const ids = parsed<number[]>(text(row, 'ids'));
      const byId = new Map(ids.map((id, at) => [id, found[at]]));
      return part.map((id) => byId.get(id) ?? null);
    });
    const keys = toKeys(
      values.map((value) => value ?? null),
      keyOfValues(path),
    );
    const positionOf = new Map(unique.map((id, at) => [id, at]));
    const all: Key[] = [];
    for (let at = 0; at < objects.length; at++)
      all.push(keys[positionOf.get(objects[at] ?? 0) ?? -1] ?? null);
    return all;
  }
}

function numbersIn(row: Row, column: string): Int32Array {
  return Int32Array.from(parsed<number[]>(text(row, column)));
}

/**
 * The value at a path. A key of the API may itself contain a dot, so the whole path may be one key. Takes
 * both forms of `pathInput`.
 */
function valueAt(item: string): string {
  return `coalesce(json_extract(${item}, ?1), json_extract(${item}, ?2))`;
}

function pathInput(path: string): [string, string] {
  // SQLite reads a quoted name of a path as a JSON string.
  const quoted = (name: string) => `.${JSON.stringify(name)}`;
  return [`$${path.split('.').map(quoted).join('')}`, `$${quoted(path)}`];
}

const isoDate = /^\d{4}-\d{2}-\d{2}T/;
/** Distinct texts to cache; a column with more holds document numbers, which are all different. */
const maxKnownTexts = 10_000;

const asItIs = (key: string) => key;

/** How texts of a field, or at a path of the API, become sort keys. */
function keyOfValues(path: string): (text: string) => string {
  return isNamedDate(path) ? dateKey : sortKey;
}

/** Most columns repeat few texts: each key is computed and stored once. */
function toKeys(values: readonly Json[], toKey: (text: string) => string): Key[] {
  const known = new Map<string, string>();
  // An instant sorts within its day in Santiago, by its own text.
  const keyOfInstant = (shown: string) =>
    toKey === dateKey ? dateKey(shown) && `${dateKey(shown)} ${shown}` : shown;
  const keyOfText = (shown: string) => (isoDate.test(shown) ? keyOfInstant(shown) : toKey(shown));
  const keys: Key[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? null;
    if (typeof value === 'number') keys.push(value);
    else if (value === null || value === '') keys.push(null);
    else if (typeof value === 'boolean') keys.push(Number(value));
    else {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      let key = known.get(shown);
      if (key === undefined) {
        key = keyOfText(shown);
        if (known.size < maxKnownTexts) known.set(shown, key);
      }
      keys.push(key === '' ? null : key);
    }
  }
  return keys;
}
