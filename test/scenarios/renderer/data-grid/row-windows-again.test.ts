import { describe, expect, it } from 'vitest';
import { RowWindows } from '../../../../renderer/components/data-grid/paged-rows.ts';
import { windowSize } from '../../../../renderer/components/data-grid/window-size.ts';
import { lines, settled, slowList, windowsOf } from '../../../support/page/lists.ts';

describe('windows of rows that are asked for again, or otherwise', () => {
  it('show the rows of before until the first of another query has come', async () => {
    const before = slowList(300);
    const { windows } = windowsOf(before);
    await before.requests[0]?.resolve();
    const after = slowList(7, 'found');
    windows.start(after.read);
    expect(windows.shown()).toMatchObject({ isStale: true, count: 300 });
    expect(windows.row(0)).toBe('row 0');
    await after.requests[0]?.resolve();
    expect(windows.shown()).toMatchObject({ isStale: false, count: 7 });
    expect(windows.row(0)).toBe('found 0');
    expect(windows.row(7)).toBeUndefined();
  });

  it('drop an answer to a query that is no longer asked', async () => {
    const before = slowList(300);
    const { windows } = windowsOf(before);
    const after = slowList(7, 'found');
    windows.start(after.read);
    await after.requests[0]?.resolve();
    await before.requests[0]?.resolve();
    expect(windows.shown().count).toBe(7);
    expect(windows.row(0)).toBe('found 0');
  });

  it('keep what is shown while they are refreshed, and take what comes', async () => {
    const list = slowList(2);
    const { windows } = windowsOf(list);
    await list.requests[0]?.resolve();
    windows.refresh();
    expect(windows.row(0)).toBe('row 0');
    await list.requests[1]?.resolve({ rows: ['new 0', 'new 1', 'new 2'], total: 3 });
    expect(windows.row(2)).toBe('new 2');
    expect(windows.shown().count).toBe(3);
    expect(list.requests).toHaveLength(2);
  });

  it('keep a row the same object while a refresh says the same of it', async () => {
    const windows = new RowWindows<{ id: string; state: string }>({ moment: settled });
    let state = 'waiting';
    windows.start(async (offset) => ({
      rows: [
        { id: 'one', state: 'done' },
        { id: 'other', state },
      ],
      offset,
      total: 2,
    }));
    await settled();
    const [one, other] = windows.here();
    state = 'done';
    windows.refresh();
    await settled();
    expect(windows.row(0)).toBe(one);
    expect(windows.row(1)).not.toBe(other);
    expect(windows.row(1)).toEqual({ id: 'other', state: 'done' });
  });

  it('begin with an answer that is known, and do not ask for it', async () => {
    const list = slowList(150);
    const windows = new RowWindows<string>({ moment: settled });
    windows.start(list.read, { rows: ['known'], offset: 0, total: 1 });
    expect(windows.row(0)).toBe('known');
    expect(windows.shown()).toMatchObject({ count: 1, isCounted: true, isFirst: false });
    windows.show(lines(0, 0));
    expect(list.requests).toEqual([]);
    windows.refresh();
    await list.requests[0]?.resolve();
    expect(windows.row(0)).toBe('row 0');
  });

  it('count rows of before a refresh neither among those here nor for the whole list', async () => {
    const list = slowList(150);
    const { windows } = windowsOf(list);
    await list.requests[0]?.resolve();
    expect(windows.isWhole()).toBe(false);
    windows.show(lines(0, 120));
    await list.requests[1]?.resolve();
    expect(windows.isWhole()).toBe(true);
    windows.refresh();
    expect(windows.here()).toEqual([]);
    await list.requests[2]?.resolve();
    expect(windows.here()).toHaveLength(windowSize);
    expect(windows.isWhole()).toBe(false);
    await list.requests[3]?.resolve();
    expect(windows.isWhole()).toBe(true);
  });

  it('ask again for what was under way when they were refreshed', async () => {
    const list = slowList(2);
    const { windows } = windowsOf(list);
    windows.refresh();
    await list.requests[0]?.resolve();
    expect(list.requests).toHaveLength(2);
  });

  it('count the rows they know while the store is still counting, and ask again after a moment', async () => {
    const list = slowList(undefined);
    const { windows, moments } = windowsOf(list);
    await list.requests[0]?.resolve();
    expect(windows.shown()).toMatchObject({ count: windowSize, isCounted: false });
    moments[0]?.();
    await settled();
    await list.requests[1]?.resolve({ total: 512 });
    expect(windows.shown()).toMatchObject({ count: 512, isCounted: true });
  });

  it('tell of an error, and ask again when they are refreshed', async () => {
    const windows = new RowWindows<string>({ moment: settled });
    let isBroken = true;
    windows.start(async (offset) => {
      if (isBroken) throw new Error('broken');
      return { rows: ['row'], offset, total: 1 };
    });
    await settled();
    expect(windows.shown().error).toEqual(new Error('broken'));
    isBroken = false;
    windows.refresh();
    await settled();
    expect(windows.shown()).toMatchObject({ error: undefined, count: 1 });
  });

  it('ask for what has failed no more by themselves', async () => {
    let requestCount = 0;
    const windows = new RowWindows<string>({ moment: settled, pause: settled });
    windows.start(async () => {
      requestCount++;
      throw new Error('broken');
    });
    for (let wait = 0; wait < 10; wait++) await settled();
    expect(requestCount).toBe(1);
  });

  it('read a range in large windows without keeping it', async () => {
    const requestCount: number[] = [];
    const windows = new RowWindows<number>({ moment: settled });
    windows.start(async (offset, limit) => {
      requestCount.push(limit);
      return { rows: Array.from({ length: limit }, (_, place) => offset + place), offset, total: 100_000 };
    });
    await settled();
    const rows: number[] = [];
    for await (const row of windows.between(10, 1209)) rows.push(row);
    expect(rows).toHaveLength(1200);
    expect(rows.at(-1)).toBe(1209);
    expect(requestCount).toEqual([windowSize, 500, 500, 200]);
    expect(windows.here()).toHaveLength(windowSize);
  });
});
