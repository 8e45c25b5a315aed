import { Button, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconFolderOpen,
  IconFolderShare,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAppCode } from '../../../shared/error-codes.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { batchNumbers, endOf, hasErrors, useBatch } from '../../components/document-actions/use-batches.ts';
import { invoke, useAppMutation, useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { isMendedByKey } from '../../ui/error-message/access-error-message.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatBytes, formatDuration, formatTime } from '../../ui/format.ts';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import { shownWithUndoMs } from '../../ui/undo.ts';
import styles from './downloads.module.css';
import bar from './downloads-bar.module.css';

/** The progress of one batch, and its actions. One that ended well goes away by itself. */
export default function DownloadsBarBatch({ batchId, onAway }: { batchId: string; onAway: () => void }) {
  const { t } = useTranslation('downloads');
  const batch = useBatch(batchId);
  const line = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(() => {
    // Nobody who is about to press one of its buttons presses what comes in its place.
    if (!line.current?.matches(':hover, :focus-within')) onAway();
  });
  const hasEndedWell = batch?.state.kind === 'ended' && !hasErrors(batch);
  useEffect(() => {
    if (!hasEndedWell) return;
    const timer = setInterval(() => leave(), shownWithUndoMs);
    return () => clearInterval(timer);
  }, [hasEndedWell]);
  if (!batch) return null;
  const { fraction, finished, total, missing, cancelled } = batchNumbers(batch);
  const end = endOf(batch);
  const tenths = Math.floor(fraction * 10);
  return (
    <div ref={line} className={bar.batch}>
      <span className={bar.name} title={`${batch.name} → ${batch.folder}`}>
        <b>{batch.name}</b> → {batch.folder}
      </span>
      {batch.state.kind === 'running' && (
        <progress
          className={bar.progress}
          data-problems={missing + cancelled > 0 ? true : undefined}
          value={finished}
          max={Math.max(1, total)}
          aria-label={t('progressOf', { name: batch.name })}
        />
      )}
      <BatchText batch={batch} />
      {/* Announced at each tenth: every document would be too much for a screen reader. */}
      <VisuallyHidden aria-live="polite">
        {end
          ? t(`endedName.${end}`, { name: batch.name })
          : t('tenths', { name: batch.name, percent: tenths * 10 })}
      </VisuallyHidden>
      <span className={screen.push} />
      <span className={bar.actions}>
        <BatchActions batch={batch} />
        <Button variant="subtle" size="compact-xs" onClick={() => navigate({ view: 'downloads', batchId })}>
          {t('detail')}
        </Button>
        {batch.state.kind === 'ended' && (
          <ToolButton icon={IconX} label={t('putAway', { name: batch.name })} onClick={onAway} />
        )}
      </span>
    </div>
  );
}

/** Without progress for this long a batch counts as stalled: its former speed is no longer shown. */
const stillMs = 6_000;

/** The status of a batch, in one line. */
export function BatchText({ batch }: { batch: Batch }) {
  const { t } = useTranslation('downloads');
  const { good, total, missing, withoutFile, cancelled, finished } = batchNumbers(batch);
  const { state, leftOut, bytesPerSecond, secondsLeft, bytes } = batch;
  const isRunning = state.kind === 'running';
  const isStill = useStill(batch, isRunning && bytesPerSecond > 0);
  const isMoving = isRunning && !isStill;
  const labels = [
    isRunning || state.kind === 'paused' ? t('of', { finished, total }) : t('good', { count: good }),
    withoutFile > 0 && t('withoutFile', { count: withoutFile }),
    leftOut > 0 && t('leftOut', { count: leftOut }),
    cancelled > 0 && t('cancelled', { count: cancelled }),
    isMoving && bytesPerSecond > 0 && `${formatBytes(bytesPerSecond)}/s`,
    isMoving && secondsLeft !== undefined && t('left', { time: formatDuration(secondsLeft) }),
    !isRunning && bytes > 0 && formatBytes(bytes),
  ];
  const wrong = [
    batch.selectionError && t('withoutRest'),
    batch.indexError && t('withoutIndex'),
    missing > 0 && t('problems', { count: missing }),
  ];
  return (
    <span className={styles.numbers}>
      <BatchStatus batch={batch} /> {labels.filter(Boolean).join(' · ')}
      {wrong.filter(Boolean).map((part) => (
        <span key={String(part)} className={screen.bad}>
          {' · '}
          <IconAlertTriangle size={13} aria-hidden /> {part}
        </span>
      ))}
    </span>
  );
}

/** Whether a batch that was moving makes no more progress. */
function useStill(batch: Batch, wasMoving: boolean): boolean {
  const [still, setStill] = useState<Batch>();
  useEffect(() => {
    if (!wasMoving) return;
    const timer = setTimeout(() => setStill(batch), stillMs);
    return () => clearTimeout(timer);
  }, [batch, wasMoving]);
  return still === batch;
}

/**
 * Why a batch is paused; for an unusable connection, whether its key was the cause and whether the agency was
 * contacted.
 */
function whyPaused({ why, error }: Extract<Batch['state'], { kind: 'paused' }>) {
  if (why !== 'connection-refused') return why;
  if (error && !isMendedByKey(error)) return 'connection-unusable';
  return error && isAppCode(error.code) ? 'no-key' : why;
}

function BatchStatus({ batch }: { batch: Batch }) {
  const { t } = useTranslation('downloads');
  const { state, isElsewhere, waits } = batch;
  if (isElsewhere) return <span className={screen.soft}>{t('elsewhere')} · </span>;
  if (state.kind === 'paused') {
    return (
      <span className={screen.warn}>
        <IconPlayerPause size={13} aria-hidden />{' '}
        {waits ? t(`waits.${waits.for}`, { time: formatTime(waits.until) }) : t(`paused.${whyPaused(state)}`)}{' '}
        ·{' '}
      </span>
    );
  }
  const end = endOf(batch);
  // Problems, and an outdated index, are reported separately.
  if (end === undefined || end === 'with-problems') return null;
  const Icon = end === 'whole' ? IconCheck : IconX;
  return (
    <span className={end === 'whole' ? screen.good : screen.warn}>
      <Icon size={14} aria-hidden /> {t(`end.${end}`)} ·{' '}
    </span>
  );
}

/** Pause, resume, retry, cancel, folder: the actions a batch allows now. */
export function BatchActions({ batch }: { batch: Batch }) {
  const { id, name, state, isElsewhere } = batch;
  if (isElsewhere) return null;
  const hasMissing = batchNumbers(batch).missing > 0;
  const isFolderMissing =
    state.kind === 'paused' && (state.why === 'folder-gone' || state.why === 'disk-full');
  return (
    <Actions
      batchId={id}
      name={name}
      state={state.kind}
      hasMissing={hasMissing}
      isFolderMissing={isFolderMissing}
    />
  );
}

interface ActionsProps {
  batchId: string;
  name: string;
  state: Batch['state']['kind'];
  hasMissing: boolean;
  /** Its folder is missing, or the disk is full. */
  isFolderMissing: boolean;
}

const actIcons = { pause: IconPlayerPause, resume: IconPlayerPlay, retry: IconRefresh } as const;

/** Re-rendered when the allowed actions change, and not on each progress event. */
const Actions = memo(({ batchId, name, state, hasMissing, isFolderMissing }: ActionsProps) => {
  const { t } = useTranslation('downloads');
  const control = useInvokeMutation('downloads.control', ['downloads.list']);
  const showFolder = useInvokeMutation('batch.showFolder');
  const move = useAppMutation(async () => {
    const folder = await invoke('folder.choose', { title: t('otherFolder', { name }) });
    if (folder !== undefined) await invoke('downloads.move', { batchId, folder });
  }, ['downloads.list']);
  const [isCancelling, setCancelling] = useState(false);
  const error = control.error ?? showFolder.error ?? move.error;
  const toolFor = (action: keyof typeof actIcons) => (
    <ToolButton
      icon={actIcons[action]}
      label={t(action, { name })}
      onClick={() => control.mutate({ action, batchId })}
    />
  );
  return (
    <>
      {state === 'running' && toolFor('pause')}
      {state === 'paused' && toolFor('resume')}
      {hasMissing && toolFor('retry')}
      <ToolButton
        icon={IconFolderOpen}
        label={t('showFolder', { name })}
        onClick={() => showFolder.mutate({ batchId })}
      />
      {isFolderMissing && (
        <ActionButton
          size="compact-xs"
          icon={IconFolderShare}
          aria-label={t('otherFolder', { name })}
          loading={move.isPending}
          onClick={() => move.mutate()}
        >
          {t('otherFolderShort')}
        </ActionButton>
      )}
      {state !== 'ended' && (
        <ToolButton icon={IconX} label={t('cancelBatch', { name })} onClick={() => setCancelling(true)} />
      )}
      {isCancelling && (
        <ConfirmDialog
          title={t('cancelTitle', { name })}
          text={t('cancelMeans')}
          label={t('cancelIt')}
          backLabel={t('goOn')}
          onClose={() => setCancelling(false)}
          onConfirm={() => control.mutate({ action: 'cancel', batchId })}
        />
      )}
      {error && <ErrorMessage error={error} />}
    </>
  );
});
