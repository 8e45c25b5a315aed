import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { copy } from '../copy-to-clipboard.ts';
import { useToast } from '../toast.tsx';
import styles from './error-message.module.css';
import { useErrorText } from './error-text.ts';

interface Props {
  error: ErrorData;
  /** More actions: usually a button. */
  children?: ReactNode;
}

/** An error in its place: what happened, what to do, its code in small print, and a report to copy. */
export function ErrorMessage({ error, children }: Props) {
  const { t } = useTranslation('ui');
  const errorText = useErrorText();
  const toast = useToast();
  // Offline is a state, not an error.
  const isOffline = error.code === 'NO_NETWORK';
  const info = useInvokeQuery('app.info', undefined, { staleTime: Number.POSITIVE_INFINITY }).data;
  const { what, do: whatToDo } = errorText(error);
  // What redacts a report weighs more than the message: it is fetched once somebody wants one.
  const report = async () => (await import('./report-of.ts')).reportOf(error, info);
  // Chromium lets a click reach the clipboard for seconds, thus after the fetch.
  const copyReport = useAppMutation(async () => {
    if (copy(await report())) toast(t('reportCopied'));
  });
  const save = useAppMutation(async () => {
    const saved = await invoke('report.save', { text: await report() });
    if (saved) toast(t('reportSaved', { path: saved.path }));
  });
  const reportError = copyReport.error ?? save.error;
  return (
    <div className={styles.error} role="alert" data-quiet={isOffline ? true : undefined}>
      {isOffline ? <IconCloudOff size={16} aria-hidden /> : <IconAlertCircle size={16} aria-hidden />}
      <div>
        <span className={styles.what}>{what}</span> {whatToDo}
        <div className={styles.small}>
          <span className={styles.code}>
            {error.code}
            {error.requestId && ` · ${error.requestId}`}
          </span>
          {children}
          <button type="button" className={styles.link} onClick={() => copyReport.mutate()}>
            {t('copyReport')}
          </button>
          <button type="button" className={styles.link} onClick={() => save.mutate()}>
            {t('saveReport')}
          </button>
          {reportError && <span className={styles.code}>{errorText(reportError).what}</span>}
        </div>
      </div>
    </div>
  );
}
