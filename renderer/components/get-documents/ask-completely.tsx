import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromErrorData } from '../../../shared/errors.ts';
import type { OwnDispatch } from '../../../shared/model/carpeta.ts';
import { ask, useAct, useCalls } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import { completeQuestions, together } from './complete-questions.ts';

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
  const [asked, setAsked] = useState<readonly string[]>([]);
  const begin = useAct(async () => {
    setAsked([]);
    for (const question of completeQuestions(await dispatches())) {
      const { resultSetId } = await ask('search.start', question);
      setAsked((before) => [...before, resultSetId]);
    }
  }, ['search.recent']);
  const sweeps = useCalls(
    'search.progress',
    asked.map((resultSetId) => ({ resultSetId })),
  );
  const { isRunning: isAnswering, done, total, problems } = together(sweeps);
  const isRunning = begin.isPending || isAnswering;
  const [problem] = sweeps.flatMap(({ data }) => data?.problems ?? []);
  const refused = begin.error ?? sweeps.find(({ error }) => error)?.error;
  return (
    <>
      <Button
        variant={isSmall ? 'subtle' : 'default'}
        size={isSmall ? 'compact-xs' : 'xs'}
        title={t('complete.means')}
        disabled={isDisabled || isRunning}
        onClick={() => begin.mutate()}
      >
        {isRunning ? t('complete.asking', { done: formatCount(done), total: formatCount(total) }) : label}
      </Button>
      {!isRunning && problem && (
        <span className={screen.warn} role="status" title={fromErrorData(problem.error).code}>
          {t('complete.notAnswered', { count: problems })}
        </span>
      )}
      {refused && <Fault error={refused} />}
    </>
  );
}
