import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayDifference } from '../../../shared/model/dates.ts';
import type { HomeView, MissingCounts } from '../../../shared/model/home.ts';
import { dayText } from '../../ui/day-range-presets.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';
import { formatRoute, nobody, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useMissingTotal } from '../../ui/use-missing-total.ts';
import { usePartyLabel } from '../../ui/use-party-label.ts';
import { HeadRow, HomeSection } from './home-section.tsx';
import styles from './today.module.css';

const maxParties = 5;
const missingRoute = { view: 'missing', part: 'gaps' } as const;
const waitingRoute = { view: 'missing', part: 'asked' } as const;

/** Missing documents by responsible party: as last counted, until they are counted again. */
export function MissingByParty({ home: { missing: stored } }: { home: HomeView }) {
  const { t } = useTranslation('home');
  const nameOf = usePartyLabel();
  const counted = useMissingTotal();
  const missing = counted ?? stored;
  return (
    <HomeSection part="missing" title={t('part.missing')}>
      <PartyTable
        columns={(['responsible', 'missing', 'dispatches', 'requested'] as const).map((column) =>
          t(`missing.${column}`),
        )}
        rows={(missing?.byResponsible ?? []).map(
          ({ responsible, missingCount, dispatches, requestedCount }) => ({
            party: responsible,
            name: nameOf(responsible),
            route: { ...missingRoute, choices: { owing: responsible || nobody } },
            cells: (
              <>
                <td>{formatCount(missingCount)}</td>
                <td>{formatCount(dispatches)}</td>
                <td>{formatCount(requestedCount)}</td>
              </>
            ),
          }),
        )}
        empty={t(noneText(missing))}
      />
      {missing && (missing.total > 0 || Boolean(missing.partial)) && (
        <p className={styles.line}>
          {missing.total > 0 && (
            <a href={formatRoute(missingRoute)}>{t('missing.all', { count: missing.total })}</a>
          )}
          {Boolean(missing.partial) && (
            <span className={screen.soft}>{t('missing.partial', { count: missing.partial })}</span>
          )}
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

/** Nothing is missing of dispatches that were requested completely; of others nobody knows. */
function noneText(missing: Pick<MissingCounts, 'partial'> | undefined) {
  if (missing?.partial === undefined) return 'missing.uncounted';
  return missing.partial > 0 ? 'missing.noneOfComplete' : 'missing.none';
}

/** Open requests by the party that was asked, the oldest first. */
export function WaitingByParty({ home: { waiting, today } }: { home: HomeView }) {
  const { t } = useTranslation('home');
  const daysSince = (day: string) => dayDifference(day, today);
  return (
    <HomeSection part="waiting" title={t('part.waiting')}>
      <PartyTable
        columns={(['askedOf', 'documents', 'dispatches', 'oldest'] as const).map((column) =>
          t(`waiting.${column}`),
        )}
        rows={waiting.map(({ askedOf, documents, dispatches, oldest }) => ({
          party: askedOf,
          name: askedOf || t('waiting.nobody'),
          route: { ...waitingRoute, choices: { askedOf: askedOf || nobody } },
          cells: (
            <>
              <td>{formatCount(documents)}</td>
              <td>{formatCount(dispatches)}</td>
              <td title={dayText(oldest)}>{t('waiting.days', { count: daysSince(oldest) })}</td>
            </>
          ),
        }))}
        empty={t('waiting.none')}
      />
      {waiting.length > 0 && (
        <p className={styles.line}>
          <a href={formatRoute(waitingRoute)}>{t('waiting.all')}</a>
        </p>
      )}
    </HomeSection>
  );
}

interface PartyTableProps {
  columns: readonly string[];
  /** `party` is `''` for nobody, whose `name` is a word. */
  rows: readonly { party: string; name: string; route: Route; cells: ReactNode }[];
  empty: string;
}

/** The first parties with their numbers; each leads to its documents. */
function PartyTable({ columns, rows, empty }: PartyTableProps) {
  if (rows.length === 0) return <p className={styles.line}>{empty}</p>;
  return (
    <table className={styles.rows}>
      <HeadRow names={columns} />
      <tbody>
        {rows.slice(0, maxParties).map(({ party, name, route, cells }) => (
          <tr key={party}>
            <th scope="row" title={party}>
              <a href={formatRoute(route)}>{name}</a>
            </th>
            {cells}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
