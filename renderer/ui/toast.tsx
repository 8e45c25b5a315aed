import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/errors.ts';
import { useAppMutation } from '../ipc/invoke-hooks.ts';
import { LongActionNotice } from './long-action-notice.tsx';
import styles from './toast.module.css';

/** How a dismissed or cleared item is restored. */
export interface UndoStep {
  undo: () => unknown;
  /** Whether undo still makes sense: not once a cleared field has new text. */
  isPossible?: () => boolean;
  /** Performs permanently what was only hidden: called once, when undo is no longer possible. */
  commit?: () => void;
}

type Show = (text: string, back?: UndoStep) => void;

const ToastContext = createContext<Show>(() => undefined);

interface Undo {
  /** Undoes the last dismissal or clearing. Returns whether there was one. */
  runUndo(): boolean;
  /** Why the last undo failed. */
  error: AppError | null;
  forgetError(): void;
}
const UndoContext = createContext<Undo>({
  runUndo: () => false,
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
export function useUndo(): Undo {
  return use(UndoContext);
}

/** How long a message is shown, ms; one with undo stays longer, because the person reads it and decides. */
const shownMs = 4000;
const shownWithUndoMs = 10_000;
/**
 * How long something without a `commit` can be undone, ms: later nobody remembers what the key would undo.
 */
const undoableMs = 60_000;
/** Maximum number of undo steps. */
const maxUndoSteps = 20;

/** Shows the toasts of everything inside. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [toast, setToast] = useState<{ text: string; at: number; back?: UndoStep | undefined }>();
  const undoSteps = useRef<UndoStep[]>([]);
  const sequence = useRef(0);

  const commitStep = useCallback((back: UndoStep) => {
    if (!undoSteps.current.includes(back)) return;
    undoSteps.current = undoSteps.current.filter((one) => one !== back);
    back.commit?.();
  }, []);
  const show = useCallback<Show>(
    (text, back) => {
      setToast({ text, back, at: performance.now() });
      if (!back) return;
      for (const earlier of undoSteps.current.slice()) if (earlier.commit) commitStep(earlier);
      undoSteps.current = [...undoSteps.current, back].slice(-maxUndoSteps);
      setTimeout(() => commitStep(back), back.commit ? shownWithUndoMs : undoableMs);
    },
    [commitStep],
  );
  // Keyed by its number: two quick undos in a row both run.
  const { mutate, error, reset } = useAppMutation(
    async ({ undo }: { sequence: number; undo: UndoStep['undo'] }) => {
      await undo();
      show(t('undone'));
    },
  );
  const runUndo = useCallback(() => {
    let back = undoSteps.current.pop();
    while (back?.isPossible?.() === false) back = undoSteps.current.pop();
    if (!back) return false;
    setToast(undefined);
    sequence.current++;
    mutate({ sequence: sequence.current, undo: back.undo });
    return true;
  }, [mutate]);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), toast.back ? shownWithUndoMs : shownMs);
    return () => clearTimeout(timer);
  }, [toast]);
  useEffect(() => {
    function commitAll() {
      for (const back of undoSteps.current.slice()) commitStep(back);
    }
    window.addEventListener('pagehide', commitAll);
    return () => window.removeEventListener('pagehide', commitAll);
  }, [commitStep]);
  const undoState = useMemo(() => ({ runUndo, error, forgetError: () => reset() }), [runUndo, error, reset]);
  return (
    <ToastContext value={show}>
      <UndoContext value={undoState}>{children}</UndoContext>
      <div className={styles.corner}>
        <LongActionNotice />
        <output aria-live="polite">
          {toast && (
            <span className={styles.toast} key={toast.at}>
              <IconCheck size={16} aria-hidden />
              {toast.text}
              {toast.back && (
                <Button variant="subtle" size="compact-xs" onClick={runUndo}>
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
