import { useTranslation } from 'react-i18next';
import type { HomeView } from '../../../shared/model/home.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';
import { formatRoute, nobody } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useMissingTotal } from '../../ui/use-missing-total.ts';
import { HomeSection } from './home-section.tsx';
import styles from './today.module.css';

const maxParties = 5;

/** Missing documents by responsible party: as last counted, until they are counted again. */
export function MissingByParty({ home: { missing: stored } }: { home: HomeView }) {
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
                  <a
                    href={formatRoute({
                      view: 'missing',
                      part: 'gaps',
                      choices: { owing: responsible || nobody },
                    })}
                  >
                    {responsible || t('missing.nobody')}
                  </a>
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
            {t('missing.all', { count: missing.total })}
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
