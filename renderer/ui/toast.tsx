import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongActionNotice } from './long-action-notice.tsx';
import styles from './toast.module.css';
import { shownWithUndoMs, UndoContext, type UndoStep, useUndoSteps } from './undo.ts';

type Show = (text: string, back?: UndoStep) => void;

const ToastContext = createContext<Show>(() => undefined);

/**
 * A function that shows a success message for a few seconds; with undo, by button and by key. Errors are
 * shown where they happened, never here.
 */
export function useToast(): Show {
  return use(ToastContext);
}

/** How long a message without undo is shown, ms. */
const shownMs = 4000;

/** Shows the toasts of everything inside. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [toast, setToast] = useState<{ text: string; at: number; back?: UndoStep | undefined }>();
  const tell = useCallback((text: string, back?: UndoStep) => {
    setToast({ text, back, at: performance.now() });
  }, []);
  const hide = useCallback(() => setToast(undefined), []);
  const { addStep, undoState } = useUndoSteps(hide, () => tell(t('undone')));
  const show = useCallback<Show>(
    (text, back) => {
      tell(text, back);
      if (back) addStep(back);
    },
    [tell, addStep],
  );
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), toast.back ? shownWithUndoMs : shownMs);
    return () => clearTimeout(timer);
  }, [toast]);
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
                <Button variant="subtle" size="compact-xs" onClick={undoState.runUndo}>
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
