import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { DispatchOutcome } from '../../../shared/model/search.ts';
import { FetchRestButton } from '../../components/document-actions/fetch-rest-button.tsx';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { copy } from '../../ui/copy-to-clipboard.ts';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { inVainLabel, isUnsure } from './outcome-labels.ts';
import { needingAttention, outcomeNumbers } from './outcome-order.ts';
import styles from './results.module.css';

interface Props {
  resultSetId: string;
  isRunning: boolean;
}

/**
 * The outcome of each dispatch requested by number: found, without documents, not found, or clients not
 * requested yet.
 */
export function Outcomes({ resultSetId, isRunning }: Props) {
  const { t } = useTranslation('results');
  const [isOpen, setOpen] = useState(false);
  const outcomes = useInvokeQuery('search.outcomes', { resultSetId }).data ?? [];
  const odd = needingAttention(outcomes);
  const unsure = isRunning ? [] : outcomes.filter(isUnsure);
  if (outcomes.length < 2 && unsure.length === 0) return null;
  return (
    <>
      <div className={styles.progress}>
        <span>
          {outcomeNumbers(outcomes)
            .map(({ outcome, count }) => t(`outcome.${outcome}`, { count }))
            .join(' · ')}
        </span>
        {odd.length > 0 && (
          <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('outcomes.which')}
          </Button>
        )}
        {unsure.length > 0 && <FetchRestButton resultSetId={resultSetId} unsure={unsure} />}
      </div>
      {isOpen && odd.length > 0 && <Odd odd={odd} />}
    </>
  );
}

/** The dispatches that a person has to review, and why. */
function Odd({ odd }: { odd: readonly DispatchOutcome[] }) {
  const { t } = useTranslation('results');
  const toast = useToast();
  const errorText = useErrorText();
  const means = (one: DispatchOutcome) =>
    inVainLabel(one, t) ?? (one.error ? errorText(one.error).what : t(`outcomeMeans.${one.outcome}`));
  return (
    <section className={styles.problems} aria-label={t('outcomes.name')}>
      <ul className={styles.outcomes}>
        {odd.map((one) => (
          <li key={compositeKey(one.connectionId, one.number)}>
            <b>{one.number}</b> {means(one)}
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
  );
}
