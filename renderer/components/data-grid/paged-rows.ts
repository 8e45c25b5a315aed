import { replaceEqualDeep } from '@tanstack/react-query';
import type { RowGroup, RowsPage } from '../../../shared/model/search.ts';
import { pageSize } from './page-size.ts';

/** Reads one page of rows. */
export type ReadPage<Row> = (offset: number, limit: number) => Promise<RowsPage<Row>>;

/** What a list shows of its pages at one moment. */
export interface RowsShown {
  /** How many rows there are, as far as is known: rows not yet counted are left out. */
  count: number;
  /** Whether `count` is the whole. */
  isCounted: boolean;
  groups: readonly RowGroup[] | undefined;
  /** How many rows of the windows that are here cannot be read. */
  unreadable: number;
  /** Nothing has arrived yet. */
  isFirst: boolean;
  /** The rows shown answer an earlier query: the new one's have not arrived. */
  isStale: boolean;
  /** The same query is being answered again: what is shown may be of before. */
  isBehind: boolean;
  error: unknown;
}

interface Options {
  /** Resolves after a moment, before an answer that was still being counted is asked for again. */
  moment: () => Promise<void>;
  /**
   * Resolves after a moment: rows that leave the screen within it are not asked for. Left out where answers
   * cost nothing.
   */
  pause?: () => Promise<void>;
}

/** How many pages are kept: memory does not grow with the result. */
const maxPages = 30;
const atOnce = 2;

/**
 * Rows of one list, a page at a time. It asks only for what is shown now: pages that were scrolled past are
 * never asked for. After another query, what is shown stays until the first of the new rows has arrived, so
 * that nothing jumps.
 */
export class PagedRows<Row> {
  #read: ReadPage<Row> | undefined;
  readonly #moment: () => Promise<void>;
  readonly #pause: (() => Promise<void>) | undefined;
  #isWatching = false;
  /** Rows pass without anybody being able to read them. */
  #isFlying = false;
  /** By page number, the longest unused first. */
  #pages = new Map<number, { rows: readonly Row[]; isStale: boolean; unreadable: number }>();
  #generation = 0;
  #arrived = 0;
  #refreshes = 0;
  readonly #underWay = new Set<string>();
  /** Offsets of the rows on screen. */
  #inSight: readonly number[] = [];
  #version = 0;
  #shown: RowsShown = {
    count: 0,
    isCounted: false,
    groups: undefined,
    unreadable: 0,
    isFirst: true,
    isStale: false,
    isBehind: false,
    error: undefined,
  };
  readonly #listeners = new Set<() => void>();

  constructor({ moment, pause }: Options) {
    this.#moment = moment;
    this.#pause = pause;
  }

  /** Tells of every change; gives the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is shown now: the same object until something of it changes, whatever rows come. */
  readonly shown = (): RowsShown => this.#shown;

  /** Another number whenever rows have come. */
  readonly version = (): number => this.#version;

  /** The row at an offset, when it is here. */
  row(offset: number): Row | undefined {
    return this.#pages.get(Math.floor(offset / pageSize))?.rows[offset % pageSize];
  }

  /** Where the row stands that fits, when it is here. */
  offsetOf(fits: (row: Row) => boolean): number | undefined {
    for (const [number, { rows }] of this.#pages) {
      const index = rows.findIndex(fits);
      if (index >= 0) return number * pageSize + index;
    }
    return undefined;
  }

  /**
   * The rows that are here now, in the list's order; of pages that a refresh reads again, none: they tell of
   * before it.
   */
  here(): Row[] {
    return [...this.#pages]
      .filter(([, { isStale }]) => !isStale)
      .sort(([one], [other]) => one - other)
      .flatMap(([, { rows }]) => rows);
  }

  /** Whether every row of the list is here: one that is not has left it. */
  isWhole(): boolean {
    const { count, isCounted, isStale } = this.#shown;
    return !isStale && isCounted && this.here().length >= count;
  }

  /**
   * Has another query answered, from its beginning, which may be `known` already; then what of it is in
   * sight.
   */
  start(read: ReadPage<Row>, known?: RowsPage<Row>): void {
    this.#read = read;
    this.#generation++;
    this.#update({ isStale: !this.#shown.isFirst, error: undefined });
    if (known) this.#store(0, known, false);
    this.#fill();
  }

  /** Says which rows are on screen, by their offsets. */
  show(offsets: readonly number[]): void {
    const before = pagesOf(this.#inSight);
    this.#inSight = offsets;
    if (String(pagesOf(offsets)) !== String(before)) this.#fill();
  }

  /** Has the same query answered again, keeping what is shown until it is. */
  refresh(): void {
    this.#refreshes++;
    for (const [, page] of this.#pages) page.isStale = true;
    this.#update({ isBehind: true, error: undefined });
    this.#fill();
  }

  /**
   * All rows between two offsets, both included, read in large pages and not kept; for what needs a range,
   * not a screen.
   */
  async *between(first: number, last: number): AsyncGenerator<Row> {
    const limit = 500;
    for (let offset = first; offset <= last; offset += limit) {
      const page = await this.#read?.(offset, Math.min(limit, last - offset + 1));
      yield* page?.rows ?? [];
      if (!page || page.rows.length === 0) return;
    }
  }

  /**
   * The pages of the rows in sight; the first one, with which the count comes, of another query and where
   * only headings are in sight.
   */
  #needed(): readonly number[] {
    const needed = this.#arrived === this.#generation ? pagesOf(this.#inSight) : [];
    return needed.length > 0 ? needed : [0];
  }

  #fill(): void {
    const read = this.#read;
    if (!read || (this.#isFlying && this.#arrived === this.#generation)) return;
    const generation = this.#generation;
    for (const number of this.#needed()) {
      if (this.#underWay.size >= atOnce) return;
      const key = `${generation}:${number}`;
      if (this.#underWay.has(key) || !this.#isMissing(number)) continue;
      this.#underWay.add(key);
      void this.#load(read, number, generation, key);
      void this.#watch();
    }
  }

  #isMissing(number: number): boolean {
    if (this.#arrived !== this.#generation) return true;
    const page = this.#pages.get(number);
    if (page) return page.isStale;
    return number === 0 || !this.#shown.isCounted || number * pageSize < this.#shown.count;
  }

  async #load(read: ReadPage<Row>, number: number, generation: number, key: string): Promise<void> {
    const refreshes = this.#refreshes;
    try {
      const page = await read(number * pageSize, pageSize);
      // What was asked before a refresh may tell of before it.
      if (generation === this.#generation) this.#store(number, page, refreshes !== this.#refreshes);
    } catch (error) {
      if (generation === this.#generation) {
        this.#update({ error, isStale: false, isBehind: false, isFirst: false });
        // Not again by itself: it may fail for ever.
        if (this.#needed().includes(number)) return;
      }
    } finally {
      this.#underWay.delete(key);
    }
    this.#fill();
  }

  /**
   * Looks whether anything of what is in sight still is a moment later: if not, what is asked for then would
   * be gone as well.
   */
  async #watch(): Promise<void> {
    if (!this.#pause || this.#isWatching) return;
    this.#isWatching = true;
    let hasFlown = false;
    do {
      const before = this.#inSight;
      await this.#pause();
      this.#isFlying = before !== this.#inSight && !before.some((offset) => this.#inSight.includes(offset));
      hasFlown ||= this.#isFlying;
    } while (this.#isFlying);
    this.#isWatching = false;
    if (hasFlown) this.#fill();
  }

  #store(number: number, page: RowsPage<Row>, isStale: boolean): void {
    if (this.#arrived !== this.#generation) {
      this.#arrived = this.#generation;
      this.#pages = new Map();
    }
    // A row that says what it said stays the same object: it is not drawn anew.
    const rows: readonly Row[] = replaceEqualDeep(this.#pages.get(number)?.rows, page.rows);
    this.#pages.delete(number);
    this.#pages.set(number, { rows, isStale, unreadable: page.unreadable ?? 0 });
    const needed = this.#needed();
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break;
      if (!needed.includes(oldest)) this.#pages.delete(oldest);
    }
    const arrived = { isFirst: false, isStale: false, isBehind: isStale, error: undefined };
    const unreadable = [...this.#pages.values()].reduce((sum, page) => sum + page.unreadable, 0);
    this.#update({ ...this.#counted(number, page), ...arrived, unreadable });
    if (page.total === undefined) void this.#refetchTotal(this.#generation);
  }

  /** How many rows there are now; while they are being counted, those that are known to be there. */
  #counted(number: number, page: RowsPage<Row>): Pick<RowsShown, 'count' | 'isCounted' | 'groups'> {
    const groups = page.groups ?? (this.#shown.isStale ? undefined : this.#shown.groups);
    if (page.total !== undefined) return { count: page.total, isCounted: true, groups };
    // Past the end there is none, and what comes before is not known by that.
    const reached = page.rows.length === 0 ? 0 : number * pageSize + page.rows.length;
    const before = this.#shown.isStale ? 0 : this.#shown.count;
    return { count: Math.max(reached, before), isCounted: false, groups };
  }

  async #refetchTotal(generation: number): Promise<void> {
    await this.#moment();
    if (generation !== this.#generation || this.#shown.isCounted) return;
    const [number = 0] = this.#needed();
    const first = this.#pages.get(number);
    if (first) first.isStale = true;
    this.#fill();
  }

  #update(change: Partial<RowsShown>): void {
    const next = { ...this.#shown, ...change };
    const keys = Object.keys(next) as (keyof RowsShown)[];
    if (keys.some((key) => next[key] !== this.#shown[key])) this.#shown = next;
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}

function pagesOf(offsets: readonly number[]): number[] {
  return [...new Set(offsets.map((offset) => Math.floor(offset / pageSize)))];
}
