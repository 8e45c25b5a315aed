import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/errors.ts';
import { useAppMutation } from '../ipc/invoke-hooks.ts';
import { LongActionNotice } from './long-action-notice.tsx';
import styles from './toast.module.css';

/** How something that a person dismissed or cleared is taken back. */
export interface WayBack {
  undo: () => unknown;
  /** Whether it still makes sense: not once a field that was cleared has other words. */
  isPossible?: () => boolean;
  /** Does for good what was only hidden until then: called once, when it can be taken back no more. */
  settle?: () => void;
}

type Show = (text: string, back?: WayBack) => void;

const ToastContext = createContext<Show>(() => undefined);

interface TakingBack {
  /** Takes back what was dismissed or cleared last. Gives whether there was anything. */
  takeBack(): boolean;
  /** Why the last thing could not be taken back. */
  error: AppError | null;
  forgetError(): void;
}
const TakingBackContext = createContext<TakingBack>({
  takeBack: () => false,
  error: null,
  forgetError: () => undefined,
});

/**
 * A function that shows good news for a few seconds; with a way back, which a button and the key for it take.
 * Errors stand where they happened, never here.
 */
export function useToast(): Show {
  return use(ToastContext);
}

/** The way to take things back, for the key that does it. */
export function useTakingBack(): TakingBack {
  return use(TakingBackContext);
}

/** How long news are shown, ms; news with a way back stay longer, because somebody reads them and decides. */
const shownMs = 4000;
const shownWithWayBackMs = 10_000;
/**
 * How long something can be taken back that needs no settling, ms: later nobody knows any more what the key
 * would do.
 */
const takenBackForMs = 60_000;
/** How many things can be taken back, one after the other. */
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
  // By its turn: two that follow each other fast are both taken back.
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
