/** Collects items and passes them on. */
interface Throttled<Item> {
  /** Passes the item on at once, or with all others that arrive before the interval ends. */
  soon(item: Item): void;
  /** Passes on the waiting items at once. */
  now(): void;
}

/** Calls `run` at most once in `ms`, and once more for the items in between. */
export function throttled<Item>(run: (items: readonly Item[]) => void, ms: number): Throttled<Item> {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function now() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    timer = setTimeout(now, ms);
    run(items);
  }
  return {
    soon: (item) => {
      waiting.push(item);
      if (timer === undefined) now();
    },
    now,
  };
}
