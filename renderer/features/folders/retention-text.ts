import type { TFunction } from 'i18next';
import type { LegalRetention } from '../../../shared/model/dossier.ts';
import { dayText } from '../../ui/day-range-presets.ts';

type T = TFunction<'folders'>;

/** The basis of a folder's retention date; the missing fact if there is no date. */
export function retentionBasis(retention: LegalRetention, t: T): string {
  if (retention.kind === 'unknown') return t(`missingFact.${retention.missingFact}`);
  const basis = t(`basis.${retention.basis}`, { from: dayText(retention.from) });
  return retention.note === '' ? basis : `${basis}: ${retention.note}`;
}

/** A folder's retention date as text; undefined if unknown. */
export function retentionDay(retention: LegalRetention): string | undefined {
  return retention.kind === 'known' ? dayText(retention.until) : undefined;
}
