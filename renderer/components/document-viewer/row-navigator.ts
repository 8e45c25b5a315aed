import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** The cursor position in a list, with a function that moves to the previous or next row. */
interface Rows {
  /** The first row is 1; absent without a cursor and while the count is unknown. */
  position: { at: number; of: number } | undefined;
  go(way: 'previous' | 'next'): void;
}

/** The list on screen, for an overlay that steps through its rows. */
class RowNavigator {
  #rows: Rows | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly rows = (): Rows | undefined => this.#rows;

  /** Registers a list; returns the function that unregisters it. */
  offer(rows: Rows): () => void {
    this.#publish(rows);
    return () => {
      if (this.#rows === rows) this.#publish(undefined);
    };
  }

  #publish(rows: Rows | undefined): void {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  }
}

const RowNavigatorContext = createContext(new RowNavigator());

/** The list on screen; undefined if there is none. */
export function useRowNavigator(): Rows | undefined {
  const navigator = use(RowNavigatorContext);
  return useSyncExternalStore(navigator.subscribe, navigator.rows);
}

/** Registers a list while it is mounted. */
export function useOfferRows(at: number | undefined, of: number | undefined, go: Rows['go']): void {
  const navigator = use(RowNavigatorContext);
  const goes = useEffectEvent(go);
  useEffect(() => {
    const position = at === undefined || of === undefined ? undefined : { at: at + 1, of };
    return navigator.offer({ position, go: (way) => goes(way) });
  }, [navigator, at, of]);
}
