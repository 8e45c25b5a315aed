import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { compositeKey } from '../../shared/composite-key.ts';
import { useToast } from './toast.tsx';

/** Lists whose entries can be cleared. */
type List = 'batches' | 'handovers';

interface Cleared {
  keys: ReadonlySet<string>;
  change(key: string, isCleared: boolean): void;
}

const ClearedContext = createContext<Cleared>({ keys: new Set(), change: () => undefined });

/**
 * Entries that a person has cleared and can still restore: lists hide them, main has not deleted them yet.
 */
export function ClearedProvider({ children }: { children: ReactNode }) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set());
  const change = useCallback((key: string, isCleared: boolean) => {
    setKeys((now) => {
      const next = new Set(now);
      if (isCleared) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  return (
    <ClearedContext value={useMemo(() => ({ keys, change }), [keys, change])}>{children}</ClearedContext>
  );
}

/** A function that returns whether an entry of a list was cleared; stable until another one is. */
export function useIsCleared(list: List): (id: string) => boolean {
  const { keys } = use(ClearedContext);
  return useCallback((id) => keys.has(compositeKey(list, id)), [keys, list]);
}

/**
 * A function that clears an entry of a list and shows a toast. The entry is hidden at once; `forget` is
 * called when undo is no longer possible. If the page crashes before that, the entry stays.
 */
export function useClear(
  list: List,
  forget: (id: string) => Promise<unknown>,
): (id: string, text: string) => void {
  const toast = useToast();
  const { change } = use(ClearedContext);
  return (id, text) => {
    const key = compositeKey(list, id);
    const show = () => change(key, false);
    change(key, true);
    // If it cannot be deleted it reappears in the list; `forget` reports the error.
    toast(text, { undo: show, commit: () => void forget(id).then(show, show) });
  };
}
