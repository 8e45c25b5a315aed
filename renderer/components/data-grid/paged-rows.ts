import { replaceEqualDeep } from '@tanstack/react-query';
import type { RowGroup, RowsPage } from '../../../shared/model/search.ts';
import { pageSize } from './page-size.ts';

/** Reads one page of rows. */
export type ReadPage<Row> = (offset: number, limit: number) => Promise<RowsPage<Row>>;

/** State of a list's pages at one moment. */
export interface RowsShown {
  /** Number of rows known so far, without rows not yet counted. */
  count: number;
  /** Whether `count` is final. */
  isCounted: boolean;
  groups: readonly RowGroup[] | undefined;
  /** Number of unreadable rows in the loaded pages. */
  unreadable: number;
  /** Nothing is loaded yet. */
  isFirst: boolean;
  /** The rows belong to an earlier query: those of the new one are not loaded yet. */
  isStale: boolean;
  /** The same query is being refreshed: the rows shown may be outdated. */
  isBehind: boolean;
  error: unknown;
}

interface Options {
  /** Resolves after a delay, before a page whose rows were still being counted is requested again. */
  moment: () => Promise<void>;
  /**
   * Resolves after a delay: rows that leave the screen within it are not requested. Absent if requests cost
   * nothing.
   */
  pause?: () => Promise<void>;
}

/** Maximum number of loaded pages: memory does not grow with the result set. */
const maxPages = 30;
const atOnce = 2;

/**
 * Rows of one list, loaded a page at a time. Requests only the visible rows: pages that were scrolled past
 * are never requested. After a new query the old rows stay until the first new ones arrive, so that nothing
 * jumps.
 */
export class PagedRows<Row> {
  #read: ReadPage<Row> | undefined;
  readonly #moment: () => Promise<void>;
  readonly #pause: (() => Promise<void>) | undefined;
  #isWatching = false;
  /** Scrolling is too fast for anybody to read the rows. */
  #isFlying = false;
  /** By page number, least recently used first. */
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

  /** Calls the listener on every change; returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The current state: the same object until one of its fields changes, whatever rows arrive. */
  readonly shown = (): RowsShown => this.#shown;

  /** Changes whenever rows arrive. */
  readonly version = (): number => this.#version;

  /** The row at an offset, if it is loaded. */
  row(offset: number): Row | undefined {
    return this.#pages.get(Math.floor(offset / pageSize))?.rows[offset % pageSize];
  }

  /** The offset of the first loaded row that matches. */
  offsetOf(fits: (row: Row) => boolean): number | undefined {
    for (const [number, { rows }] of this.#pages) {
      const index = rows.findIndex(fits);
      if (index >= 0) return number * pageSize + index;
    }
    return undefined;
  }

  /** The loaded rows in list order, without pages that a refresh reads again: those are outdated. */
  here(): Row[] {
    return [...this.#pages]
      .filter(([, { isStale }]) => !isStale)
      .sort(([one], [other]) => one - other)
      .flatMap(([, { rows }]) => rows);
  }

  /** Whether every row of the list is loaded: a row that is not loaded has then left the list. */
  isWhole(): boolean {
    const { count, isCounted, isStale } = this.#shown;
    return !isStale && isCounted && this.here().length >= count;
  }

  /**
   * Starts another query from its beginning, whose first page may be `known`; then loads its visible rows.
   */
  start(read: ReadPage<Row>, known?: RowsPage<Row>): void {
    this.#read = read;
    this.#generation++;
    this.#update({ isStale: !this.#shown.isFirst, error: undefined });
    if (known) this.#store(0, known, false);
    this.#fill();
  }

  /** Sets the offsets of the rows on screen. */
  show(offsets: readonly number[]): void {
    const before = pagesOf(this.#inSight);
    this.#inSight = offsets;
    if (String(pagesOf(offsets)) !== String(before)) this.#fill();
  }

  /** Runs the same query again; the current rows stay until it returns. */
  refresh(): void {
    this.#refreshes++;
    for (const [, page] of this.#pages) page.isStale = true;
    this.#update({ isBehind: true, error: undefined });
    this.#fill();
  }

  /**
   * All rows between two offsets, both included, read in large pages and not stored; for a range rather than
   * a screen.
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
   * The pages of the visible rows. The first page, which brings the count, for a new query and when only
   * headings are visible.
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
      // A request from before a refresh may return outdated rows.
      if (generation === this.#generation) this.#store(number, page, refreshes !== this.#refreshes);
    } catch (error) {
      if (generation === this.#generation) {
        this.#update({ error, isStale: false, isBehind: false, isFirst: false });
        // No automatic retry: it might fail for ever.
        if (this.#needed().includes(number)) return;
      }
    } finally {
      this.#underWay.delete(key);
    }
    this.#fill();
  }

  /**
   * Checks a moment later whether any of the visible rows is still visible: if not, requesting them would be
   * useless.
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
    // An unchanged row keeps its object: it is not re-rendered.
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

  /** The current number of rows; while they are counted, those known so far. */
  #counted(number: number, page: RowsPage<Row>): Pick<RowsShown, 'count' | 'isCounted' | 'groups'> {
    const groups = page.groups ?? (this.#shown.isStale ? undefined : this.#shown.groups);
    if (page.total !== undefined) return { count: page.total, isCounted: true, groups };
    // An empty page past the end does not tell how many rows come before it.
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
