import { useTranslation } from 'react-i18next';
import type { HomeView } from '../../../shared/model/home.ts';
import { dayText } from '../../ui/day-range-presets.ts';
import { formatCount } from '../../ui/format.ts';
import { formatRoute, nobody } from '../../ui/route.ts';
import { HomeSection } from './home-section.tsx';
import styles from './today.module.css';

const maxParties = 5;
const dayMs = 86_400_000;

/** Open requests by the party that was asked, the oldest first. */
export function WaitingByParty({ home: { waiting, today } }: { home: HomeView }) {
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
                    <a
                      href={formatRoute({
                        view: 'missing',
                        part: 'asked',
                        choices: { askedOf: askedOf || nobody },
                      })}
                    >
                      {askedOf || t('waiting.nobody')}
                    </a>
                  </th>
                  <td>{formatCount(documents)}</td>
                  <td>{formatCount(dispatches)}</td>
                  <td title={dayText(oldest)}>{t('waiting.days', { count: daysSince(oldest) })}</td>
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
