import type { TextState, TextStatus } from '../../shared/model/text-search.ts';
import type { TextCounts } from '../database/index.ts';
import type { WaitingScans } from './ocr/recognize-when-idle.ts';

/** What the indexer is doing, beside what the index counts. */
export interface IndexerActivity {
  /** Why nothing is read now; undefined where something may be. */
  waits: TextState | undefined;
  isReading: boolean;
  /** Mean of the latest files; undefined before the first. */
  msPerFile: number | undefined;
  scans: Pick<WaitingScans, 'isOn' | 'isAllowed' | 'retryInMs' | 'secondsFor'>;
}

/** How far the reading of words is: what is read, what waits, and the seconds left where they are known. */
export function textStatus(counts: TextCounts, activity: IndexerActivity): TextStatus {
  const { read, waiting, unread, waitingScans, isRemade } = counts;
  const { waits, msPerFile, scans } = activity;
  const unreadTotal = waiting + Object.values(unread).reduce((sum, count) => sum + count, 0);
  const secondsForFiles = msPerFile === undefined ? undefined : (waiting * msPerFile) / 1_000;
  const secondsLeft = waiting > 0 ? secondsForFiles : scans.secondsFor(waitingScans);
  return {
    state: waits ?? workState(counts, activity),
    read,
    waiting,
    unread,
    unreadTotal,
    waitingScans,
    isRemade,
    ...(secondsLeft !== undefined && waiting + waitingScans > 0 && { secondsLeft: Math.ceil(secondsLeft) }),
  };
}

function workState(
  { waiting, waitingFacts, waitingScans }: TextCounts,
  { isReading, scans }: IndexerActivity,
): TextState {
  if (waiting > 0) return isReading ? 'reading' : 'idle';
  // Between two scans, the facts of one may wait: it is still scans that are read.
  if (waitingFacts > 0 && isReading) return 'reading';
  if (waitingScans === 0 || !scans.isOn() || scans.retryInMs() > 0) return 'idle';
  return scans.isAllowed() ? 'scans' : 'in-use';
}
