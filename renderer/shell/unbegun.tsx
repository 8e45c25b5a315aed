import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../shared/errors.ts';
import styles from '../ui/fault/fault.module.css';
import { Fault } from '../ui/fault/fault.tsx';
import { ToastProvider } from '../ui/toast.tsx';

interface Props {
  queries: QueryClient;
  fault: ErrorData;
}

/** What stands in the window where the page could not begin: why, the report, and the way to load it again. */
export function Unbegun({ queries, fault }: Props) {
  const { t } = useTranslation('ui');
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <main>
          <Fault error={fault}>
            <button type="button" className={styles.link} onClick={() => window.location.reload()}>
              {t('again')}
            </button>
          </Fault>
        </main>
      </ToastProvider>
    </QueryClientProvider>
  );
}
