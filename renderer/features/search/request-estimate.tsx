import { IconFileText } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import screen from '../../ui/screen.module.css';
import { useTimeOfRequests } from '../../ui/time-left.tsx';
import styles from './search.module.css';

interface Props {
  query: SearchQuery;
  /** Whether the query belongs to the current text. */
  isFinal: boolean;
  /** The number of requests, if it is so large that a confirmation is needed. */
  manyRequests: number | undefined;
  /** Whether the action of Enter is shown elsewhere. */
  isEnterShown: boolean;
}

/** The requests that Enter makes; a query of very many requests shows a warning but still runs. */
export function RequestEstimate({ query, isFinal, manyRequests, isEnterShown }: Props) {
  const { t } = useTranslation('search');
  const keyText = useKeyText();
  const timeOf = useTimeOfRequests();
  const weight = useInvokeQuery('search.estimate', query, {
    placeholderData: keepPreviousData,
    enabled: isFinal,
  });
  const isAtMost = query.kind === 'dispatches';
  if (manyRequests !== undefined) {
    const time = timeOf(manyRequests);
    return (
      <p className={`${styles.foot} ${screen.warn}`} role="alert">
        {t(isAtMost ? 'manyRequestsAtMost' : 'manyRequests', { count: manyRequests, time })}
      </p>
    );
  }
  return (
    <div className={styles.foot}>
      <span className={screen.soft}>
        <IconFileText size={14} aria-hidden />{' '}
        {weight.data
          ? t(isAtMost ? 'requestsAtMost' : 'requests', { count: weight.data.requests })
          : t('requestsUnknown')}
        {weight.data && ` · ${timeOf(weight.data.requests)}`}
      </span>
      {isAtMost && <span className={screen.soft}>{t('enterMerges', { keys: keyText('merge') })}</span>}
      {!isEnterShown && <kbd>{t('enterAsks')}</kbd>}
    </div>
  );
}
