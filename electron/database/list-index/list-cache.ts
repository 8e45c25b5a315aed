import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ListName } from '../../../shared/model/lists.ts';
import { lruGet } from '../../lib/lru-get.ts';
import { number, type Row, text } from '../row.ts';
import { reading } from '../transaction.ts';
import { FilterTexts } from './filter-texts.ts';
import { ListIndex, type PageQuery } from './list-index.ts';

/** Idle time before a list is read ahead, one part at a time, in milliseconds. */
const prefetchDelayMs = 400;
const prefetchPauseMs = 5;

// The three lists of one result set, and one of another.
const maxIndexes = 4;

/** The lists in memory, brought up to date on each request, and read ahead when idle. */
export class ListCache {
  readonly #database: DatabaseSync;
  readonly #selectSet: StatementSync;
  readonly #indexes = new Map<string, ListIndex>();
  /** About 340 bytes for each document: of one result set at a time. */
  readonly #textIndexes = new Map<string, FilterTexts>();
  /** The visible columns, which users sort by, of the lists shown last. */
  readonly #visibleColumns = new Map<string, readonly string[]>();
  #lastQuery: PageQuery | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#selectSet = database.prepare(
      'SELECT id, uuid, revision, last_position, documents FROM result_set WHERE uuid = ?',
    );
  }

  /** The row of a result set; undefined where it was deleted. */
  findSet(resultSetId: string): Row | undefined {
    return this.#selectSet.get(resultSetId);
  }

  /** The list in memory, brought up to date: new rows are added, after any other change it is read again. */
  getIndex(list: ListName, set: Row): ListIndex {
    const id = number(set, 'id');
    const position = number(set, 'last_position');
    const prefix = keyPrefix(list, set);
    const key = `${prefix}${number(set, 'revision')}`;
    for (const known of this.#indexes.keys()) {
      if (known.startsWith(prefix) && known !== key) this.#indexes.delete(known);
    }
    const index = lruGet(this.#indexes, key, maxIndexes, () => {
      const filterTexts = () => lruGet(this.#textIndexes, key, 1, () => new FilterTexts(this.#database, id));
      return new ListIndex(this.#database, list, id, position, filterTexts);
    });
    if (index.position !== position) index.extend(position);
    return index;
  }

  /** Whether the list is in memory, at the revision of this row. */
  has(list: ListName, set: Row): boolean {
    return this.#indexes.has(`${keyPrefix(list, set)}${number(set, 'revision')}`);
  }

  /** When idle, reads a list into memory, and what is likely to be needed of it, one part at a time. */
  prefetch(query: PageQuery): void {
    this.#lastQuery = query;
    clearTimeout(this.#timer);
    this.#schedule(query, prefetchDelayMs);
  }

  /** The same for these columns of a list, if it was shown last. */
  prefetchColumns(list: ListName, set: Row, columns: readonly string[]): void {
    const prefix = keyPrefix(list, set);
    this.#visibleColumns.delete(prefix);
    lruGet(this.#visibleColumns, prefix, maxIndexes, () => columns);
    const last = this.#lastQuery;
    if (last?.resultSetId === text(set, 'uuid') && last.list === list) this.prefetch(last);
  }

  #schedule(query: PageQuery, delayMs: number): void {
    this.#timer = setTimeout(() => {
      try {
        if (reading(this.#database, () => this.#readPart(query))) this.#schedule(query, prefetchPauseMs);
      } catch {
        // Nobody requested this read: the next request reports the error.
        this.#indexes.clear();
      }
    }, delayMs).unref();
  }

  /** Returns whether more remains. */
  #readPart(query: PageQuery): boolean {
    const set = this.findSet(query.resultSetId);
    if (!set) return false;
    const isInMemory = this.has(query.list, set);
    const index = this.getIndex(query.list, set);
    index.getView(query, query.limit);
    return !isInMemory || index.preload(this.#visibleColumns.get(keyPrefix(query.list, set)) ?? []);
  }
}

/** Cache key of a list without its revision. It holds the uuid: a deleted result set's id may be reused. */
function keyPrefix(list: ListName, set: Row): string {
  return `${list} ${text(set, 'uuid')} `;
}
