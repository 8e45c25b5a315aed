import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import type { Question, Selection } from '../../../shared/model/question.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SweepProgress } from '../../../shared/model/search.ts';
import { ask, useAct, useCall, useEvent } from '../../ipc/bridge.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import { DownloadForm, type FormProps } from './download-form.tsx';
import styles from './get-documents.module.css';
import { PeriodField } from './period-field.tsx';

interface Props extends Pick<FormProps, 'wanted' | 'onClose'> {
  ruts: readonly Rut[];
}

/** The documents of clients in a period: the agency is asked for them, and what it has is fetched. */
export function ClientsDownload({ wanted, ruts, onClose }: Props) {
  const { t } = useTranslation('downloads');
  const [withInactive, setInactive] = useState(false);
  const connections = useCall('connections.list', undefined).data ?? [];
  const nameOf = useConnectionName();
  // What was asked last is what a person has in mind.
  const latest = useCall('search.recent', undefined).data?.[0]?.question;
  const [chosenRange, setRange] = useState<Range>();
  const [chosenAgency, setAgency] = useState<string>();
  const range = chosenRange ?? (latest?.kind === 'range' ? latest.range : lastMonth);
  const ofLatest = latest?.connectionIds.find((id) => connections.some((one) => one.id === id));
  const connectionId = chosenAgency ?? ofLatest ?? connections[0]?.id;
  const question: Question = {
    ...{ kind: 'range', connectionIds: connectionId === undefined ? [] : [connectionId], ruts: [...ruts] },
    ...{ range, types: { kind: 'all', operation: 'both' }, complete: false },
  };
  const weight = useCall('search.weigh', question, { enabled: connectionId !== undefined }).data;
  const { answer, progress, isAsking } = useAnswer(JSON.stringify(question));
  const unanswered = progress?.state === 'running' ? 0 : (progress?.problemsTotal ?? 0);
  return (
    <DownloadForm
      wanted={wanted}
      select={() => answer(question)}
      withInactive={withInactive}
      onInactive={setInactive}
      onClose={onClose}
    >
      <div className={styles.period}>
        <PeriodField range={range} onRange={setRange} />
        {connections.length > 1 && (
          <Select
            label={t('agency')}
            allowDeselect={false}
            data={connections.map((one) => ({ value: one.id, label: nameOf(one) }))}
            value={connectionId ?? null}
            onChange={(id) => setAgency(id ?? undefined)}
          />
        )}
      </div>
      <p className={styles.soft} role="status">
        {isAsking && progress
          ? t('asking', { done: formatCount(progress.walksDone), total: formatCount(progress.walksTotal) })
          : weight && t('askedFirst', { count: weight.requests, shown: formatCount(weight.requests) })}
      </p>
      {unanswered > 0 && (
        <p className={screen.warn} role="alert">
          {t('unanswered', { count: unanswered, shown: formatCount(unanswered) })}
        </p>
      )}
    </DownloadForm>
  );
}

const lastMonth: Range = { kind: 'last-month' };

/**
 * Asks a question and gives what came as a selection, once: where something was not answered, the person is told first, and decides. `shown` is the
 * question that stands in the dialog; what came of another one is not told beside it.
 */
function useAnswer(shown: string) {
  const [asked, setAsked] = useState<{ question: string; resultSetId: string }>();
  const waiting = useRef<{ resultSetId: string; ended: (progress: SweepProgress) => void }>(undefined);
  const progress = useCall(
    'search.progress',
    { resultSetId: asked?.resultSetId ?? '' },
    { enabled: asked?.question === shown, staleTime: 0 },
  ).data;
  useEvent('sweep.progress', (told) => {
    const { current } = waiting;
    if (current?.resultSetId === told.resultSetId && told.state !== 'running') current.ended(told);
  });
  useEffect(
    () => () => {
      // Nobody waits for its answer any more; what came stays.
      const { resultSetId } = waiting.current ?? {};
      if (resultSetId) ask('search.cancel', { resultSetId }).catch(() => undefined);
    },
    [],
  );

  function ended(resultSetId: string): Promise<SweepProgress> {
    const { promise, resolve, reject } = Promise.withResolvers<SweepProgress>();
    waiting.current = { resultSetId, ended: resolve };
    // It may have ended before anybody listened.
    ask('search.progress', { resultSetId }).then((now) => now.state !== 'running' && resolve(now), reject);
    return promise.finally(() => {
      waiting.current = undefined;
    });
  }

  const act = useAct(
    async (question: Question): Promise<Selection | 'not-yet'> => {
      const text = JSON.stringify(question);
      const ofResult = (resultSetId: string) => ({
        kind: 'all' as const,
        resultSetId,
        filter: '',
        except: [],
      });
      // Told of what was not answered, the person goes on with what came.
      if (asked?.question === text) return ofResult(asked.resultSetId);
      const { resultSetId } = await ask('search.start', question);
      setAsked({ question: text, resultSetId });
      const { problemsTotal, state } = await ended(resultSetId);
      return problemsTotal > 0 || state !== 'done' ? 'not-yet' : ofResult(resultSetId);
    },
    ['search.recent'],
  );
  return {
    answer: act.mutateAsync,
    progress: asked?.question === shown ? progress : undefined,
    isAsking: act.isPending,
  };
}
