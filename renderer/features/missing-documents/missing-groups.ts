import type { TFunction } from 'i18next';
import type { MissingDocuments } from '../../../shared/model/dossier.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import { formatCount } from '../../ui/format.ts';

/** The filter of missing documents: all, not requested, requested. */
export type RequestFilter = 'all' | 'not-asked' | 'asked';

/** The filter as a call input. */
export function requestFilterInput(filter: RequestFilter): { isAsked?: boolean } {
  return filter === 'all' ? {} : { isAsked: filter === 'asked' };
}

/**
 * The groups of a list of missing documents: the parties who owe them, in the order of main's rows, with the
 * count of each. `nameOf` returns a party's label.
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
        filter === 'all'
          ? one.missingCount
          : filter === 'asked'
            ? one.requestedCount
            : one.missingCount - one.requestedCount,
    }))
    .filter(({ rows }) => rows > 0);
}

/** The number of missing documents, and how many of them were requested. */
export function countMissing({ byResponsible }: Pick<MissingDocuments, 'byResponsible'>): {
  missingCount: number;
  requestedCount: number;
} {
  return {
    missingCount: byResponsible.reduce((sum, { missingCount }) => sum + missingCount, 0),
    requestedCount: byResponsible.reduce((sum, { requestedCount }) => sum + requestedCount, 0),
  };
}

/** A filter's label with its count, once known. */
export function filterLabel(
  filter: RequestFilter,
  result: Pick<MissingDocuments, 'byResponsible'> | undefined,
  t: TFunction<'missing'>,
): string {
  const label = t(`filter.${filter}`);
  if (!result) return label;
  const { missingCount, requestedCount } = countMissing(result);
  return `${label} ${formatCount(filter === 'all' ? missingCount : filter === 'asked' ? requestedCount : missingCount - requestedCount)}`;
}
