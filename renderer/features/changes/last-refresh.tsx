import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { formatInstant } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import styles from './changes.module.css';

/**
 * The time of the last refresh of the saved searches, and its failures: "no changes" holds only until then.
 */
export function LastRefresh({ saved }: { saved: readonly SavedSearch[] }) {
  const { t } = useTranslation('changes');
  const errorText = useErrorText();
  const refresh = useInvokeMutation('saved.refresh', ['saved.list', 'saved.news']);
  const oldest = oldestOf(saved);
  const unsure = saved.filter(({ asOf, incomplete }) => asOf === '' || incomplete);
  return (
    <>
      {oldest && (
        <p className={`${styles.looked} ${screen.soft}`}>
          {t('lookedUntil', { when: formatInstant(oldest.asOf, new Date()), name: oldest.name })}
        </p>
      )}
      {unsure.map(({ id, name, asOf, incomplete }) => (
        <p key={id} className={`${styles.looked} ${screen.warn}`}>
          <IconAlertTriangle size={15} aria-hidden />
          <span>
            <b>{name}</b>{' '}
            {asOf === ''
              ? t('neverLooked')
              : t('lookedInPart', { count: Math.max(1, incomplete?.tasks ?? 0) })}
            {incomplete?.error && ` ${errorText(incomplete.error).what}`}
          </span>
          <Button
            variant="subtle"
            size="compact-xs"
            loading={refresh.isPending && refresh.variables.id === id}
            onClick={() => refresh.mutate({ id })}
          >
            {t('lookNow')}
          </Button>
        </p>
      ))}
      {refresh.error && <ErrorMessage error={refresh.error} />}
    </>
  );
}

/** The saved search with the oldest refresh; those never refreshed are reported separately. */
export function oldestOf(saved: readonly SavedSearch[]): SavedSearch | undefined {
  return saved.filter(({ asOf }) => asOf !== '').toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1))[0];
}
