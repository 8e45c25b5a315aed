import type { DatabaseSync } from 'node:sqlite';
import { number, parsed, text } from '../row.ts';

/**
 * The searchable text of a result set's documents, in memory: a search takes milliseconds, reading the file
 * takes tens of them.
 */
export interface TextIndex {
  /**
   * Reads the texts of some more of the given rows, up to a position of the result set. Returns whether there
   * was anything to read.
   */
  readOn(objects: Int32Array, upTo: number): boolean;
  /**
   * Bitmap of the rows from a position on: 1 where a term occurs in the row's text or its dispatch object's.
   */
  find(terms: readonly string[], from: number): Uint8Array;
}

/** Texts of several rows, concatenated, and the end of each. */
interface Block {
  text: string;
  ends: Int32Array;
}

/** Rows per read: a few milliseconds. */
const atATime = 4_000;
/** Separates texts; folding removes it from them (`fold`). */
const separator = '\u0001';

/** Creates an empty index. */
export function createTextIndex(database: DatabaseSync, set: number): TextIndex {
  const readRows = database.prepare(
    `SELECT group_concat(text, char(1)) AS texts, count(*) AS count, max(position) AS last FROM
       (SELECT t.text, m.position FROM result_document m CROSS JOIN document_text t ON t.document = m.document
        WHERE m.result_set = ? AND m.position > ? AND m.position <= ? ORDER BY m.position LIMIT ?)`,
  );
  const readObjects = database.prepare(
    `SELECT group_concat(text, char(1)) AS texts, json_group_array(id) AS ids FROM
       (SELECT o.text, o.id FROM json_each(?) j CROSS JOIN dispatch_object o ON o.id = j.value)`,
  );
  const rows: Block[] = [];
  const objects: Block[] = [];
  /** Index of an object's text, by the object's id. */
  const positionOf = new Map<number, number>();
  let position = 0;
  let count = 0;
  /** Index of each row's object text. */
  let rowObjects = new Int32Array(0);

  function addObjects(ids: Int32Array): void {
    const missing = [...new Set(ids)].filter((id) => !positionOf.has(id));
    if (missing.length === 0) return;
    const read = readObjects.get(JSON.stringify(missing)) ?? {};
    const found = parsed<number[]>(text(read, 'ids'));
    if (found.length === 0) return;
    for (const id of found) positionOf.set(id, positionOf.size);
    objects.push(blockOf(text(read, 'texts'), found.length));
  }

  function addRows(texts: string, objectsOfRows: Int32Array): void {
    rows.push(blockOf(texts, objectsOfRows.length));
    const all = new Int32Array(count + objectsOfRows.length);
    all.set(rowObjects);
    for (let at = 0; at < objectsOfRows.length; at++) {
      all[count + at] = positionOf.get(objectsOfRows[at] ?? 0) ?? -1;
    }
    rowObjects = all;
    count = all.length;
  }

  return {
    readOn(objectsOfRows, upTo) {
      if (position >= upTo) return false;
      const read = readRows.get(set, position, upTo, atATime) ?? {};
      const more = number(read, 'count');
      if (more === 0) {
        position = upTo;
        return false;
      }
      const theirs = objectsOfRows.subarray(count, count + more);
      addObjects(theirs);
      addRows(text(read, 'texts'), theirs);
      position = number(read, 'last');
      return position < upTo;
    },
    find(terms, from) {
      // The file stores well-formed text only, so search for that form.
      const texts = terms.map((one) => one.toWellFormed());
      const own = bitmapIn(rows, count, texts, from);
      const ofObjects = bitmapIn(objects, positionOf.size, texts, 0);
      for (let row = from; row < count; row++) {
        if (ofObjects[rowObjects[row] ?? -1] === 1) own[row] = 1;
      }
      return own.subarray(from);
    },
  };
}

function blockOf(text: string, count: number): Block {
  const ends = new Int32Array(count);
  for (let row = 0, from = 0; row < count; row++) {
    const end = text.indexOf(separator, from);
    ends[row] = end < 0 ? text.length : end;
    from = end + 1;
  }
  return { text, ends };
}

/** Bitmap of the texts in these blocks; bits before `from` may stay 0. */
function bitmapIn(
  blocks: readonly Block[],
  count: number,
  terms: readonly string[],
  from: number,
): Uint8Array {
  const bitmap = new Uint8Array(count);
  let first = 0;
  for (const { text, ends } of blocks) {
    if (first + ends.length > from) for (const one of terms) setBits(text, ends, one, bitmap, first);
    first += ends.length;
  }
  return bitmap;
}

function setBits(text: string, ends: Int32Array, terms: string, bitmap: Uint8Array, first: number): void {
  let row = 0;
  for (let at = text.indexOf(terms); at >= 0; ) {
    while ((ends[row] ?? text.length) < at) row++;
    bitmap[first + row] = 1;
    const end = ends[row] ?? text.length;
    at = end >= text.length ? -1 : text.indexOf(terms, end);
  }
}
