import { IconHistory } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useIdle } from '../../ui/idle.ts';
import { describeQuery } from '../../ui/query-text.ts';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { Examples } from './examples.tsx';
import styles from './search.module.css';

const separator = ' · ';

/** Recent searches; each opens its stored result set. */
export function RecentSearches({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation('search');
  const recent = useInvokeQuery('search.recent', undefined).data ?? [];
  const clients = useInvokeQuery('clients.list', undefined).data;
  const unreadable = useInvokeQuery('search.unreadable', undefined, { enabled: useIdle() }).data ?? 0;
  if (recent.length === 0 && unreadable === 0) return <Examples onGo={onGo} />;
  return (
    <>
      <div className={styles.section}>
        <h2>{t('recent')}</h2>
        {unreadable > 0 && (
          <p className={screen.warn} role="status" title={t('recentUnreadableMeans')}>
            {t('recentUnreadable', { count: unreadable })}
          </p>
        )}
      </div>
      {recent.slice(0, 10).map(({ resultSetId, query }) => (
        <button
          key={resultSetId}
          type="button"
          className={`${styles.choice} ${styles.recent}`}
          onClick={() => {
            onGo?.();
            navigate({
              view: 'results',
              resultSetId,
              list: query.kind === 'range' ? 'documents' : 'dispatches',
            });
          }}
        >
          <IconHistory size={16} aria-hidden />
          <span>
            {describeQuery(query, clients, t)
              .split(separator)
              .map((part, at) => (
                <Fragment key={part}>
                  {at > 0 && separator}
                  <span>{part}</span>
                </Fragment>
              ))}
          </span>
        </button>
      ))}
    </>
  );
}
