import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CarpetaError, fromErrorData } from '../../../shared/errors.ts';
import type { SweepProgress } from '../../../shared/model/search.ts';
import { ask, useEvent, useRefresh } from '../../bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatCount } from '../../ui/format.ts';
import styles from './carpeta.module.css';
import { completeQuestions, type OwnDispatch, together } from './complete-questions.ts';

interface Props {
  /** Which dispatches are asked for, read when the button is pressed. */
  dispatches: () => Promise<readonly OwnDispatch[]> | readonly OwnDispatch[];
  /** What the button says. */
  label: string;
  isDisabled?: boolean;
  /** A small button, for a line of text. */
  isSmall?: boolean;
}

/** Has the agency asked for every document of dispatches, and says how far that is; lists follow what comes by themselves. */
export function AskCompletely({ dispatches, label, isDisabled = false, isSmall = false }: Props) {
  const { t } = useTranslation('carpeta');
  const [sweeps, setSweeps] = useState<ReadonlyMap<string, SweepProgress | undefined>>(new Map());
  const [fault, setFault] = useState<CarpetaError>();
  const refresh = useRefresh();
  useEvent('sweep.progress', (progress) => {
    setSweeps((before) =>
      before.has(progress.resultSetId) ? new Map(before).set(progress.resultSetId, progress) : before,
    );
  });

  async function begin() {
    setFault(undefined);
    try {
      for (const question of completeQuestions(await dispatches())) {
        const { resultSetId } = await ask('search.start', question);
        setSweeps((before) => new Map(before).set(resultSetId, undefined));
        // What was told before this page knew the name.
        const progress = await ask('search.progress', { resultSetId });
        setSweeps((before) => new Map(before).set(resultSetId, before.get(resultSetId) ?? progress));
      }
    } catch (thrown) {
      setFault(thrown as CarpetaError);
    }
    await refresh(['search.recent']);
  }

  const { isRunning, done, total, problems } = together([...sweeps.values()]);
  const [problem] = [...sweeps.values()].flatMap((sweep) => sweep?.problems ?? []);
  return (
    <>
      <Button
        variant={isSmall ? 'subtle' : 'default'}
        size={isSmall ? 'compact-xs' : 'xs'}
        title={t('complete.means')}
        disabled={isDisabled || isRunning}
        onClick={() => {
          setSweeps(new Map());
          void begin();
        }}
      >
        {isRunning ? t('complete.asking', { done: formatCount(done), total: formatCount(total) }) : label}
      </Button>
      {!isRunning && problem && (
        <span className={styles.warn} role="status" title={fromErrorData(problem.error).code}>
          {t('complete.notAnswered', { count: problems })}
        </span>
      )}
      {fault && <Fault error={fault} />}
    </>
  );
}
