import { PagedRows } from '../../../renderer/components/data-grid/paged-rows.ts';
import type { RowsPage } from '../../../shared/model/search.ts';

/** The key of a row that is a text: itself. */
export const asItIs = (row: string): string => row;

/** What was resolved before has been acted on. */
export const untilIdle = () =>
  new Promise<void>((resolve) => {
    // A message is a task of its own in the page as in Node, and waits for no clock.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/** A list of texts; its rows change only as the test says, then it is asked for again. */
export async function listOf(first: readonly string[]) {
  let rows = first;
  const pages = new PagedRows<string>({ moment: untilIdle });
  pages.start(async (offset, limit) => ({
    rows: rows.slice(offset, offset + limit),
    offset,
    total: rows.length,
  }));
  await untilIdle();
  return {
    pages,
    async becomes(next: readonly string[]) {
      rows = next;
      pages.refresh();
      await untilIdle();
    },
    async show(line: number) {
      pages.show([line]);
      await untilIdle();
    },
  };
}

/** A list whose answers come when the test says so. */
export function slowList(total: number | undefined, name = 'row') {
  const requests: {
    offset: number;
    limit: number;
    resolve: (change?: Partial<RowsPage<string>>) => Promise<void>;
  }[] = [];
  const read = (offset: number, limit: number) =>
    new Promise<RowsPage<string>>((resolve) => {
      requests.push({
        offset,
        limit,
        resolve: async (change = {}) => {
          const end = Math.min(offset + limit, total ?? 1_000_000);
          const rows = Array.from(
            { length: Math.max(0, end - offset) },
            (_, index) => `${name} ${offset + index}`,
          );
          resolve({ rows, offset, ...(total !== undefined && { total }), ...change });
          await untilIdle();
        },
      });
    });
  return { requests, read };
}

/** The offsets on a screen, both included. */
export const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Windows over such a list; `moments` are the pauses that they take. */
export function windowsOf(list: ReturnType<typeof slowList>) {
  const moments: (() => void)[] = [];
  const pages = new PagedRows<string>({ moment: () => new Promise((resolve) => moments.push(resolve)) });
  pages.start(list.read);
  return { pages, moments };
}
