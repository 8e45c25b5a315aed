import type { TFunction } from 'i18next';
import type { MissingDocuments } from '../../../shared/model/dossier.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import { formatCount } from '../../ui/format.ts';

/** Which missing documents are shown: all, those not asked for, those asked for. */
export type RequestFilter = 'all' | 'not-asked' | 'asked';

/** The filter as main takes it. */
export function requestFilterInput(filter: RequestFilter): { isAsked?: boolean } {
  return filter === 'all' ? {} : { isAsked: filter === 'asked' };
}

/**
 * The headings of a list of missing documents: who owes them, in the order in which main gives the rows, with
 * how many of theirs are shown. `nameOf` gives the words for who owes them.
 */
export function missingGroups(
  { byResponsible }: Pick<MissingDocuments, 'byResponsible'>,
  filter: RequestFilter,
  responsible: string | undefined,
  nameOf: (responsible: string) => string,
): RowGroup[] {
  return byResponsible
    .filter((one) => responsible === undefined || one.responsible === responsible)
    .map((one) => ({
      key: one.responsible,
      label: nameOf(one.responsible),
      rows:
        filter === 'all' ? one.missingCount : filter === 'asked' ? one.asked : one.missingCount - one.asked,
    }))
    .filter(({ rows }) => rows > 0);
}

/** How many missing documents there are, and how many of them were asked for. */
export function countMissing({ byResponsible }: Pick<MissingDocuments, 'byResponsible'>): {
  missingCount: number;
  asked: number;
} {
  return {
    missingCount: byResponsible.reduce((sum, { missingCount }) => sum + missingCount, 0),
    asked: byResponsible.reduce((sum, { asked }) => sum + asked, 0),
  };
}

/** A filter with how many missing documents it shows, once that is known. */
export function filterLabel(
  filter: RequestFilter,
  result: Pick<MissingDocuments, 'byResponsible'> | undefined,
  t: TFunction<'missing'>,
): string {
  const label = t(`filter.${filter}`);
  if (!result) return label;
  const { missingCount, asked } = countMissing(result);
  return `${label} ${formatCount(filter === 'all' ? missingCount : filter === 'asked' ? asked : missingCount - asked)}`;
}

/** Of how many dispatches it is known what they lack, in words; `''` where there is none. */
export function missingKnownLabel(
  result: Pick<MissingDocuments, 'dispatches' | 'partial'> | undefined,
  t: TFunction<'missing'>,
): string {
  if (!result || result.dispatches === 0) return '';
  const { dispatches: count, partial } = result;
  const counted = { count, shown: formatCount(count), known: formatCount(count - partial) };
  return t(partial > 0 ? 'knownSome' : 'knownAll', counted);
}
