import { IconFolderOpen, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../shared/model/download.ts';
import { useAction } from '../../bridge.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { batchNumbers } from './batch-numbers.ts';

/** Pause, resume, retry, cancel, folder: what a batch allows now. */
export function BatchActs({ batch }: { batch: Batch }) {
  const { t } = useTranslation('downloads');
  const control = useAction('downloads.control', ['downloads.list']);
  const showFolder = useAction('batch.showFolder');
  const [isCancelling, setCancelling] = useState(false);
  const { id: batchId, name, state, isElsewhere } = batch;
  const { problems } = batchNumbers(batch);
  const error = control.error ?? showFolder.error;
  if (isElsewhere) return null;
  return (
    <>
      {state.kind === 'running' && (
        <ToolButton
          icon={IconPlayerPause}
          label={t('pause', { name })}
          onClick={() => control.mutate({ act: 'pause', batchId })}
        />
      )}
      {state.kind === 'paused' && (
        <ToolButton
          icon={IconPlayerPlay}
          label={t('resume', { name })}
          onClick={() => control.mutate({ act: 'resume', batchId })}
        />
      )}
      {problems > 0 && (
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
      {state.kind !== 'ended' && (
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
}
