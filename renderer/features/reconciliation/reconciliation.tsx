import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FetchAllButton } from '../../components/downloads-dialog/fetch-all-button.tsx';
import screen from '../../ui/screen.module.css';
import { knownLabel } from './line-labels.ts';
import { LineList } from './line-list.tsx';
import styles from './reconciliation.module.css';
import { RegisterForm } from './register-form.tsx';
import { useReconciliation } from './use-reconciliation.ts';

/**
 * Lines of a purchase ledger against stored data: the document, dispatch and disbursement that match each, if
 * any.
 */
export default function ReconciliationScreen() {
  const { t } = useTranslation('reconciliation');
  const reconciliation = useReconciliation();
  const { text, submitted, isWriting, setWriting, verdict, result } = reconciliation;
  const note = result ? knownLabel(result, t) : '';
  const hasNoLines = result?.lines.length === 0;
  return (
    <div className={screen.screen}>
      <header className={screen.head} data-line>
        <h1>{t('title')}</h1>
        <span className={screen.push} />
        {result && !isWriting && (
          <Button variant="default" onClick={() => setWriting(true)}>
            {t('change')}
          </Button>
        )}
      </header>
      {isWriting && (
        <RegisterForm
          text={text}
          onText={reconciliation.setText}
          onCompare={reconciliation.compare}
          isComparing={reconciliation.isComparing}
          error={reconciliation.error}
          onBack={result && !hasNoLines ? () => setWriting(false) : undefined}
        />
      )}
      {result?.isOfSales && (
        <div className={screen.note} role="status">
          <IconAlertTriangle size={14} aria-hidden />
          {t('ofSales')}
        </div>
      )}
      {result && !isWriting && !result.isOfSales && (
        <div className={screen.note} role="status">
          {note}
          {result.toAsk && (
            <FetchAllButton
              label={t('askRest')}
              requests={result.toAsk.requests}
              isSmall
              queries={() => result.toAsk?.queries ?? []}
              onEnd={reconciliation.compareAgain}
            />
          )}
        </div>
      )}
      {result && !isWriting && (
        <LineList
          result={result}
          submitted={submitted}
          note={note}
          verdict={verdict}
          onVerdict={reconciliation.setVerdict}
        />
      )}
      {hasNoLines && isWriting && submitted === text && (
        <p className={styles.none} role="status">
          {t('noLines')}
        </p>
      )}
    </div>
  );
}
