import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { numberOf } from '../row.ts';
import { numberKey, searchText } from '../search-text.ts';

/** Finds or inserts rows that others refer to. All functions run inside the caller's transaction. */
export type References = ReturnType<typeof referenceWriter>;

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

export function referenceWriter(database: DatabaseSync) {
  const findConnection = database.prepare('SELECT id FROM connection WHERE uuid = ?');
  const insertConnection = database.prepare('INSERT INTO connection (uuid) VALUES (?)');
  const findQuery = database.prepare('SELECT id FROM walk_question WHERE question = ?');
  const insertQuery = database.prepare('INSERT INTO walk_question (question) VALUES (?)');
  const findObject = database.prepare('SELECT id FROM dispatch_object WHERE connection = ? AND hash = ?');
  const insertObject = database.prepare(
    `INSERT INTO dispatch_object (connection, hash, item, text, find_reference, find_transport, find_declaration)
     VALUES (?, ?, jsonb(?), ?, ?, ?, ?)`,
  );
  const latestRun = database.prepare('SELECT max(id) FROM run');
  const insertPath = database.prepare('INSERT OR IGNORE INTO item_path VALUES (?, ?, ?)');
  const countPaths = database.prepare('SELECT count(*) FROM item_path WHERE connection = ? AND list = ?');
  const dataVersion = database.prepare('PRAGMA data_version');
  const knownPaths = new Map<string, { count: number; keys: KnownKeys }>();
  /**
   * Row ids of dispatch objects by connection and content: every document of a dispatch repeats the same
   * object.
   */
  const knownObjects = new Map<string, number>();
  let version = numberOf(dataVersion);

  function addPath(connection: number, list: ListName, path: string): void {
    if ((numberOf(countPaths, connection, list) ?? 0) < maxPaths) insertPath.run(connection, list, path);
  }

  /** Passes each new path of an item to `insert`. */
  function addPaths(kind: string, item: JsonObject, insert: (path: string) => void): void {
    const known = knownPaths.get(kind) ?? { count: 0, keys: new Map() };
    knownPaths.set(kind, known);
    if (areKnown(item, known.keys)) return;
    for (const path of pathsOf(item)) insert(path);
    // If every item has other keys, the cache stops growing and each item is checked again.
    if (known.count < 10 * maxPaths) known.count += collectKeys(item, known.keys);
  }

  function forget(): void {
    knownPaths.clear();
    knownObjects.clear();
  }

  return {
    connection(uuid: string): number {
      return numberOf(findConnection, uuid) ?? Number(insertConnection.run(uuid).lastInsertRowid);
    },
    query(query: DocumentsQuery): number {
      const json = JSON.stringify(query);
      return numberOf(findQuery, json) ?? Number(insertQuery.run(json).lastInsertRowid);
    },
    /** The latest run: a document seen now counts as seen in it. */
    run(): number {
      return numberOf(latestRun) ?? 0;
    },
    object(connection: number, item: JsonObject): StoredObject {
      const json = JSON.stringify(item);
      const print = hash('sha1', json);
      const name = compositeKey(connection, print);
      const found = knownObjects.get(name) ?? numberOf(findObject, connection, print);
      if (found !== undefined) {
        if (knownObjects.size >= maxObjects) knownObjects.clear();
        knownObjects.set(name, found);
        return { id: found, item };
      }
      const { lastInsertRowid } = insertObject.run(
        connection,
        print,
        json,
        searchText(item),
        numberKey(textIn(item, 'referencia')),
        numberKey(textIn(item, 'doctoTransporte')),
        numberKey(textIn(item, 'numeroIdentificacion')),
      );
      addPaths(compositeKey(connection, 'dispatch'), item, (path) => {
        addPath(connection, 'dispatches', path);
        addPath(connection, 'documents', `dispatch.${path}`);
      });
      return { id: Number(lastInsertRowid), item };
    },
    /** Stores the keys of an item, to offer them as columns. */
    paths(connection: number, list: ListName, item: JsonObject): void {
      addPaths(compositeKey(connection, list), item, (path) => addPath(connection, list, path));
    },
    /** Call first in a transaction that refers to rows: another process may have deleted some. */
    refresh(): void {
      const now = numberOf(dataVersion);
      if (now !== version) forget();
      version = now;
    },
    /** Clears the caches; call after rows were deleted or a transaction failed. */
    forget,
  };
}

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
