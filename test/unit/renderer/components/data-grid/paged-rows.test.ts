import { describe, expect, it } from 'vitest';
import { pageSize } from '../../../../../renderer/components/data-grid/page-size.ts';
import { PagedRows } from '../../../../../renderer/components/data-grid/paged-rows.ts';
import type { RowsPage } from '../../../../../shared/model/search.ts';
import { lines, slowList, untilIdle, windowsOf } from '../../../../support/page/lists.ts';

describe('pages of rows', () => {
  it('ask for the first window at once, and show it when it comes', async () => {
    const list = slowList(250);
    const { pages } = windowsOf(list);
    expect(list.requests).toMatchObject([{ offset: 0, limit: pageSize }]);
    expect(pages.shown()).toMatchObject({ isFirst: true, count: 0 });
    await list.requests[0]?.resolve();
    expect(pages.shown()).toMatchObject({ isFirst: false, count: 250, isCounted: true });
    expect(pages.row(99)).toBe('row 99');
    expect(pages.row(100)).toBeUndefined();
  });

  it('never ask for what was scrolled past', async () => {
    const list = slowList(100_000);
    const { pages } = windowsOf(list);
    await list.requests[0]?.resolve();
    pages.show(lines(20_000, 20_050));
    pages.show(lines(40_000, 40_050));
    pages.show(lines(60_000, 60_050));
    pages.show(lines(99_950, 99_999));
    expect(list.requests.map(({ offset }) => offset)).toEqual([0, 20_000, 40_000]);
    await list.requests[1]?.resolve();
    expect(list.requests.map(({ offset }) => offset)).toEqual([0, 20_000, 40_000, 99_900]);
  });

  it('ask for nothing while rows fly past, and then for what is shown when they have slowed down', async () => {
    const list = slowList(100_000);
    const pauses: (() => Promise<void>)[] = [];
    const pause = () =>
      new Promise<void>((resolve) =>
        pauses.push(() => {
          resolve();
          return untilIdle();
        }),
      );
    const pages = new PagedRows<string>({ moment: untilIdle, pause });
    pages.start(list.read);
    await list.requests[0]?.resolve();
    pages.show(lines(20_000, 20_030));
    await list.requests[1]?.resolve();
    const past = [0, 20_000];
    await pauses[0]?.();
    pages.show(lines(20_040, 20_070));
    pages.show(lines(20_110, 20_140));
    await pauses[1]?.();
    pages.show(lines(20_150, 20_180));
    await pauses[2]?.();
    pages.show(lines(40_000, 40_030));
    await pauses[3]?.();
    expect(list.requests.map(({ offset }) => offset)).toEqual(past);
    pages.show(lines(40_020, 40_050));
    await pauses[4]?.();
    expect(list.requests.map(({ offset }) => offset)).toEqual([...past, 40_000]);
    pages.show(lines(40_090, 40_120));
    expect(list.requests.map(({ offset }) => offset)).toEqual([...past, 40_000, 40_100]);
  });

  it('ask at once for what a single jump shows', async () => {
    const list = slowList(100_000);
    const pages = new PagedRows<string>({ moment: untilIdle, pause: untilIdle });
    pages.start(list.read);
    await list.requests[0]?.resolve();
    await untilIdle();
    pages.show(lines(99_900, 99_930));
    expect(list.requests.map(({ offset }) => offset)).toEqual([0, 99_900]);
  });

  it('ask for what is shown and for nothing between, where rows of collapsed groups stand', async () => {
    const list = slowList(100_000);
    const { pages } = windowsOf(list);
    await list.requests[0]?.resolve();
    pages.show([...lines(19_990, 19_999), ...lines(70_000, 70_020)]);
    expect(list.requests.map(({ offset }) => offset)).toEqual([0, 19_900, 70_000]);
  });

  it('stay at rest where only headings are in sight', async () => {
    const list = slowList(100_000);
    let pauses = 0;
    const pause = () => {
      pauses++;
      return untilIdle();
    };
    const pages = new PagedRows<string>({ moment: untilIdle, pause });
    pages.start(list.read);
    await list.requests[0]?.resolve();
    pages.show([]);
    await untilIdle();
    pages.refresh();
    expect(list.requests.map(({ offset }) => offset)).toEqual([0, 0]);
    const before = pauses;
    for (let wait = 0; wait < 10; wait++) await untilIdle();
    expect(pauses).toBe(before);
  });

  it('ask for what is in sight though what was scrolled past has failed', async () => {
    const list = slowList(100_000);
    const failures: ((error: Error) => void)[] = [];
    const read = (offset: number, limit: number) =>
      [20_000, 20_100].includes(offset)
        ? new Promise<RowsPage<string>>((_, reject) => failures.push(reject))
        : list.read(offset, limit);
    const pages = new PagedRows<string>({ moment: untilIdle });
    pages.start(read);
    await list.requests[0]?.resolve();
    pages.show(lines(20_080, 20_120));
    pages.show(lines(40_000, 40_030));
    for (const fail of failures) fail(new Error('broken'));
    await untilIdle();
    expect(list.requests.map(({ offset }) => offset)).toEqual([0, 40_000]);
  });

  it('ask for what is in sight of another query too, once its first rows have come', async () => {
    const before = slowList(100_000);
    const { pages } = windowsOf(before);
    await before.requests[0]?.resolve();
    pages.show(lines(20_000, 20_030));
    await before.requests[1]?.resolve();
    const sorted = slowList(100_000, 'sorted');
    pages.start(sorted.read);
    await sorted.requests[0]?.resolve();
    await sorted.requests[1]?.resolve();
    expect(pages.row(20_000)).toBe('sorted 20000');
  });

  it('count no rows that are past the end of a query that is still being counted', async () => {
    const before = slowList(100_000);
    const { pages } = windowsOf(before);
    await before.requests[0]?.resolve();
    pages.show(lines(20_000, 20_030));
    const found = slowList(undefined, 'found');
    pages.start(found.read);
    await found.requests[0]?.resolve();
    await found.requests[1]?.resolve({ rows: [] });
    expect(pages.shown()).toMatchObject({ count: pageSize, isCounted: false });
  });

  it('tell of rows that have come without a change of what else is shown', async () => {
    const list = slowList(100_000);
    const { pages } = windowsOf(list);
    await list.requests[0]?.resolve();
    const [shown, version] = [pages.shown(), pages.version()];
    pages.show(lines(20_000, 20_050));
    await list.requests[1]?.resolve();
    expect(pages.row(20_000)).toBe('row 20000');
    expect(pages.shown()).toBe(shown);
    expect(pages.version()).not.toBe(version);
  });

  it('hold as many rows after a scroll through everything as after a screenful of windows', async () => {
    const list = slowList(100_000);
    const { pages } = windowsOf(list);
    await list.requests[0]?.resolve();
    for (let first = 0; first < 100_000; first += pageSize) {
      pages.show(lines(first, first + 40));
      await list.requests.at(-1)?.resolve();
    }
    expect(pages.here().length).toBeLessThanOrEqual(30 * pageSize);
    expect(pages.row(99_999)).toBe('row 99999');
  });
});
