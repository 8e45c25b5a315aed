import { Button, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type DragEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../shared/model/review.ts';
import { FetchAllButton } from '../../components/document-actions/fetch-all-button.tsx';
import { FilterField } from '../../components/list-screen/filter-field.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { useFilterText } from '../../components/list-screen/use-filter-text.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useFocusBack } from '../../ui/last-focus.ts';
import type { Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { comparisonNote } from './line-labels.ts';
import { LineList } from './line-list.tsx';
import styles from './reconciliation.module.css';
import { RegisterForm } from './register-form.tsx';
import { useReconciliation } from './use-reconciliation.ts';

/** Milliseconds after which a comparison says that it goes on. */
const slowMs = 300;

type ReconciliationRoute = Extract<Route, { view: 'cuadratura' }>;

/**
 * Lines of a purchase register against stored data, both ways: what matches each line, and what the register
 * has not.
 */
export default function ReconciliationScreen({ route }: { route: ReconciliationRoute }) {
  const { t, i18n } = useTranslation('reconciliation');
  const { connectionIds, ruts } = scopeOf(route);
  const scope = { ...(connectionIds && { connectionIds }), ...(ruts && { ruts }) };
  const filterText = useFilterText(route, JSON.stringify(scope));
  const reconciliation = useReconciliation(route, scope);
  const { text, compared, isWriting, setWriting, verdict, unreadable, error } = reconciliation;
  const result = compared?.result;
  // What is compared at once moves nothing on the screen.
  const [isSlow] = useDebouncedValue(reconciliation.isComparing, slowMs);
  const hasNoLines = result?.lines.length === 0;
  // It adds up every line: once a comparison, not at every key of the filter.
  const note = useMemo(
    () => (result ? comparisonNote(result, i18n.language, t) : ''),
    [result, i18n.language, t],
  );
  return (
    <div className={screen.screen} {...dropOf(reconciliation.compareFile)}>
      <ScreenHead title={t('title')}>
        {result && !isWriting && (
          <>
            <FilterField
              filterText={filterText}
              name={t('find.name')}
              placeholder={t('find.placeholder')}
              means={t('find.means')}
            />
            <Button variant="default" onClick={() => setWriting(true)}>
              {t('change')}
            </Button>
          </>
        )}
        <WithinFields route={route} hasSearches={false} />
      </ScreenHead>
      {isWriting && (
        <RegisterForm
          text={text}
          onText={reconciliation.setText}
          onCompare={reconciliation.compareText}
          onFile={reconciliation.compareFile}
          isComparing={reconciliation.isComparing}
          onBack={result && !hasNoLines ? () => setWriting(false) : undefined}
        />
      )}
      {reconciliation.isComparing && isSlow && <ComparingNote onStop={reconciliation.stop} />}
      {unreadable !== undefined && (
        <p className={styles.none} role="alert">
          {t('notText', { name: unreadable })}
        </p>
      )}
      {error && <ErrorMessage error={error} />}
      {result?.isOfSales && (
        <div className={screen.note} role="status">
          <IconAlertTriangle size={14} aria-hidden />
          {t('ofSales')}
        </div>
      )}
      {compared && !isWriting && (
        <>
          {!compared.result.isOfSales && (
            <ComparedNote result={compared.result} note={note} onEnd={reconciliation.compareAgain} />
          )}
          <LineList
            key={compared.id}
            {...compared}
            note={note}
            filter={filterText.filter}
            verdict={verdict}
            onVerdict={reconciliation.setVerdict}
          />
        </>
      )}
      {hasNoLines && isWriting && (
        <p className={styles.none} role="status">
          {t('noLines')}
        </p>
      )}
    </div>
  );
}

/** The handlers of an element on which the register's file is dropped. */
function dropOf(onFile: (file: File) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      onFile(file);
    },
  };
}

/** That a register is being read and compared, and the way to leave it. */
function ComparingNote({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation('reconciliation');
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button);
  return (
    <div className={screen.note} role="status">
      <Loader size="xs" aria-hidden />
      {t('comparing')}
      <Button ref={button} size="compact-xs" variant="default" onClick={onStop}>
        {t('stop')}
      </Button>
    </div>
  );
}

/** What was compared with what, the totals of both sides, and the way to ask for the rest. */
function ComparedNote({ result, note, onEnd }: { result: Reconciliation; note: string; onEnd: () => void }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={screen.note} role="status">
      <span>{note}</span>
      {result.toAsk && (
        <FetchAllButton
          label={t('askRest')}
          requests={result.toAsk.requests}
          isSmall
          queries={() => result.toAsk?.queries ?? []}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}
