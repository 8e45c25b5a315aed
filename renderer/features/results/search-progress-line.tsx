import { Button } from '@mantine/core';
import { useDebouncedState } from '@mantine/hooks';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { SearchProgress, TaskFailure } from '../../../shared/model/search.ts';
import { useInvokeMutation, useInvokeQuery, useOnline } from '../../ipc/invoke-hooks.ts';
import { AccessErrorMessage } from '../../ui/error-message/access-error-message.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatInstant, formatTime } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import { TimeLeft } from '../../ui/time-left.tsx';
import styles from './results.module.css';

interface Props {
  progress: SearchProgress;
  /** The error that is already shown above, which the list of problems omits. */
  shownError: ErrorData | null;
}

/** The time after which a person begins to wonder, as in the test of a connection. */
const silentMs = 5_000;
const [problemsId, problemsButtonId] = ['search-problems', 'search-problems-button'];

/** Focuses the reasons for failed parts, or the button that expands them. */
export function focusReason(): void {
  (document.getElementById(problemsId) ?? document.getElementById(problemsButtonId))?.focus();
}

/** The completeness and age of a result: running, done, cancelled, with failed parts, offline. */
export const SearchProgressLine = memo(({ progress, shownError }: Props) => {
  const { t } = useTranslation('results');
  const isOnline = useOnline();
  const [isToggled, setToggled] = useState<boolean>();
  const cancel = useInvokeMutation('search.cancel');
  const repeat = useInvokeMutation('search.repeat', ['search.progress']);
  const { resultSetId, state, location, waits } = progress;
  // "No such dispatch" is a valid response; the outcomes show it.
  const problems = progress.problems.filter(({ error: { code } }) => code !== 'DISPATCH_NOT_FOUND');
  const problemsTotal = progress.problemsTotal - progress.notThere;
  const isStopped = state === 'cancelled' || state === 'interrupted';
  const error = cancel.error ?? repeat.error;
  // Without any rows the reasons are all there is to show.
  const isOpen = isToggled ?? (isOnline && state !== 'running' && progress.documents === 0);
  return (
    <>
      <div
        className={styles.progress}
        data-warn={isOnline && state !== 'running' && (isStopped || problems.length > 0) ? true : undefined}
        role="status"
      >
        <RunStatus progress={progress} isOnline={isOnline} isPartial={isStopped || problems.length > 0} />
        {problems.length > 0 && (
          <Button
            id={problemsButtonId}
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            onClick={() => setToggled(!isOpen)}
          >
            {t('problems', { count: problemsTotal })}
          </Button>
        )}
        <span className={screen.push} />
        {((state === 'running' && location !== 'elsewhere') || waits) && (
          <Button variant="subtle" size="compact-xs" onClick={() => cancel.mutate({ resultSetId })}>
            {t('stop')}
          </Button>
        )}
        {(isStopped || (state === 'done' && problems.length > 0)) && (
          <Button
            variant="subtle"
            size="compact-xs"
            loading={repeat.isPending}
            onClick={() => repeat.mutate({ resultSetId })}
          >
            {isStopped ? t('finish') : t('repeat')}
          </Button>
        )}
      </div>
      {error && <ErrorMessage error={error} />}
      {isOpen && problems.length > 0 && (
        <Problems resultSetId={resultSetId} problems={problems} shownError={error ?? shownError} />
      )}
    </>
  );
});

interface RunStatusProps {
  progress: SearchProgress;
  isOnline: boolean;
  isPartial: boolean;
}

function RunStatus({ progress, isOnline, isPartial }: RunStatusProps) {
  const { t } = useTranslation('results');
  const { state, location, tasksAnswered, tasksTotal, requestedTypes, asOf } = progress;
  const when = asOf === '' ? '' : formatInstant(asOf, new Date());
  if (location === 'queue') return <span>{t('inQueue')}</span>;
  // Also while it is running: requests are retried a few times, and the reason must not wait for that.
  if (!isOnline) {
    return (
      <>
        <IconCloudOff size={15} aria-hidden />
        <span>
          {[
            when === '' ? t('offlineNever') : t('offline', { when }),
            progress.waits && t(progress.waits.for === 'key' ? 'waits.key' : 'waits.onceOnline'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    );
  }
  if (state === 'running') return <RunningStatus progress={progress} />;
  return (
    <>
      {isPartial && <IconAlertTriangle size={15} aria-hidden />}
      <span title={requestedTypes.join(' · ')}>
        {[
          state === 'done'
            ? undefined
            : t(`stopped.${state}.${unitOf(progress)}`, {
                count: tasksTotal,
                done: tasksAnswered,
                total: tasksTotal,
              }),
          progress.waits &&
            t(`waits.${progress.waits.for}`, { time: formatTime(progress.waits.until ?? '') }),
          when && t('asOf', { when }),
          requestedTypes.length > 0 && t('typesAsked', { count: requestedTypes.length }),
          progress.mayBeTruncated && t('mayBeCut'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

/** What its tasks are called: no name where one of them may be many requests. */
function unitOf({ areDispatches }: SearchProgress): 'dispatches' | 'parts' {
  return areDispatches ? 'dispatches' : 'parts';
}

/** How far a running search is, and the time left. */
function RunningStatus({ progress }: { progress: SearchProgress }) {
  const { t } = useTranslation('results');
  const { location, tasksDone, tasksTotal, documents } = progress;
  if (progress.trying && location !== 'elsewhere') {
    const { number, tried, of } = progress.trying;
    return (
      <>
        <progress value={tried} max={of} aria-label={t('asking')} />
        <span>
          {tasksTotal > 1 && `${t('runningShort', { done: tasksDone, total: tasksTotal })} · `}
          {t('trying', { number, tried, of })}
          <TimeLeft
            key={compositeKey(progress.resultSetId, of)}
            done={tasksDone * of + tried}
            total={tasksTotal * of}
          />
        </span>
      </>
    );
  }
  return (
    <>
      <progress value={tasksDone} max={Math.max(1, tasksTotal)} aria-label={t('asking')} />
      <span>
        {t(`running.${unitOf(progress)}`, {
          count: tasksTotal,
          done: tasksDone,
          total: tasksTotal,
          documents,
        })}
        <TimeLeft key={progress.resultSetId} done={tasksDone} total={tasksTotal} />
        {location === 'elsewhere' ? (
          ` · ${t('elsewhere')}`
        ) : (
          <Silence progress={`${tasksDone} ${documents}`} />
        )}
      </span>
    </>
  );
}

/** Reports it if nothing has arrived for a while. */
function Silence({ progress }: { progress: string }) {
  const { t } = useTranslation('results');
  const [silent, setSilent] = useDebouncedState('', silentMs);
  useEffect(() => setSilent(progress), [progress, setSilent]);
  return silent === progress && ` · ${t('noAnswerYet')}`;
}

interface ProblemsProps {
  resultSetId: string;
  problems: readonly TaskFailure[];
  shownError: ErrorData | null;
}

function Problems({ resultSetId, problems, shownError }: ProblemsProps) {
  const { t } = useTranslation('results');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const repeat = useInvokeMutation('search.repeat', ['search.progress']);
  return (
    <section id={problemsId} tabIndex={-1} className={styles.problems} aria-label={t('problemsName')}>
      {problems.map(({ taskId, kind, rut, subject, error }) => {
        // With several clients no single RUT is the one of the error's text.
        const unknown =
          kind === 'dispatch' && error.code === 'ACCOUNT_NOT_FOUND'
            ? Number(error.values?.['asked'] ?? 0)
            : 0;
        const isShownAbove = error.code === shownError?.code && error.requestId === shownError.requestId;
        const retryButton = (
          <Button variant="subtle" size="compact-xs" onClick={() => repeat.mutate({ resultSetId, taskId })}>
            {t('repeatOne')}
          </Button>
        );
        return (
          <div key={taskId} className={styles.failure}>
            <span>
              <b>{kind === 'type' ? subject : t(`subject.${kind}`, { subject })}</b>{' '}
              <span className={screen.soft}>{rut !== '' && unknown < 2 && clientName(rut, clients)}</span>
              {unknown > 1 && (
                <span title={error.code}>
                  {t('inVain.allUnknown', { count: unknown })} {retryButton}
                </span>
              )}
              {isShownAbove && unknown < 2 && (
                <>
                  · {t('toldAbove')} {retryButton}
                </>
              )}
            </span>
            {!isShownAbove && unknown < 2 && (
              <AccessErrorMessage error={error}>{retryButton}</AccessErrorMessage>
            )}
          </div>
        );
      })}
    </section>
  );
}
