import { describe, expect, it } from 'vitest';
import {
  filterLabel,
  missingGroups,
  requestFilterInput,
} from '../../../../../renderer/features/missing-documents/missing-groups.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';

const result = {
  byResponsible: [
    { responsible: 'CLIENTE', missingCount: 5, dispatches: 3, requestedCount: 2 },
    { responsible: '', missingCount: 3, dispatches: 3, requestedCount: 3 },
  ],
};

const nameOf = (responsible: string) => responsible || 'nadie';

describe('the headings of what is missing', () => {
  it('are who owes it, in the order of the rows', () => {
    expect(missingGroups(result, 'all', undefined, nameOf).map(({ label, rows }) => [label, rows])).toEqual([
      ['CLIENTE', 5],
      ['nadie', 3],
    ]);
  });

  it('count only what the filter shows, and stand nowhere over nothing', () => {
    const rows = (filter: 'asked' | 'not-asked', responsible?: string) =>
      missingGroups(result, filter, responsible, nameOf).map((group) => group.rows);
    expect(rows('asked')).toEqual([2, 3]);
    expect(rows('not-asked')).toEqual([3]);
    expect(rows('asked', '')).toEqual([3]);
  });

  it('leave the filter to main', () => {
    expect([requestFilterInput('all'), requestFilterInput('asked'), requestFilterInput('not-asked')]).toEqual(
      [{}, { isAsked: true }, { isAsked: false }],
    );
  });

  it('say how many there are once that is known', () => {
    const t = translationsOf('missing');
    expect(filterLabel('not-asked', undefined, t)).toBe('Sin solicitar');
    expect(filterLabel('not-asked', result, t)).toBe('Sin solicitar 3');
  });
});
