import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { numberOf } from '../row.ts';
import { searchText } from '../search-text.ts';
import { dateKey, numberKey } from '../sort-keys.ts';
import { perDatabase, prepared } from '../statements.ts';

/** A stored dispatch object. */
export interface StoredObject {
  id: number;
  item: JsonObject;
}

// More keys than any API returns by intent: the column chooser must stay usable.
const maxPaths = 1_000;
const maxPathDepth = 6;
/** Cached objects: a good year of a client, a few megabytes. */
const maxObjects = 60_000;

const insertObjectSql = `INSERT INTO dispatch_object (connection, hash, item, text, find_reference, find_transport, find_declaration,
  day_arrival, day_due, day_withdrawal) VALUES (?, ?, jsonb(?), ?, ?, ?, ?, ?, ?, ?)`;

/** Finds or inserts rows that others refer to, inside the caller's transaction, and caches their ids. */
class ReferencedRows {
  readonly #database: DatabaseSync;
  readonly #knownPaths = new Map<string, { count: number; keys: KnownKeys }>();
  /**
   * Row ids of dispatch objects by connection and content: every document of a dispatch repeats the same
   * object.
   */
  readonly #knownObjects = new Map<string, number>();
  #version: number | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#version = this.#readVersion();
  }

  getConnection(uuid: string): number {
    const found = this.#find('SELECT id FROM connection WHERE uuid = ?', uuid);
    return found ?? this.#insert('INSERT INTO connection (uuid) VALUES (?)', uuid);
  }

  getQuery(query: DocumentsQuery): number {
    const json = JSON.stringify(query);
    const found = this.#find('SELECT id FROM walk_question WHERE question = ?', json);
    return found ?? this.#insert('INSERT INTO walk_question (question) VALUES (?)', json);
  }

  /** The latest run: a document seen now counts as seen in it. */
  getLatestRun(): number {
    return this.#find('SELECT max(id) FROM run') ?? 0;
  }

  getObject(connection: number, item: JsonObject): StoredObject {
    const json = JSON.stringify(item);
    const print = hash('sha1', json);
    const key = compositeKey(connection, print);
    const found =
      this.#knownObjects.get(key) ??
      this.#find('SELECT id FROM dispatch_object WHERE connection = ? AND hash = ?', connection, print);
    if (found !== undefined) {
      if (this.#knownObjects.size >= maxObjects) this.#knownObjects.clear();
      this.#knownObjects.set(key, found);
      return { id: found, item };
    }
    const id = this.#insert(
      insertObjectSql,
      connection,
      print,
      json,
      searchText(item),
      numberKey(textIn(item, 'referencia')),
      numberKey(textIn(item, 'doctoTransporte')),
      numberKey(textIn(item, 'numeroIdentificacion')),
      dateKey(textIn(item, 'fechaArriboEfectivo')) || dateKey(textIn(item, 'fechaEta')),
      dateKey(textIn(item, 'fechaVencimiento')),
      dateKey(textIn(item, 'fechaRetiro')),
    );
    this.#addPathsOf(compositeKey(connection, 'dispatch'), item, (path) => {
      this.#addPath(connection, 'dispatches', path);
      this.#addPath(connection, 'documents', `dispatch.${path}`);
    });
    return { id, item };
  }

  /** Stores the keys of an item, to offer them as columns. */
  addPaths(connection: number, list: ListName, item: JsonObject): void {
    this.#addPathsOf(compositeKey(connection, list), item, (path) => this.#addPath(connection, list, path));
  }

  /** Call first in a transaction that refers to rows: another process may have deleted some. */
  refresh(): void {
    const version = this.#readVersion();
    if (version !== this.#version) this.clear();
    this.#version = version;
  }

  /** Clears the caches; call after rows were deleted or a transaction failed. */
  clear(): void {
    this.#knownPaths.clear();
    this.#knownObjects.clear();
  }

  /** Passes each new path of an item to `insert`. */
  #addPathsOf(kind: string, item: JsonObject, insert: (path: string) => void): void {
    const known = this.#knownPaths.get(kind) ?? { count: 0, keys: new Map() };
    this.#knownPaths.set(kind, known);
    if (areKnown(item, known.keys)) return;
    for (const path of pathsOf(item)) insert(path);
    // If every item has other keys, the cache stops growing and each item is checked again.
    if (known.count < 10 * maxPaths) known.count += collectKeys(item, known.keys);
  }

  #addPath(connection: number, list: ListName, path: string): void {
    const count = 'SELECT count(*) FROM item_path WHERE connection = ? AND list = ?';
    if ((this.#find(count, connection, list) ?? 0) >= maxPaths) return;
    this.#insert('INSERT OR IGNORE INTO item_path VALUES (?, ?, ?)', connection, list, path);
  }

  #readVersion(): number | undefined {
    return this.#find('PRAGMA data_version');
  }

  #find(sql: string, ...input: (string | number)[]): number | undefined {
    return numberOf(prepared(this.#database, sql), ...input);
  }

  #insert(sql: string, ...input: (string | number)[]): number {
    return Number(prepared(this.#database, sql).run(...input).lastInsertRowid);
  }
}

/** The references of a database, with one cache for all queries that write. */
export const referencedRowsOf = perDatabase((database) => new ReferencedRows(database));

/** The text under a key of the API, unchanged; `''` where there is none. Numbers become text. */
export function textIn(item: JsonObject, key: string): string {
  const value: Json | undefined = item[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A known key of items: whether it had a plain value, and the keys of its objects. */
interface KnownKey {
  isValue: boolean;
  inner: KnownKeys;
}
type KnownKeys = Map<string, KnownKey>;

/** Whether every key of an item is known. */
function areKnown(item: JsonObject, keys: KnownKeys, depth = 1): boolean {
  for (const [key, value] of Object.entries(item)) {
    if (value === null || value === '') continue;
    const known = keys.get(key);
    if (!known) return false;
    const isMet =
      isObject(value) && depth < maxPathDepth ? areKnown(value, known.inner, depth + 1) : known.isValue;
    if (!isMet) return false;
  }
  return true;
}

/** Adds the keys of an item to the cache; returns how many were new. */
function collectKeys(item: JsonObject, keys: KnownKeys, depth = 1): number {
  let count = 0;
  for (const [key, value] of Object.entries(item)) {
    if (value === null || value === '') continue;
    const known: KnownKey = keys.get(key) ?? { isValue: false, inner: new Map() };
    if (!keys.has(key)) count++;
    keys.set(key, known);
    if (isObject(value) && depth < maxPathDepth) count += collectKeys(value, known.inner, depth + 1);
    else known.isValue = true;
  }
  return count;
}

/** Paths of an item's values, such as `infoDoc.issuer.name`; arrays are values. */
function* pathsOf(item: JsonObject, prefix = '', depth = 1): Generator<string> {
  for (const [key, value] of Object.entries(item)) {
    const path = prefix + key;
    if (path.length > 200 || value === null || value === '') continue;
    if (isObject(value) && depth < maxPathDepth) yield* pathsOf(value, `${path}.`, depth + 1);
    else yield path;
  }
}
