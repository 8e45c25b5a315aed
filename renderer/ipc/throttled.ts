/** Gathers what it is given and hands it on. */
export interface Throttled<Item> {
  /** Hands it on at once, or with all that comes until the time since the last time is over. */
  soon(item: Item): void;
  /** Hands on at once what waits. */
  now(): void;
}

/** Calls `run` at most once in `ms`, and once more for what came in between. */
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
