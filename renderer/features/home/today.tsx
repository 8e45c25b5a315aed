import { IconAlertTriangle, IconFolder, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { HomeView } from '../../../shared/model/home.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatInstant } from '../../ui/format.ts';
import { formatRoute } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useSearchText } from '../../ui/search-box-text.ts';
import { Calendar } from './calendar.tsx';
import { LatestBatches } from './latest-batches.tsx';
import { MonthDisbursements } from './month-disbursements.tsx';
import { MissingByParty, WaitingByParty } from './party-tables.tsx';
import { RecentChanges } from './recent-changes.tsx';
import styles from './today.module.css';

/** A screen that stays open overnight shows the new day after at most this time, ms. */
const rereadMs = 600_000;

/** The day from what is stored: calendar, changes, missing and awaited documents, downloads, money. */
export default function Today() {
  const { data: home, error } = useInvokeQuery('home.view', undefined, {
    refetchInterval: rereadMs,
    refetchIntervalInBackground: true,
  });
  if (error) return <ErrorMessage error={error} />;
  if (!home || home.isEmpty) return null;
  return (
    <div className={styles.day}>
      <AsOf home={home} />
      <Pinned pins={home.pins} />
      <Calendar home={home} />
      <div className={styles.sections}>
        <RecentChanges home={home} />
        <MissingByParty home={home} />
        <WaitingByParty home={home} />
        <LatestBatches />
      </div>
      <MonthDisbursements home={home} />
    </div>
  );
}

/** Data older than this is pointed out. */
const oldMs = 48 * 3_600_000;

/** The day, and of when the data is. */
function AsOf({ home: { today, asOf } }: { home: HomeView }) {
  const { t, i18n } = useTranslation('home');
  const form = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const when = asOf === '' ? '' : formatInstant(asOf, new Date());
  const isOld = asOf !== '' && Date.now() - Date.parse(asOf) > oldMs;
  return (
    <p className={styles.asOf}>
      <time dateTime={today}>{t('today', { day: form.format(new Date(`${today}T00:00:00Z`)) })}</time>{' '}
      {isOld ? (
        <>
          <span className={screen.warn}>
            <IconAlertTriangle size={14} aria-hidden /> {t('old', { when })}
          </span>{' '}
          <a href={formatRoute({ view: 'news' })}>{t('askNow')}</a>
        </>
      ) : (
        <span className={screen.soft}>{asOf === '' ? t('neverAsked') : t('asOf', { when })}</span>
      )}
    </p>
  );
}

/** The pinned clients and dispatches; each opens. */
function Pinned({ pins }: Pick<HomeView, 'pins'>) {
  const { t } = useTranslation('home');
  const { search } = useSearchText();
  const clients = useInvokeQuery('clients.list', undefined).data;
  if (pins.length === 0) return null;
  return (
    <ul className={styles.pinned} aria-label={t('pinned')}>
      {pins.map(({ rut, dispatch }) => (
        <li key={compositeKey(rut, dispatch?.connectionId ?? '', dispatch?.number ?? '')}>
          <button
            type="button"
            title={clientName(rut, clients)}
            onClick={() => search(dispatch?.number ?? formatRut(rut), 'dispatches')}
          >
            {dispatch ? <IconFolder size={14} aria-hidden /> : <IconUser size={14} aria-hidden />}
            {dispatch?.number ?? clientName(rut, clients)}
          </button>
        </li>
      ))}
    </ul>
  );
}
