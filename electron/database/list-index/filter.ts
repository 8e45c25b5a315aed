import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ListName } from '../../../shared/model/lists.ts';
import { attempt, readInHalves } from '../damaged-rows.ts';
import { fileStatusCondition } from '../file-status-condition.ts';
import { anywhere, type FilterToken } from '../filter-tokens.ts';
import { numberOf, parsed, text } from '../row.ts';
import { listDefinitions } from './definitions.ts';
import type { FilterTexts } from './filter-texts.ts';

/**
 * The rows that a filter searches: those from index `from` on, whose positions in the result set are greater
 * than `after` and at most `upTo`.
 */
interface FilterRange {
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
 * their file status. A row whose damage prevents judging it matches, so that no filter hides it.
 */
export class RowFilter {
  readonly #database: DatabaseSync;
  readonly #list: ListName;
  readonly #set: number;
  readonly #filterTexts: () => FilterTexts;
  readonly #lastObject: StatementSync;
  readonly #documentText: StatementSync;
  readonly #objectText: StatementSync;

  /** `filterTexts` is for documents only. */
  constructor(database: DatabaseSync, list: ListName, set: number, filterTexts: () => FilterTexts) {
    this.#database = database;
    this.#list = list;
    this.#set = set;
    this.#filterTexts = filterTexts;
    this.#lastObject = database.prepare('SELECT max(id) FROM dispatch_object');
    this.#documentText = database.prepare('SELECT text FROM document_text WHERE document = ?');
    this.#objectText = database.prepare('SELECT text FROM dispatch_object WHERE id = ?');
  }

  /** Bitmap of the searched rows that contain the token. */
  find(rows: FilterRange, token: FilterToken): Uint8Array {
    const bitmap =
      this.#list === 'documents' ? this.#findDocuments(rows, token) : this.#findOthers(rows, token);
    if (token.ruts.length === 0) return bitmap;
    const ruts = new Set(token.ruts);
    const clients = rows.clients();
    for (let index = 0; index < bitmap.length; index++) if (ruts.has(clients[index] ?? '')) bitmap[index] = 1;
    return bitmap;
  }

  /**
   * Whether one document contains all tokens. Fast for a few documents, where `find` reads all. Ignores
   * clients' names.
   */
  matchesDocument(tokens: readonly FilterToken[], document: number, object: number): boolean {
    const matches = () => {
      const own = text(this.#documentText.get(document) ?? {}, 'text');
      let ofObject: string | undefined;
      return tokens.every(
        (token) =>
          token.texts.some((one) => {
            if (own.includes(one)) return true;
            ofObject ??= text(this.#objectText.get(object) ?? {}, 'text');
            return ofObject.includes(one);
          }) || this.#hasFileStatus(token, document),
      );
    };
    return attempt(this.#database, matches) ?? true;
  }

  #findDocuments({ from, after, upTo, ids, objects }: FilterRange, token: FilterToken): Uint8Array {
    const filterTexts = this.#filterTexts();
    while (filterTexts.readMore({ ids, objects }, upTo));
    const bitmap = filterTexts.find(token.texts, from);
    if (token.files.length === 0) return bitmap;
    const byFileStatus = `SELECT json_group_array(d.id) AS ids FROM result_document m CROSS JOIN document d ON d.id = m.document
      CROSS JOIN connection c ON c.id = d.connection WHERE m.result_set = ? AND m.position > ? AND (${fileStatusCondition(token.files)})`;
    const matches = this.#readMatches(byFileStatus, 'd.id', ids.subarray(from), this.#set, after);
    for (let index = 0; index < bitmap.length; index++)
      if (matches.has(ids[from + index] ?? 0)) bitmap[index] = 1;
    return bitmap;
  }

  /** Dispatches or disbursements are few enough to read each time. */
  #findOthers({ from, after, ...rows }: FilterRange, token: FilterToken): Uint8Array {
    const patterns = token.texts.map(anywhere);
    const [ids, objects] = [rows.ids.subarray(from), rows.objects.subarray(from)];
    const { from: source, id } = listDefinitions[this.#list];
    const columns = this.#list === 'dispatches' ? ['p.text'] : ['x.text', 'p.text'];
    const where = columns.map((column) => likeAny(column, patterns)).join(' OR ');
    const some = `SELECT json_group_array(${id}) AS ids ${source} WHERE m.result_set = ? AND m.position > ? AND (${where})`;
    const last = ids.reduce((max, one) => Math.max(max, one), 0);
    const input = [this.#set, after, ...columns.flatMap(() => patterns)];
    const matches = this.#readMatches(some, id, ids, ...input);
    const own = toBitmap(matches, last);
    const ofObjects = this.#findObjects(objects, patterns);
    return Uint8Array.from(ids, (one, index) => (own[one] ?? 0) | (ofObjects[objects[index] ?? 0] ?? 0));
  }

  /** Bitmap of the dispatch objects that contain a token. */
  #findObjects(objects: Int32Array, patterns: readonly string[]): Uint8Array {
    const last = numberOf(this.#lastObject) ?? 0;
    const where = likeAny('o.text', patterns);
    // Reading every text is faster than looking up those of one result set, unless that is small.
    const unique = [...new Set(objects)];
    if (objects.length > last / 4) {
      const all = `SELECT json_group_array(o.id) AS ids FROM dispatch_object o WHERE (${where})`;
      return toBitmap(this.#readMatches(all, 'o.id', unique, ...patterns), last);
    }
    const some = `SELECT json_group_array(o.id) AS ids FROM json_each(?) j CROSS JOIN dispatch_object o ON o.id = j.value WHERE (${where})`;
    return toBitmap(this.#readMatches(some, 'o.id', unique, JSON.stringify(unique), ...patterns), last);
  }

  #hasFileStatus({ files }: FilterToken, document: number): boolean {
    if (files.length === 0) return false;
    const one = `SELECT 1 FROM document d CROSS JOIN connection c ON c.id = d.connection WHERE d.id = ? AND (${fileStatusCondition(files)})`;
    return this.#database.prepare(one).get(document) !== undefined;
  }

  /** The ids that a query finds. Where damage stops it, those of `ids` that match or cannot be read. */
  #readMatches(
    sql: string,
    id: string,
    ids: Iterable<number>,
    ...input: (string | number)[]
  ): ReadonlySet<number> {
    const read = (where: string, ...more: string[]) =>
      parsed<number[]>(text(this.#database.prepare(`${sql}${where}`).get(...input, ...more) ?? {}, 'ids'));
    const quick = attempt(this.#database, () => read(''));
    if (quick) return new Set(quick);
    const all = [...ids];
    const isMatch = readInHalves(this.#database, all, (part) => {
      const found = new Set(read(` AND ${id} IN (SELECT value FROM json_each(?))`, JSON.stringify(part)));
      return part.map((one) => found.has(one));
    });
    return new Set(all.filter((_, at) => isMatch[at] ?? true));
  }
}

/** SQL: a column contains one of the patterns. */
function likeAny(column: string, patterns: readonly string[]): string {
  return patterns.map(() => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
}

function toBitmap(ids: Iterable<number>, last: number): Uint8Array {
  const bitmap = new Uint8Array(last + 1);
  for (const id of ids) bitmap[id] = 1;
  return bitmap;
}
