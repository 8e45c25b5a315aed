import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorReport } from '../../../shared/error-report.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { AppInfo } from '../../../shared/model/settings.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { copy } from '../copy.ts';
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
  const report = () => reportOf(error, info);
  const save = useAppMutation(async () => {
    const saved = await invoke('report.save', { text: report() });
    if (saved) toast(t('reportSaved', { path: saved.path }));
  });
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
          <button
            type="button"
            className={styles.link}
            onClick={() => copy(report()) && toast(t('reportCopied'))}
          >
            {t('copyReport')}
          </button>
          <button type="button" className={styles.link} onClick={() => save.mutate()}>
            {t('saveReport')}
          </button>
          {save.error && <span className={styles.code}>{errorText(save.error).what}</span>}
        </div>
      </div>
    </div>
  );
}

/** The report of an error, for the operator of the service. */
export function reportOf(error: ErrorData, info: AppInfo | undefined): string {
  const versions = Object.entries(info?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  return errorReport(error, {
    version: info?.version ?? '',
    system: [info?.platform, info?.host, ...versions].filter((part) => part !== undefined).join(', '),
  });
}
