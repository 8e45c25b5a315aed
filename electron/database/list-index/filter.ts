import type { DatabaseSync } from 'node:sqlite';
import type { ListName } from '../../../shared/model/lists.ts';
import { fileStatusCondition } from '../file-status.ts';
import { numberOf, parsed, text } from '../row.ts';
import { anywhere, type FilterToken } from '../search-text.ts';
import { listDefinitions } from './definitions.ts';
import type { TextIndex } from './text-index.ts';

/**
 * The rows that a filter searches: those from index `from` on, whose positions in the result set are greater
 * than `after` and at most `upTo`.
 */
export interface FilteredRows {
  from: number;
  after: number;
  upTo: number;
  /** Of all rows, including those before `from`. */
  ids: Int32Array;
  objects: Int32Array;
  /** Each searched row's client, for tokens that name one. */
  clients(): readonly string[];
}

/**
 * Finds the rows that contain a token: in their text, their dispatch object's text, their client's name, or
 * their file status. `textIndex` is for documents only.
 */
export function createFilter(
  database: DatabaseSync,
  list: ListName,
  set: number,
  textIndex: () => TextIndex,
) {
  const lastObject = database.prepare('SELECT max(id) FROM dispatch_object');
  const documentText = database.prepare('SELECT text FROM document_text WHERE document = ?');
  const objectText = database.prepare('SELECT text FROM dispatch_object WHERE id = ?');

  function found(sql: string, ...input: (string | number)[]): number[] {
    return parsed<number[]>(text(database.prepare(sql).get(...input) ?? {}, 'ids'));
  }

  /** Bitmap of the dispatch objects that contain a token. */
  function matchObjects(objects: Int32Array, patterns: readonly string[]): Uint8Array {
    const last = numberOf(lastObject) ?? 0;
    const where = stands('o.text', patterns);
    // Reading every text is faster than looking up those of one result set, unless that is small.
    if (objects.length > last / 4) {
      const all = `SELECT json_group_array(o.id) AS ids FROM dispatch_object o WHERE ${where}`;
      return bitmapFrom(found(all, ...patterns), last);
    }
    const some = `SELECT json_group_array(o.id) AS ids FROM json_each(?) j CROSS JOIN dispatch_object o ON o.id = j.value WHERE ${where}`;
    return bitmapFrom(found(some, JSON.stringify([...new Set(objects)]), ...patterns), last);
  }

  function matchDocuments({ from, after, upTo, ids, objects }: FilteredRows, token: FilterToken): Uint8Array {
    const all = textIndex();
    while (all.readOn(objects, upTo));
    const bitmap = all.find(token.texts, from);
    if (token.files.length === 0) return bitmap;
    const said = `SELECT json_group_array(d.id) AS ids FROM result_document m CROSS JOIN document d ON d.id = m.document
      CROSS JOIN connection c ON c.id = d.connection WHERE m.result_set = ? AND m.position > ? AND (${fileStatusCondition(token.files)})`;
    const ofFile = new Set(found(said, set, after));
    for (let index = 0; index < bitmap.length; index++)
      if (ofFile.has(ids[from + index] ?? 0)) bitmap[index] = 1;
    return bitmap;
  }

  function hasFileStatus({ files }: FilterToken, document: number): boolean {
    if (files.length === 0) return false;
    const one = `SELECT 1 FROM document d CROSS JOIN connection c ON c.id = d.connection WHERE d.id = ? AND (${fileStatusCondition(files)})`;
    return database.prepare(one).get(document) !== undefined;
  }

  /** Dispatches or disbursements are few enough to read each time. */
  function matchOthers({ from, after, ...rows }: FilteredRows, token: FilterToken): Uint8Array {
    const patterns = token.texts.map(anywhere);
    const [ids, objects] = [rows.ids.subarray(from), rows.objects.subarray(from)];
    const { from: source, id } = listDefinitions[list];
    const columns = list === 'dispatches' ? ['p.text'] : ['x.text', 'p.text'];
    const where = columns.map((column) => stands(column, patterns)).join(' OR ');
    const some = `SELECT json_group_array(${id}) AS ids ${source} WHERE m.result_set = ? AND m.position > ? AND (${where})`;
    const last = ids.reduce((max, one) => Math.max(max, one), 0);
    const own = bitmapFrom(found(some, set, after, ...columns.flatMap(() => patterns)), last);
    const ofObjects = matchObjects(objects, patterns);
    return Uint8Array.from(ids, (one, index) => (own[one] ?? 0) | (ofObjects[objects[index] ?? 0] ?? 0));
  }

  return {
    /** Bitmap of the searched rows that contain the token. */
    find(rows: FilteredRows, token: FilterToken): Uint8Array {
      const bitmap = list === 'documents' ? matchDocuments(rows, token) : matchOthers(rows, token);
      if (token.ruts.length === 0) return bitmap;
      const ruts = new Set(token.ruts);
      const clients = rows.clients();
      for (let index = 0; index < bitmap.length; index++)
        if (ruts.has(clients[index] ?? '')) bitmap[index] = 1;
      return bitmap;
    },
    /**
     * Whether one document contains all tokens. Fast for a few documents, where `find` reads all. Ignores
     * clients' names.
     */
    standIn(tokens: readonly FilterToken[], document: number, object: number): boolean {
      const own = text(documentText.get(document) ?? {}, 'text');
      let other: string | undefined;
      return tokens.every(
        (token) =>
          token.texts.some((one) => {
            if (own.includes(one)) return true;
            other ??= text(objectText.get(object) ?? {}, 'text');
            return other.includes(one);
          }) || hasFileStatus(token, document),
      );
    },
  };
}

function stands(column: string, patterns: readonly string[]): string {
  return patterns.map(() => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
}

function bitmapFrom(ids: readonly number[], last: number): Uint8Array {
  const bitmap = new Uint8Array(last + 1);
  for (const id of ids) bitmap[id] = 1;
  return bitmap;
}
