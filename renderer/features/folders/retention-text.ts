import type { TFunction } from 'i18next';
import type { LegalRetention } from '../../../shared/model/dossier.ts';
import { dayText } from '../../ui/day-text.ts';

type T = TFunction<'folders'>;

/** On what the day rests until which a folder is kept; what lacks when there is none. */
export function retentionBasis(retention: LegalRetention, t: T): string {
  if (retention.kind === 'unknown') return t(`lacks.${retention.lacks}`);
  const basis = t(`basis.${retention.basis}`, { from: dayText(retention.from) });
  return retention.note === '' ? basis : `${basis}: ${retention.note}`;
}

/** Until when a folder is kept, as people read it; undefined while it is not known. */
export function retentionDay(retention: LegalRetention): string | undefined {
  return retention.kind === 'known' ? dayText(retention.until) : undefined;
}
