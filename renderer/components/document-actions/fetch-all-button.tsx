import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleOf } from '../../../shared/error-codes.ts';
import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { invoke, useAppMutation, useInvokeQueries } from '../../ipc/invoke-hooks.ts';
import { unusable } from '../../ui/button-element.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { useFocusBack } from '../../ui/last-focus.ts';
import screen from '../../ui/screen.module.css';
import { TimeLeft, useTimeOfRequests } from '../../ui/time-left.tsx';
import { combineProgress, completionQueries } from './completion-queries.ts';

interface Props {
  /** The dispatches to be completed; or `queries`, the queries to run. Read when the button is pressed. */
  dispatches?: () => Promise<readonly OwnDispatch[]> | readonly OwnDispatch[];
  queries?: () => readonly SearchQuery[];
  /** The label of the button. */
  label: string;
  /** Minimum number of requests: shown if it is large. */
  requests?: number;
  isDisabled?: boolean;
  /** A small button, for a line of text. */
  isSmall?: boolean;
  /** Starts by itself whenever this changes, unless there are so many requests that it asks first. */
  startOn?: number | undefined;
  /** Called once all requests have ended, or cannot begin. */
  onEnd?: () => void;
}

/** Requests to complete one dispatch: documents, status and disbursements. */
export const requestsOfDispatch = 3;

/** More requests than this need a confirmation. */
export const maxUnconfirmedRequests = 500;

/** Queries the agency and shows the progress; lists update by themselves. */
export function FetchAllButton(props: Props) {
  const {
    dispatches,
    queries,
    label,
    requests = 0,
    isDisabled = false,
    isSmall = false,
    startOn,
    onEnd,
  } = props;
  const { t } = useTranslation('dossier');
  // It goes with the last dispatch that it is for.
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button);
  const [resultSetIds, setResultSetIds] = useState<readonly string[]>([]);
  const begin = useAppMutation(async () => {
    setResultSetIds([]);
    for (const query of queries?.() ?? completionQueries((await dispatches?.()) ?? [])) {
      const { resultSetId } = await invoke('search.start', query);
      setResultSetIds((before) => [...before, resultSetId]);
    }
  }, ['search.recent']);
  const searches = useInvokeQueries(
    'search.progress',
    resultSetIds.map((resultSetId) => ({ resultSetId })),
  );
  const { isRunning: isFetching, done, total, problems, unknownClients } = combineProgress(searches);
  const isRunning = begin.isPending || isFetching;
  const failures = searches
    .flatMap(({ data }) => data?.problems ?? [])
    .flatMap(({ error }) => (ruleOf(error.code).isAbsence ? [] : error));
  const [firstError] = failures;
  const isOneCause = failures.every(({ code }) => code === firstError?.code);
  const errorText = useErrorText();
  const shownError = begin.error ?? searches.find(({ error }) => error)?.error;
  const end = useEffectEvent(() => onEnd?.());
  const beginOrEnd = () => begin.mutate(undefined, { onError: () => end() });
  const started = useRef<number>(undefined);
  const start = useEffectEvent(() => {
    if (started.current === startOn || isRunning || requests > maxUnconfirmedRequests) return;
    started.current = startOn;
    beginOrEnd();
  });
  useEffect(() => {
    if (startOn !== undefined) start();
  }, [startOn]);
  const hasEnded = resultSetIds.length > 0 && !isRunning;
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
  return (
    <>
      <Button
        ref={button}
        variant={isSmall ? 'subtle' : 'default'}
        size={isSmall ? 'compact-xs' : 'xs'}
        title={t('complete.means')}
        disabled={isDisabled && !isRunning}
        {...unusable(isRunning)}
        onClick={() => !isRunning && beginOrEnd()}
      >
        {isRunning ? <Asking done={done} total={total} /> : <Label label={label} requests={requests} />}
      </Button>
      {!isRunning && unknownClients > 0 && (
        <span className={screen.warn} role="status" title="ACCOUNT_NOT_FOUND">
          {t('complete.unknownClients', { count: unknownClients })}
        </span>
      )}
      {!isRunning && firstError && (
        <span className={screen.warn} role="status" title={firstError.code}>
          {t('complete.notAnswered', { count: problems })} {isOneCause && errorText(firstError).what}
        </span>
      )}
      {shownError && <ErrorMessage error={shownError} />}
    </>
  );
}

function Asking({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation('dossier');
  return (
    <>
      {t('complete.asking', { done, total })}
      <TimeLeft done={done} total={total} />
    </>
  );
}

/** Many requests are told before they are made. */
function Label({ label, requests }: { label: string; requests: number }) {
  const { t } = useTranslation('dossier');
  const timeOf = useTimeOfRequests();
  if (requests <= maxUnconfirmedRequests) return label;
  return `${label} · ${t('complete.requests', { requests, time: timeOf(requests) })}`;
}
