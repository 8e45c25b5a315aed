import type { TFunction } from 'i18next';
import type { KeepUntil } from '../../../shared/model/dossier.ts';
import { dayText } from '../../ui/day-text.ts';

type T = TFunction<'folders'>;

/** On what the day rests until which a folder is kept; what lacks when there is none. */
export function keepBasis(keep: KeepUntil, t: T): string {
  if (keep.kind === 'unknown') return t(`lacks.${keep.lacks}`);
  const basis = t(`basis.${keep.basis}`, { from: dayText(keep.from) });
  return keep.note === '' ? basis : `${basis}: ${keep.note}`;
}

/** Until when a folder is kept, as people read it; undefined while it is not known. */
export function keepDay(keep: KeepUntil): string | undefined {
  return keep.kind === 'known' ? dayText(keep.until) : undefined;
}
