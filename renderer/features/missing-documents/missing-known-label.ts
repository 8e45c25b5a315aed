import type { TFunction } from 'i18next';
import type { MissingDocuments } from '../../../shared/model/dossier.ts';
import { formatCount } from '../../ui/format.ts';

/** The number of dispatches whose missing documents are known, as text; `''` if there is none. */
export function missingKnownLabel(
  result: Pick<MissingDocuments, 'dispatches' | 'partial'> | undefined,
  t: TFunction<'missing'>,
): string {
  if (!result || result.dispatches === 0) return '';
  const { dispatches: count, partial } = result;
  const counted = { count, shown: formatCount(count), known: formatCount(count - partial) };
  return t(partial > 0 ? 'knownSome' : 'knownAll', counted);
}
