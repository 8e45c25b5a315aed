import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/errors.ts';
import { useAppMutation } from '../ipc/invoke-hooks.ts';
import { LongActionNotice } from './long-action-notice.tsx';
import styles from './toast.module.css';

/** How a dismissed or cleared item is restored. */
export interface WayBack {
  undo: () => unknown;
  /** Whether undo still makes sense: not once a cleared field has new text. */
  isPossible?: () => boolean;
  /** Performs permanently what was only hidden: called once, when undo is no longer possible. */
  settle?: () => void;
}

type Show = (text: string, back?: WayBack) => void;

const ToastContext = createContext<Show>(() => undefined);

interface TakingBack {
  /** Undoes the last dismissal or clearing. Returns whether there was one. */
  takeBack(): boolean;
  /** Why the last undo failed. */
  error: AppError | null;
  forgetError(): void;
}
const TakingBackContext = createContext<TakingBack>({
  takeBack: () => false,
  error: null,
  forgetError: () => undefined,
});

/**
 * A function that shows a success message for a few seconds; with undo, by button and by key. Errors are
 * shown where they happened, never here.
 */
export function useToast(): Show {
  return use(ToastContext);
}

/** The undo function, for its key. */
export function useTakingBack(): TakingBack {
  return use(TakingBackContext);
}

/** How long a message is shown, ms; one with undo stays longer, because the person reads it and decides. */
const shownMs = 4000;
const shownWithWayBackMs = 10_000;
/**
 * How long something without a `settle` can be undone, ms: later nobody remembers what the key would undo.
 */
const takenBackForMs = 60_000;
/** Maximum number of undo steps. */
const maxUndoSteps = 20;

/** Shows the toasts of everything inside. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [toast, setToast] = useState<{ text: string; at: number; back?: WayBack | undefined }>();
  const waysBack = useRef<WayBack[]>([]);
  const sequence = useRef(0);

  const letGo = useCallback((back: WayBack) => {
    if (!waysBack.current.includes(back)) return;
    waysBack.current = waysBack.current.filter((one) => one !== back);
    back.settle?.();
  }, []);
  const show = useCallback<Show>(
    (text, back) => {
      setToast({ text, back, at: performance.now() });
      if (!back) return;
      for (const earlier of waysBack.current.slice()) if (earlier.settle) letGo(earlier);
      waysBack.current = [...waysBack.current, back].slice(-maxUndoSteps);
      setTimeout(() => letGo(back), back.settle ? shownWithWayBackMs : takenBackForMs);
    },
    [letGo],
  );
  // Keyed by its number: two quick undos in a row both run.
  const { mutate, error, reset } = useAppMutation(
    async ({ undo }: { sequence: number; undo: WayBack['undo'] }) => {
      await undo();
      show(t('undone'));
    },
  );
  const takeBack = useCallback(() => {
    let back = waysBack.current.pop();
    while (back?.isPossible?.() === false) back = waysBack.current.pop();
    if (!back) return false;
    setToast(undefined);
    sequence.current++;
    mutate({ sequence: sequence.current, undo: back.undo });
    return true;
  }, [mutate]);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), toast.back ? shownWithWayBackMs : shownMs);
    return () => clearTimeout(timer);
  }, [toast]);
  useEffect(() => {
    function leave() {
      for (const back of waysBack.current.slice()) letGo(back);
    }
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [letGo]);
  const takingBack = useMemo(
    () => ({ takeBack, error, forgetError: () => reset() }),
    [takeBack, error, reset],
  );
  return (
    <ToastContext value={show}>
      <TakingBackContext value={takingBack}>{children}</TakingBackContext>
      <div className={styles.place}>
        <LongActionNotice />
        <output aria-live="polite">
          {toast && (
            <span className={styles.toast} key={toast.at}>
              <IconCheck size={16} aria-hidden />
              {toast.text}
              {toast.back && (
                <Button variant="subtle" size="compact-xs" onClick={takeBack}>
                  {t('undo')}
                </Button>
              )}
            </span>
          )}
        </output>
      </div>
    </ToastContext>
  );
}
