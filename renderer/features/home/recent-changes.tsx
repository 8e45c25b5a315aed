import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { asksAgencies } from '../../../shared/model/asks-agencies.ts';
import { type Day, dayInSantiago } from '../../../shared/model/dates.ts';
import type { RecentChanges as ChangeCounts, HomeView } from '../../../shared/model/home.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { dayText } from '../../ui/day-range-presets.ts';
import { formatInstant } from '../../ui/format.ts';
import { formatRoute, routeOfSaved } from '../../ui/route.ts';
import { HomeSection } from './home-section.tsx';
import styles from './today.module.css';

/** Unseen changes of saved searches since yesterday, each with its search. */
export function RecentChanges({ home: { changes, changesSince, hasMoreChanges } }: { home: HomeView }) {
  const { t } = useTranslation('home');
  const saved = (useInvokeQuery('saved.list', undefined).data ?? []).filter(asksAgencies);
  const unseen = saved.reduce((sum, { news }) => sum + news, 0);
  const rows = changes.flatMap((each) => {
    const search = saved.find(({ id }) => id === each.savedSearchId);
    return search ? [{ search, each }] : [];
  });
  return (
    <HomeSection part="changes" title={t('part.changes')}>
      {rows.length === 0 && (
        <p className={styles.line}>
          {saved.length === 0 ? t('changes.noSearches') : noneText(saved, changesSince, t)}
        </p>
      )}
      <ul>
        {rows.map(({ search, each }) => (
          <li key={search.id}>
            <a href={formatRoute(routeOfSaved(search))}>{search.name}</a>
            <span>{changesText(each, t)}</span>
          </li>
        ))}
      </ul>
      {hasMoreChanges && <p className={styles.line}>{t('changes.more')}</p>}
      {unseen > 0 && (
        <p className={styles.line}>
          <a href={formatRoute({ view: 'news' })}>{t('changes.unseen', { count: unseen })}</a>
        </p>
      )}
    </HomeSection>
  );
}

/** That nothing is new is known only up to the last response to each search. */
function noneText(
  saved: readonly Pick<SavedSearch, 'asOf'>[],
  changesSince: Day,
  t: TFunction<'home'>,
): string {
  const day = dayText(changesSince);
  const stale = saved.filter(({ asOf }) => asOf === '' || dayInSantiago(Date.parse(asOf)) < changesSince);
  if (stale.length === 0) return t('changes.none', { day });
  if (stale.length < saved.length) return t('changes.noneOfSome', { day, stale: stale.length });
  const newest =
    stale
      .map(({ asOf }) => asOf)
      .sort()
      .at(-1) ?? '';
  return newest === ''
    ? t('changes.neverAsked')
    : t('changes.notAsked', { when: formatInstant(newest, new Date()) });
}

const changeKinds = ['new', 'changed', 'gone', 'status'] as const;

function changesText(changes: ChangeCounts, t: TFunction<'home'>): string {
  return changeKinds
    .filter((kind) => changes[kind] > 0)
    .map((kind) => t(`changes.${kind}`, { count: changes[kind] }))
    .join(' · ');
}
