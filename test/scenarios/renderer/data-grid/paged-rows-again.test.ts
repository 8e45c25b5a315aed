import { describe, expect, it } from 'vitest';
import { pageSize } from '../../../../renderer/components/data-grid/page-size.ts';
import { PagedRows } from '../../../../renderer/components/data-grid/paged-rows.ts';
import { lines, slowList, untilIdle, windowsOf } from '../../../support/page/lists.ts';

describe('pages of rows that are asked for again, or otherwise', () => {
  it('show the rows of before until the first of another query has come', async () => {
    const before = slowList(300);
    const { pages } = windowsOf(before);
    await before.requests[0]?.resolve();
    const after = slowList(7, 'found');
    pages.start(after.read);
    expect(pages.shown()).toMatchObject({ isStale: true, count: 300 });
    expect(pages.row(0)).toBe('row 0');
    await after.requests[0]?.resolve();
    expect(pages.shown()).toMatchObject({ isStale: false, count: 7 });
    expect(pages.row(0)).toBe('found 0');
    expect(pages.row(7)).toBeUndefined();
  });

  it('drop an answer to a query that is no longer asked', async () => {
    const before = slowList(300);
    const { pages } = windowsOf(before);
    const after = slowList(7, 'found');
    pages.start(after.read);
    await after.requests[0]?.resolve();
    await before.requests[0]?.resolve();
    expect(pages.shown().count).toBe(7);
    expect(pages.row(0)).toBe('found 0');
  });

  it('keep what is shown while they are refreshed, and take what comes', async () => {
    const list = slowList(2);
    const { pages } = windowsOf(list);
    await list.requests[0]?.resolve();
    pages.refresh();
    expect(pages.row(0)).toBe('row 0');
    await list.requests[1]?.resolve({ rows: ['new 0', 'new 1', 'new 2'], total: 3 });
    expect(pages.row(2)).toBe('new 2');
    expect(pages.shown().count).toBe(3);
    expect(list.requests).toHaveLength(2);
  });

  it('keep a row the same object while a refresh says the same of it', async () => {
    const pages = new PagedRows<{ id: string; state: string }>({ moment: untilIdle });
    let state = 'waiting';
    pages.start(async (offset) => ({
      rows: [
        { id: 'one', state: 'done' },
        { id: 'other', state },
      ],
      offset,
      total: 2,
    }));
    await untilIdle();
    const [one, other] = pages.here();
    state = 'done';
    pages.refresh();
    await untilIdle();
    expect(pages.row(0)).toBe(one);
    expect(pages.row(1)).not.toBe(other);
    expect(pages.row(1)).toEqual({ id: 'other', state: 'done' });
  });

  it('begin with an answer that is known, and do not ask for it', async () => {
    const list = slowList(150);
    const pages = new PagedRows<string>({ moment: untilIdle });
    pages.start(list.read, { rows: ['known'], offset: 0, total: 1 });
    expect(pages.row(0)).toBe('known');
    expect(pages.shown()).toMatchObject({ count: 1, isCounted: true, isFirst: false });
    pages.show(lines(0, 0));
    expect(list.requests).toEqual([]);
    pages.refresh();
    await list.requests[0]?.resolve();
    expect(pages.row(0)).toBe('row 0');
  });

  it('count rows of before a refresh neither among those here nor for the whole list', async () => {
    const list = slowList(150);
    const { pages } = windowsOf(list);
    await list.requests[0]?.resolve();
    expect(pages.isWhole()).toBe(false);
    pages.show(lines(0, 120));
    await list.requests[1]?.resolve();
    expect(pages.isWhole()).toBe(true);
    pages.refresh();
    expect(pages.here()).toEqual([]);
    await list.requests[2]?.resolve();
    expect(pages.here()).toHaveLength(pageSize);
    expect(pages.isWhole()).toBe(false);
    await list.requests[3]?.resolve();
    expect(pages.isWhole()).toBe(true);
  });

  it('ask again for what was under way when they were refreshed', async () => {
    const list = slowList(2);
    const { pages } = windowsOf(list);
    pages.refresh();
    await list.requests[0]?.resolve();
    expect(list.requests).toHaveLength(2);
  });

  it('count the rows they know while the store is still counting, and ask again after a moment', async () => {
    const list = slowList(undefined);
    const { pages, moments } = windowsOf(list);
    await list.requests[0]?.resolve();
    expect(pages.shown()).toMatchObject({ count: pageSize, isCounted: false });
    moments[0]?.();
    await untilIdle();
    await list.requests[1]?.resolve({ total: 512 });
    expect(pages.shown()).toMatchObject({ count: 512, isCounted: true });
  });

  it('tell of an error, and ask again when they are refreshed', async () => {
    const pages = new PagedRows<string>({ moment: untilIdle });
    let isBroken = true;
    pages.start(async (offset) => {
      if (isBroken) throw new Error('broken');
      return { rows: ['row'], offset, total: 1 };
    });
    await untilIdle();
    expect(pages.shown().error).toEqual(new Error('broken'));
    isBroken = false;
    pages.refresh();
    await untilIdle();
    expect(pages.shown()).toMatchObject({ error: undefined, count: 1 });
  });

  it('ask for what has failed no more by themselves', async () => {
    let requestCount = 0;
    const pages = new PagedRows<string>({ moment: untilIdle, pause: untilIdle });
    pages.start(async () => {
      requestCount++;
      throw new Error('broken');
    });
    for (let wait = 0; wait < 10; wait++) await untilIdle();
    expect(requestCount).toBe(1);
  });

  it('read a range in large windows without keeping it', async () => {
    const requestCount: number[] = [];
    const pages = new PagedRows<number>({ moment: untilIdle });
    pages.start(async (offset, limit) => {
      requestCount.push(limit);
      return { rows: Array.from({ length: limit }, (_, index) => offset + index), offset, total: 100_000 };
    });
    await untilIdle();
    const rows: number[] = [];
    for await (const row of pages.between(10, 1209)) rows.push(row);
    expect(rows).toHaveLength(1200);
    expect(rows.at(-1)).toBe(1209);
    expect(requestCount).toEqual([pageSize, 500, 500, 200]);
    expect(pages.here()).toHaveLength(pageSize);
  });
});
