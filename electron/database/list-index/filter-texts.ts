import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { attempt } from '../damaged-rows.ts';
import { number, parsed, text } from '../row.ts';

/** Texts of several rows, concatenated, and the end of each; `unreadable` are rows with a damaged text. */
interface Block {
  text: string;
  ends: Int32Array;
  unreadable?: readonly number[];
}

/** Texts as a read returns them: joined by `separator`. */
interface Texts {
  texts: string;
  unreadable?: readonly number[];
}

/** Rows per read: a few milliseconds. */
const maxRowsPerRead = 4_000;
/** Separates texts; folding removes it from them (`fold`). */
const separator = '\u0001';

/**
 * The searchable text of a result set's documents, in memory: a search takes milliseconds, reading the file
 * takes tens of them.
 */
export class FilterTexts {
  readonly #database: DatabaseSync;
  readonly #set: number;
  readonly #selectRows: StatementSync;
  readonly #selectObjects: StatementSync;
  readonly #rows: Block[] = [];
  readonly #objects: Block[] = [];
  /** Index of an object's text, by the object's id. */
  readonly #indexOfObject = new Map<number, number>();
  /** The position in the result set up to which texts have been read. */
  #position = 0;
  #rowCount = 0;
  /** Index of each row's object text. */
  #rowObjects = new Int32Array(0);

  constructor(database: DatabaseSync, set: number) {
    this.#database = database;
    this.#set = set;
    this.#selectRows = database.prepare(
      `SELECT group_concat(text, char(1)) AS texts, count(*) AS count, sum(document) AS sum, max(position) AS last FROM
         (SELECT t.text, t.document, m.position FROM result_document m CROSS JOIN document_text t ON t.document = m.document
          WHERE m.result_set = ? AND m.position > ? AND m.position <= ? ORDER BY m.position LIMIT ?)`,
    );
    this.#selectObjects = database.prepare(
      `SELECT group_concat(text, char(1)) AS texts, json_group_array(id) AS ids FROM
         (SELECT o.text, o.id FROM json_each(?) j CROSS JOIN dispatch_object o ON o.id = j.value)`,
    );
  }

  /**
   * Reads the texts of some more rows, up to a position of the result set; `rows` are the ids and dispatch
   * objects of all rows. Returns whether more remains.
   */
  readMore({ ids, objects }: { ids: Int32Array; objects: Int32Array }, upTo: number): boolean {
    if (this.#position >= upTo) return false;
    const further = ids.subarray(this.#rowCount);
    const { count, last, ...read } =
      attempt(this.#database, () => this.#readTexts(further, upTo)) ?? this.#readAround(further, upTo);
    if (count === 0) {
      this.#position = upTo;
      return false;
    }
    const objectsOfRows = objects.subarray(this.#rowCount, this.#rowCount + count);
    this.#addObjects(objectsOfRows);
    this.#addRows(read, objectsOfRows);
    this.#position = last;
    return this.#position < upTo;
  }

  /**
   * Bitmap of the rows from an index on: 1 where a term occurs in the row's text or its dispatch object's. A
   * damaged text contains every term, so that no filter hides its row.
   */
  find(terms: readonly string[], from: number): Uint8Array {
    // The file stores well-formed text only, so search for that form.
    const texts = terms.map((term) => term.toWellFormed());
    const [count, rowObjects] = [this.#rowCount, this.#rowObjects];
    const bitmap = bitmapIn(this.#rows, count, texts, from);
    const ofObjects = bitmapIn(this.#objects, this.#indexOfObject.size, texts, 0);
    for (let row = from; row < count; row++) {
      if (ofObjects[rowObjects[row] ?? -1] === 1) bitmap[row] = 1;
    }
    return bitmap.subarray(from);
  }

  /** Undefined where a text is lost, or holds a separator: the texts below would be those of other rows. */
  #readTexts(ids: Int32Array, upTo: number): (Texts & { count: number; last: number }) | undefined {
    const read = this.#selectRows.get(this.#set, this.#position, upTo, maxRowsPerRead) ?? {};
    const count = number(read, 'count');
    const idsToRead = ids.subarray(0, maxRowsPerRead);
    if (count !== idsToRead.length) return undefined;
    if (count === 0) return { texts: '', count, last: upTo };
    const texts = text(read, 'texts');
    const isOfThese = number(read, 'sum') === idsToRead.reduce((sum, id) => sum + id, 0);
    return isOfThese && areApart(texts, count) ? { texts, count, last: number(read, 'last') } : undefined;
  }

  #readAround(ids: Int32Array, upTo: number): Texts & { count: number; last: number } {
    const shown = new Set(ids);
    const members = this.#database
      .prepare(
        `SELECT document, position FROM result_document
         WHERE result_set = ? AND position > ? AND position <= ? ORDER BY position`,
      )
      .all(this.#set, this.#position, upTo)
      .filter((row) => shown.has(number(row, 'document')))
      .slice(0, maxRowsPerRead);
    const one = this.#database.prepare('SELECT text FROM document_text WHERE document = ?');
    const documents = members.map((row) => number(row, 'document'));
    const last = members.at(-1);
    return {
      ...this.#textsOf(documents, one),
      count: documents.length,
      last: last ? number(last, 'position') : upTo,
    };
  }

  /** The texts of these rows, one by one. A damaged text may hold separators. */
  #textsOf(ids: readonly number[], one: StatementSync): Texts {
    const all = ids.map((id) => attempt(this.#database, () => text(one.get(id) ?? {}, 'text')));
    const unreadable = all.flatMap((each, at) => (each === undefined ? [at] : []));
    return { texts: all.map((each = '') => each.replaceAll(separator, ' ')).join(separator), unreadable };
  }

  #addObjects(ids: Int32Array): void {
    const indexOf = this.#indexOfObject;
    const missing = [...new Set(ids)].filter((id) => !indexOf.has(id));
    if (missing.length === 0) return;
    const readAll = () => this.#selectObjects.get(JSON.stringify(missing)) ?? {};
    const quick = attempt(this.#database, () => {
      const read = readAll();
      const found = parsed<number[]>(text(read, 'ids'));
      const texts = found.length === 0 ? '' : text(read, 'texts');
      return areApart(texts, found.length) ? { texts, found } : undefined;
    });
    const one = this.#database.prepare('SELECT text FROM dispatch_object WHERE id = ?');
    const found = quick?.found ?? missing;
    if (found.length === 0) return;
    for (const id of found) indexOf.set(id, indexOf.size);
    this.#objects.push(toBlock(quick ?? this.#textsOf(missing, one), found.length));
  }

  #addRows(texts: Texts, objectsOfRows: Int32Array): void {
    this.#rows.push(toBlock(texts, objectsOfRows.length));
    const [count, indexOf] = [this.#rowCount, this.#indexOfObject];
    const all = new Int32Array(count + objectsOfRows.length);
    all.set(this.#rowObjects);
    for (let at = 0; at < objectsOfRows.length; at++) {
      all[count + at] = indexOf.get(objectsOfRows[at] ?? 0) ?? -1;
    }
    this.#rowObjects = all;
    this.#rowCount = all.length;
  }
}

/** Whether this joins so many texts: none of them holds the separator. */
function areApart(texts: string, count: number): boolean {
  let separators = 0;
  for (let at = texts.indexOf(separator); at >= 0; at = texts.indexOf(separator, at + 1)) separators++;
  return separators === Math.max(0, count - 1);
}

function toBlock({ texts, unreadable }: Texts, count: number): Block {
  const ends = new Int32Array(count);
  for (let row = 0, from = 0; row < count; row++) {
    const end = texts.indexOf(separator, from);
    ends[row] = end < 0 ? texts.length : end;
    from = end + 1;
  }
  return { text: texts, ends, ...(unreadable && { unreadable }) };
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
  for (const { text, ends, unreadable = [] } of blocks) {
    if (first + ends.length > from) for (const term of terms) setBits(text, ends, term, bitmap, first);
    if (terms.length > 0) for (const row of unreadable) bitmap[first + row] = 1;
    first += ends.length;
  }
  return bitmap;
}

function setBits(text: string, ends: Int32Array, term: string, bitmap: Uint8Array, first: number): void {
  let row = 0;
  for (let at = text.indexOf(term); at >= 0; ) {
    while ((ends[row] ?? text.length) < at) row++;
    bitmap[first + row] = 1;
    const end = ends[row] ?? text.length;
    at = end >= text.length ? -1 : text.indexOf(term, end);
  }
}
