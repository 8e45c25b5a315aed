import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { LineVerdict } from '../../../shared/model/review.ts';
import { FetchAllButton } from '../../components/downloads-dialog/fetch-all-button.tsx';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { knownLabel } from './line-labels.ts';
import { LineList } from './line-list.tsx';
import styles from './reconciliation.module.css';

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

interface RegisterFormProps {
  text: string;
  onText: (text: string) => void;
  onCompare: (event: FormEvent) => void;
  isComparing: boolean;
  /** Why the last comparison failed. */
  error: AppError | null;
  /** Returns to the compared lines; undefined if there are none. */
  onBack: (() => void) | undefined;
}

/** The field into which a purchase register is pasted. */
function RegisterForm({ text, onText, onCompare, isComparing, error, onBack }: RegisterFormProps) {
  const { t } = useTranslation('reconciliation');
  return (
    <form className={styles.paste} onSubmit={onCompare}>
      <Textarea
        label={t('paste')}
        description={t('pasteMeans')}
        placeholder={'76.086.428-5	1234	119.000\n9.068.826-K	88	45.000'}
        autosize
        minRows={6}
        maxRows={12}
        spellCheck={false}
        maxLength={2_000_000}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={text.trim() === ''} loading={isComparing}>
          {t('compare')}
        </Button>
        {onBack && (
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
      {error && <ErrorMessage error={error} />}
    </form>
  );
}

/** The text of a purchase register, its comparison with stored data, and the verdict that is filtered by. */
function useReconciliation() {
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState('');
  const [isWriting, setWriting] = useState(true);
  const [verdict, setVerdict] = useState<LineVerdict>();
  const reconcile = useInvokeMutation('carpeta.reconcile');
  return {
    ...{ text, setText, submitted, isWriting, setWriting, verdict, setVerdict },
    result: reconcile.data,
    isComparing: reconcile.isPending,
    error: reconcile.error,
    /** Compares the text, and shows its lines unless there are none to show. */
    compare(event: FormEvent) {
      event.preventDefault();
      setVerdict(undefined);
      setSubmitted(text);
      reconcile.mutate(
        { text },
        { onSuccess: ({ lines, isOfSales }) => setWriting(lines.length === 0 || isOfSales) },
      );
    },
    /** Compares the submitted text with what is stored by now. */
    compareAgain: () => reconcile.mutate({ text: submitted }),
  };
}
