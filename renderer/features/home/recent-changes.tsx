import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../shared/model/download.ts';
import type { HomeView, RecentChanges } from '../../../shared/model/home.ts';
import { batchNumbers, useBatches } from '../../components/downloads-dialog/use-batches.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { dayText } from '../../ui/day-ranges.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';
import { formatRoute, routeOfSaved } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useMissingTotal } from '../../ui/use-missing-total.ts';
import styles from './day.module.css';
import { HomeSection } from './home-section.tsx';

interface Props {
  home: HomeView;
}

/** Unseen changes of saved searches since yesterday, each with its search. */
export function RecentNews({ home: { changes, changesSince, hasMoreChanges } }: Props) {
  const { t } = useTranslation('home');
  const saved = useInvokeQuery('saved.list', undefined).data ?? [];
  const unseen = saved.reduce((sum, { news }) => sum + news, 0);
  const rows = changes.flatMap((each) => {
    const search = saved.find(({ id }) => id === each.savedSearchId);
    return search ? [{ search, each }] : [];
  });
  return (
    <HomeSection part="changes" title={t('part.changes')}>
      {rows.length === 0 && (
        <p className={styles.line}>
          {saved.length === 0 ? t('changes.noSearches') : t('changes.none', { day: dayText(changesSince) })}
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
          <a href={formatRoute({ view: 'news' })}>
            {t('changes.unseen', { count: unseen, shown: formatCount(unseen) })}
          </a>
        </p>
      )}
    </HomeSection>
  );
}

const changeKinds = ['new', 'changed', 'gone', 'status'] as const;

function changesText(changes: RecentChanges, t: TFunction<'home'>): string {
  return changeKinds
    .filter((kind) => changes[kind] > 0)
    .map((kind) => t(`changes.${kind}`, { count: changes[kind], shown: formatCount(changes[kind]) }))
    .join(' · ');
}

const maxParties = 5;

/** Missing documents by responsible party: as last counted, until they are counted again. */
export function MissingByParty({ home: { missing: stored } }: Props) {
  const { t } = useTranslation('home');
  const counted = useMissingTotal();
  const missing = counted ?? stored;
  const rows = missing?.byResponsible.slice(0, maxParties) ?? [];
  return (
    <HomeSection part="missing" title={t('part.missing')}>
      {rows.length === 0 ? (
        <p className={styles.line}>{t(missing ? 'missing.none' : 'missing.uncounted')}</p>
      ) : (
        <table className={styles.rows}>
          <thead>
            <tr>
              {(['responsible', 'missing', 'dispatches', 'requested'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`missing.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ responsible, missingCount, dispatches, requestedCount }) => (
              <tr key={responsible}>
                <th scope="row" title={responsible}>
                  {responsible || t('missing.nobody')}
                </th>
                <td>{formatCount(missingCount)}</td>
                <td>{formatCount(dispatches)}</td>
                <td>{formatCount(requestedCount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {missing && missing.total > 0 && (
        <p className={styles.line}>
          <a href={formatRoute({ view: 'missing', part: 'gaps' })}>
            {t('missing.all', { count: missing.total, shown: formatCount(missing.total) })}
          </a>
          {!counted && stored && (
            <span className={screen.soft}>
              {t('missing.asOf', { when: formatInstant(stored.at, new Date()) })}
            </span>
          )}
        </p>
      )}
    </HomeSection>
  );
}

const dayMs = 86_400_000;

/** Open requests by the party that was asked, the oldest first. */
export function WaitingByParty({ home: { waiting, today } }: Props) {
  const { t } = useTranslation('home');
  const daysSince = (day: string) => Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  return (
    <HomeSection part="waiting" title={t('part.waiting')}>
      {waiting.length === 0 ? (
        <p className={styles.line}>{t('waiting.none')}</p>
      ) : (
        <>
          <table className={styles.rows}>
            <thead>
              <tr>
                {(['askedOf', 'documents', 'dispatches', 'oldest'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`waiting.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {waiting.slice(0, maxParties).map(({ askedOf, documents, dispatches, oldest }) => (
                <tr key={askedOf}>
                  <th scope="row" title={askedOf}>
                    {askedOf || t('waiting.nobody')}
                  </th>
                  <td>{formatCount(documents)}</td>
                  <td>{formatCount(dispatches)}</td>
                  <td title={dayText(oldest)}>
                    {t('waiting.days', { count: daysSince(oldest), shown: formatCount(daysSince(oldest)) })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.line}>
            <a href={formatRoute({ view: 'missing', part: 'asked' })}>{t('waiting.all')}</a>
          </p>
        </>
      )}
    </HomeSection>
  );
}

const maxBatches = 4;

/** The last batches with their outcome; each leads to its documents. */
export function LatestBatches() {
  const { t } = useTranslation('home');
  const { batches } = useBatches();
  return (
    <HomeSection part="batches" title={t('part.batches')}>
      {batches.length === 0 && <p className={styles.line}>{t('batches.none')}</p>}
      <ul>
        {batches.slice(0, maxBatches).map((batch) => (
          <li key={batch.id}>
            <a href={formatRoute({ view: 'downloads', batchId: batch.id })}>{batch.name}</a>
            <BatchOutcome batch={batch} />
          </li>
        ))}
      </ul>
      {batches.length > maxBatches && (
        <p className={styles.line}>
          <a href={formatRoute({ view: 'downloads' })}>{t('batches.all')}</a>
        </p>
      )}
    </HomeSection>
  );
}

function BatchOutcome({ batch }: { batch: Batch }) {
  const { t } = useTranslation('home');
  const numbers = batchNumbers(batch);
  const { finished, total, good, missing } = numbers;
  const of = { finished: formatCount(finished), total: formatCount(total) };
  return (
    <span>
      {batch.state.kind === 'ended'
        ? t('batches.good', { count: good, shown: formatCount(good) })
        : t(batch.state.kind === 'paused' ? 'batches.paused' : 'batches.running', of)}
      {missing > 0 && (
        <span className={screen.bad}>
          {' · '}
          <IconAlertTriangle size={13} aria-hidden /> {t('batches.problems', { shown: formatCount(missing) })}
        </span>
      )}
    </span>
  );
}
