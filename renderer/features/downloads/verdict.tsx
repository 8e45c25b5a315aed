import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDownload,
  IconFileOff,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BatchDocument, TransferState } from '../../../shared/model/download.ts';
import { useFaultWords } from '../../ui/fault/use-words.ts';
import { formatBytes } from '../../ui/format.ts';
import styles from './downloads.module.css';

const icons = {
  waiting: IconClock,
  transferring: IconDownload,
  paused: IconPlayerPause,
  done: IconCheck,
  here: IconCheck,
  failed: IconAlertTriangle,
  'no-file': IconFileOff,
  unsigned: IconAlertTriangle,
  cancelled: IconX,
} as const satisfies Record<TransferState, unknown>;

const tones: Partial<Record<TransferState, string | undefined>> = {
  done: styles.good,
  here: styles.good,
  failed: styles.bad,
  unsigned: styles.warn,
};

/** The verdict of a document in a batch, by icon and word. */
export function Verdict({ document: { state, bytes, size } }: { document: BatchDocument }) {
  const { t } = useTranslation('downloads');
  const Icon = icons[state];
  const part =
    state === 'transferring' && size !== undefined && size > 0
      ? ` ${Math.min(99, Math.floor((bytes / size) * 100))} %`
      : '';
  return (
    <span className={`${styles.verdict} ${tones[state] ?? ''}`}>
      <Icon size={14} aria-hidden />
      {t(`state.${state}`)}
      {part}
    </span>
  );
}

/** Why a document has no good verdict and what to do, in words and by code; where there is little room, all of the words are in the tooltip. */
export function Reason({ document: { error } }: { document: BatchDocument }) {
  const words = useFaultWords();
  if (!error) return null;
  const { what, do: whatToDo } = words(error);
  return (
    <span className={styles.reason} title={`${what} ${whatToDo}`}>
      <span>
        {what} <span className={styles.soft}>{whatToDo}</span>
      </span>
      <small className={styles.soft}>{error.code}</small>
    </span>
  );
}

/** The size of a document on disk; what is not known yet is left open. */
export function sizeWords({ state, size, bytes }: BatchDocument): string {
  const known = state === 'done' || state === 'here' ? bytes : size;
  return known === undefined || known === 0 ? '' : formatBytes(known);
}
