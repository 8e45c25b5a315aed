import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Where in a list the person is, and the way to the row before or after. */
interface Rows {
  /** The first row is 1; absent while they are at none, and while nobody knows how many there are. */
  position: { at: number; of: number } | undefined;
  go(way: 'previous' | 'next'): void;
}

/** The list on the screen, for whatever lies over it and goes through its rows. */
class RowNavigator {
  #rows: Rows | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly rows = (): Rows | undefined => this.#rows;

  /** Offers a list; gives the way to take it back. */
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

/** The list on the screen; undefined where there is none. */
export function useRowNavigator(): Rows | undefined {
  const navigator = use(RowNavigatorContext);
  return useSyncExternalStore(navigator.subscribe, navigator.rows);
}

/** Offers a list while it is there. */
export function useOfferRows(at: number | undefined, of: number | undefined, go: Rows['go']): void {
  const navigator = use(RowNavigatorContext);
  const goes = useEffectEvent(go);
  useEffect(() => {
    const position = at === undefined || of === undefined ? undefined : { at: at + 1, of };
    return navigator.offer({ position, go: (way) => goes(way) });
  }, [navigator, at, of]);
}
