import { IconFolderOpen, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../shared/model/download.ts';
import { batchNumbers } from '../../components/get-documents/batch-numbers.ts';
import { useAction } from '../../ipc/bridge.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';

/** Pause, resume, retry, cancel, folder: what a batch allows now. */
export function BatchActs({ batch }: { batch: Batch }) {
  const { id, name, state, isElsewhere } = batch;
  if (isElsewhere) return null;
  const hasProblems = batchNumbers(batch).problems > 0;
  return <Acts batchId={id} name={name} state={state.kind} hasProblems={hasProblems} />;
}

interface ActsProps {
  batchId: string;
  name: string;
  state: Batch['state']['kind'];
  hasProblems: boolean;
}

/** Drawn anew when what is allowed changes, and not whenever the batch has gone on. */
const Acts = memo(({ batchId, name, state, hasProblems }: ActsProps) => {
  const { t } = useTranslation('downloads');
  const control = useAction('downloads.control', ['downloads.list']);
  const showFolder = useAction('batch.showFolder');
  const [isCancelling, setCancelling] = useState(false);
  const error = control.error ?? showFolder.error;
  return (
    <>
      {state === 'running' && (
        <ToolButton
          icon={IconPlayerPause}
          label={t('pause', { name })}
          onClick={() => control.mutate({ act: 'pause', batchId })}
        />
      )}
      {state === 'paused' && (
        <ToolButton
          icon={IconPlayerPlay}
          label={t('resume', { name })}
          onClick={() => control.mutate({ act: 'resume', batchId })}
        />
      )}
      {hasProblems && (
        <ToolButton
          icon={IconRefresh}
          label={t('retry', { name })}
          onClick={() => control.mutate({ act: 'retry', batchId })}
        />
      )}
      <ToolButton
        icon={IconFolderOpen}
        label={t('showFolder', { name })}
        onClick={() => showFolder.mutate({ batchId })}
      />
      {state !== 'ended' && (
        <ToolButton icon={IconX} label={t('cancelBatch', { name })} onClick={() => setCancelling(true)} />
      )}
      {isCancelling && (
        <AskFirst
          title={t('cancelTitle', { name })}
          text={t('cancelMeans')}
          act={t('cancelIt')}
          onClose={() => setCancelling(false)}
          onAct={() => {
            setCancelling(false);
            control.mutate({ act: 'cancel', batchId });
          }}
        />
      )}
      {error && <Fault error={error} />}
    </>
  );
});
