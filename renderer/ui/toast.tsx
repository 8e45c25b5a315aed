import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import styles from './toast.module.css';

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** A function that shows good news for a few seconds. Errors stand where they happened, never here. */
export function useToast(): (text: string) => void {
  return use(ToastContext);
}

const shownMs = 4000;

/** Shows the good news of everything inside. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [news, setNews] = useState<{ text: string; at: number }>();
  const show = useCallback((text: string) => setNews({ text, at: performance.now() }), []);
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => setNews(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    <ToastContext value={show}>
      {children}
      <output className={styles.place} aria-live="polite">
        {news && (
          <span className={styles.toast} key={news.at}>
            <IconCheck size={16} aria-hidden />
            {news.text}
          </span>
        )}
      </output>
    </ToastContext>
  );
}
