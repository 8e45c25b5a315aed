import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { compositeKey } from '../../shared/composite-key.ts';
import { useToast } from './toast.tsx';

/** Lists from which entries are cleared. */
type List = 'batches' | 'handovers';

interface Cleared {
  keys: ReadonlySet<string>;
  change(key: string, isCleared: boolean): void;
}

const ClearedContext = createContext<Cleared>({ keys: new Set(), change: () => undefined });

/** What a person has cleared and may still take back: lists leave it out, main has not forgotten it yet. */
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

/** A function that says whether an entry of a list was cleared; the same one until another is. */
export function useIsCleared(list: List): (id: string) => boolean {
  const { keys } = use(ClearedContext);
  return useCallback((id) => keys.has(compositeKey(list, id)), [keys, list]);
}

/**
 * A function that clears an entry of a list and says so: it is left out at once, and `forget` is called when
 * it can be taken back no more. Until then a page that crashes leaves it where it was.
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
    // Where it cannot be forgotten it stands in the list again; why is told by whoever forgets.
    toast(text, { undo: show, settle: () => void forget(id).then(show, show) });
  };
}
