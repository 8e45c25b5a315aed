import type { Batch } from '../../shared/model/download.ts';
import { endedOf } from './batch.ts';
import type { Terminal } from './terminal.ts';

/** Width of the bar, in characters. */
const barWidth = 24;

/**
 * A batch as one line: a bar of documents, then counts, speed and, when it is meaningful, the remaining time.
 */
export function progressLine({ translator }: Terminal, batch: Batch): string {
  const ended = endedOf(batch);
  const part = batch.documents === 0 ? 0 : Math.min(1, ended / batch.documents);
  const full = Math.floor(part * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const speed = `${translator.number(Math.round(batch.bytesPerSecond / 100_000) / 10)} MB/s`;
  const facts = [translator.t('progress', { done: ended, total: batch.documents }), speed];
  if (batch.secondsLeft !== undefined) facts.push(timeLeft(batch.secondsLeft));
  return `${bar} ${facts.join(' · ')}`;
}

function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}
