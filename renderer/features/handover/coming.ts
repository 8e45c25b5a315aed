import type { TFunction } from 'i18next';
import type { Batch } from '../../../shared/model/download.ts';
import type { PackedSummary } from '../../../shared/model/handover.ts';
import { batchNumbers } from '../../components/get-documents/batch-numbers.ts';

/** What has become of the papers of a package that were not on this computer and are fetched by a batch. */
export interface Coming {
  /** `unknown`: the batch is no longer in the list. */
  kind: 'under-way' | 'over' | 'unknown';
  asked: number;
  came: number;
  /** The agency turned out to have no file of them. */
  withoutFile: number;
  notCame: number;
}

/** How a package's own batch stands; undefined for a package that fetches nothing. */
export function comingOf(
  { batchId, notDownloaded }: PackedSummary,
  batches: readonly Batch[],
): Coming | undefined {
  const asked = notDownloaded.length;
  if (batchId === undefined || asked === 0) return undefined;
  const batch = batches.find(({ id }) => id === batchId);
  if (!batch) return { kind: 'unknown', asked, came: 0, withoutFile: 0, notCame: 0 };
  const { good: came, withoutFile } = batchNumbers(batch);
  const kind = batch.state.kind === 'ended' ? 'over' : 'under-way';
  return { kind, asked, came, withoutFile, notCame: Math.max(0, asked - came - withoutFile) };
}

/** That in words; of a batch that is over, what came and what did not. */
export function comingWords({ kind, asked, came, notCame }: Coming, t: TFunction<'handover'>): string[] {
  if (kind === 'under-way') return [t('packed.downloading', { count: asked })];
  if (kind === 'unknown') return [t('packed.asked', { count: asked })];
  return [
    ...(came > 0 ? [t('packed.came', { count: came })] : []),
    ...(notCame > 0 ? [t('packed.notDownloaded', { count: notCame })] : []),
  ];
}
