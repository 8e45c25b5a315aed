import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../ipc/bridge.ts';
import { copy } from '../../ui/copy.ts';
import { useFaultWords } from '../../ui/fault/use-words.ts';
import { formatCount } from '../../ui/format.ts';
import { useToast } from '../../ui/toast.tsx';
import { outcomeNumbers, toLookAt } from './outcome-numbers.ts';
import styles from './results.module.css';

/** What became of each dispatch that was asked for by its number: found, without documents, not found. */
export function Outcomes({ resultSetId }: { resultSetId: string }) {
  const { t } = useTranslation('results');
  const toast = useToast();
  const words = useFaultWords();
  const [isOpen, setOpen] = useState(false);
  const outcomes = useCall('search.outcomes', { resultSetId }).data ?? [];
  const odd = toLookAt(outcomes);
  if (outcomes.length < 2) return null;
  return (
    <>
      <div className={styles.sweep}>
        <span>
          {outcomeNumbers(outcomes)
            .map(({ outcome, count }) => t(`outcome.${outcome}`, { count, shown: formatCount(count) }))
            .join(' · ')}
        </span>
        {odd.length > 0 && (
          <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('outcomes.which')}
          </Button>
        )}
      </div>
      {isOpen && odd.length > 0 && (
        <section className={styles.problems} aria-label={t('outcomes.name')}>
          <ul className={styles.outcomes}>
            {odd.map(({ connectionId, number, outcome, error }) => (
              <li key={`${connectionId} ${number}`}>
                <b>{number}</b> {error ? words(error).what : t(`outcomeMeans.${outcome}`)}
              </li>
            ))}
          </ul>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() =>
              copy(odd.map(({ number }) => number).join('\r\n')) && toast(t('copied', { count: odd.length }))
            }
          >
            {t('outcomes.copy')}
          </Button>
        </section>
      )}
    </>
  );
}
