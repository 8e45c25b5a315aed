import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DispatchOutcome, SearchProgress } from '../../../shared/model/search.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { OpenedProps } from '../../ui/opened-dialog.tsx';
import screen from '../../ui/screen.module.css';
import { TimeLeft } from '../../ui/time-left.tsx';
import type { PendingDispatches } from './delivery-selection.ts';
import { FetchRestButton } from './fetch-rest-button.tsx';
import { Merge, useMergeTitle } from './merge-dialog.tsx';
import { useDocuments } from './use-documents.ts';

/**
 * One PDF for each dispatch that is being requested: shows the progress, lists the numbers not found, and
 * merges the others.
 */
export default function MergeWhenFetchedDialog({ about: pending, onClose }: OpenedProps<PendingDispatches>) {
  const { resultSetId, numbers } = pending;
  const { data: progress, error } = useInvokeQuery('search.progress', { resultSetId }, { staleTime: 0 });
  const isRunning = progress === undefined || progress.state === 'running';
  const title = useMergeTitle(numbers.map((number) => ({ number })));
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      {error && <ErrorMessage error={error} />}
      {progress?.error && <ErrorMessage error={progress.error} />}
      {!error && progress && !isRunning ? (
        <Outcomes pending={pending} progress={progress} onClose={onClose} />
      ) : (
        <>
          {!error && <FetchProgress progress={progress} />}
          <Close onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

interface OutcomesProps {
  pending: PendingDispatches;
  progress: SearchProgress;
  onClose: () => void;
}

/** What became of the dispatches, read once their run has ended: the list behind may hold earlier ones. */
function Outcomes({ pending, progress, onClose }: OutcomesProps) {
  const { resultSetId } = pending;
  const { data, error, isFetchedAfterMount } = useInvokeQuery(
    'search.outcomes',
    { resultSetId },
    { staleTime: 0, gcTime: 0 },
  );
  if (data && !error && isFetchedAfterMount)
    return <Fetched pending={pending} outcomes={data} onClose={onClose} />;
  return (
    <>
      {error ? <ErrorMessage error={error} /> : <FetchProgress progress={progress} />}
      <Close onClose={onClose} />
    </>
  );
}

/** Has the focus until there is a form: an early Enter closes nothing. */
function FetchProgress({ progress }: { progress: SearchProgress | undefined }) {
  const { t } = useTranslation('deliveries');
  const { trying, tasksDone = 0, tasksTotal = 0 } = progress ?? {};
  const { tried, of } = trying ?? { tried: 0, of: 1 };
  return (
    <p className={screen.soft} role="status" tabIndex={-1} data-autofocus>
      {trying
        ? t('asked.trying', { number: trying.number, tried: trying.tried, of: trying.of })
        : t('asked.asking', { done: tasksDone, total: tasksTotal })}
      <TimeLeft key={of} done={tasksDone * of + tried} total={tasksTotal * of} />
    </p>
  );
}

interface FetchedProps {
  pending: PendingDispatches;
  outcomes: readonly DispatchOutcome[];
  onClose: () => void;
}

/** Which dispatches were found, and the stored data of those whose request failed. */
function Fetched({ pending, outcomes, onClose }: FetchedProps) {
  const { t } = useTranslation('deliveries');
  const found = outcomes.filter(({ outcome }) => outcome === 'found');
  const incomplete = outcomes.filter(({ outcome }) => outcome === 'problem' || outcome === 'waiting');
  const { data: stored, error } = useDocuments(incomplete);
  if (error) return <ErrorMessage error={error} />;
  if (!stored) return null;
  const ofStored = incomplete.filter(({ connectionId, number }) =>
    stored.some((document) => document.connectionId === connectionId && document.number === number),
  );
  const dispatches = [...found, ...ofStored].map(({ connectionId, number }) => ({ connectionId, number }));
  const [firstError] = incomplete.flatMap((one) => one.error ?? []);
  return (
    <>
      <NotFound pending={pending} outcomes={outcomes} />
      {firstError && <ErrorMessage error={firstError} />}
      {incomplete.length > 0 && (
        <p className={screen.warn} role="alert">
          {t(ofStored.length > 0 ? 'asked.ofKept' : 'asked.nothingKept', {
            count: incomplete.length,
            numbers: named(incomplete.map(({ number }) => number)),
          })}
        </p>
      )}
      {dispatches.length > 0 ? (
        // The missing ones were requested just now.
        <Merge selection={{ dispatches }} isWhole={false} onClose={onClose} />
      ) : (
        <>
          <p className={screen.soft}>{t('asked.nothing')}</p>
          <Close onClose={onClose} isFirst />
        </>
      )}
    </>
  );
}

/** Lists numbers without a dispatch, or without documents; with several agencies, one match is enough. */
function NotFound({ pending, outcomes }: Pick<FetchedProps, 'pending' | 'outcomes'>) {
  const { t } = useTranslation('deliveries');
  const byNumber = Map.groupBy(outcomes, ({ number }) => number);
  const numbersWith = (outcome: DispatchOutcome['outcome']) =>
    [...byNumber].filter(([, all]) => all.every((one) => one.outcome === outcome)).map(([number]) => number);
  const [missing, empty] = [numbersWith('not-found'), numbersWith('empty')];
  const unsure = outcomes.filter((one) => missing.includes(one.number) && one.inVain?.unasked);
  const clients = Math.max(...outcomes.map(({ inVain }) => inVain?.tried ?? pending.clients));
  return (
    <>
      {missing.length > 0 && (
        <p className={screen.warn} role="alert">
          {t(unsure.length > 0 ? 'asked.notAmong' : 'asked.notFound', {
            count: missing.length,
            numbers: named(missing),
            clients: t('asked.clients', { count: clients }),
          })}{' '}
          {unsure.length > 0 && <FetchRestButton resultSetId={pending.resultSetId} unsure={unsure} />}
        </p>
      )}
      {empty.length > 0 && (
        <p className={screen.warn} role="alert">
          {t('asked.empty', { count: empty.length, numbers: named(empty) })}
        </p>
      )}
    </>
  );
}

function Close({ onClose, isFirst = false }: { onClose: () => void; isFirst?: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <DialogEnd>
      <Button variant="default" autoFocus={isFirst} onClick={onClose}>
        {t('close')}
      </Button>
    </DialogEnd>
  );
}

const maxNamed = 10;

function named(numbers: readonly string[]): string {
  const each = [...new Set(numbers)];
  return each.length > maxNamed ? `${each.slice(0, maxNamed).join(', ')}…` : each.join(', ');
}
