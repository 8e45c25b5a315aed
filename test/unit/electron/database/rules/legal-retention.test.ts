import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  legalRetention,
  operationOf,
  type RetentionFacts,
} from '../../../../../electron/database/rules/legal-retention.ts';

const facts = (overrides: Partial<RetentionFacts>): RetentionFacts => ({
  operation: 'import',
  acceptance: '',
  legalisation: '',
  ...overrides,
});

describe('until when a folder is kept', () => {
  it('is five calendar years from the acceptance of an import, to the end of the last', () => {
    expect(legalRetention(facts({ acceptance: '2026-03-15T00:00:00.000Z' }))).toEqual({
      kind: 'known',
      until: '2031-12-31',
      basis: 'acceptance',
      from: '2026-03-15',
      note: '',
    });
  });

  it('is counted from the legalisation of an export, not from its acceptance', () => {
    const exported = facts({
      operation: 'export',
      acceptance: '2025-12-20T00:00:00.000Z',
      legalisation: '2026-01-04T00:00:00.000Z',
    });
    expect(legalRetention(exported)).toMatchObject({
      until: '2031-12-31',
      basis: 'legalisation',
      from: '2026-01-04',
    });
  });

  it('stays on the day of a date without a time, in every zone', () => {
    expect(legalRetention(facts({ acceptance: '2026-01-01T00:00:00.000Z' }))).toMatchObject({
      from: '2026-01-01',
      until: '2031-12-31',
    });
  });

  it.each(['0001-01-01T00:00:00', '1900-01-01T00:00:00', '0001-01-01T04:42:46Z', '1899-12-30'])(
    'is not known from %s, which stands for no date',
    (acceptance) => {
      expect(legalRetention(facts({ acceptance }))).toEqual({ kind: 'unknown', missingFact: 'acceptance' });
    },
  );

  it.each(['20260930', '30-sep-2026', '30/09/2026', '/Date(1790726400000)/'])(
    'is read from %s as from any other date',
    (acceptance) => {
      expect(legalRetention(facts({ acceptance }))).toMatchObject({
        from: '2026-09-30',
        until: '2031-12-31',
      });
    },
  );

  it('reads an instant as a day in Santiago', () => {
    expect(legalRetention(facts({ acceptance: '2026-01-01T02:00:00.000Z' }))).toMatchObject({
      from: '2025-12-31',
      until: '2030-12-31',
    });
  });

  it('is never before the same day five years later', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const from = date.toISOString().slice(0, 10);
        const retention = legalRetention(facts({ acceptance: `${from}T00:00:00.000Z` }));
        const sameDay = `${Number(from.slice(0, 4)) + 5}${from.slice(4)}`;
        expect(retention.kind === 'known' && retention.until >= sameDay).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is what a person set, before any date', () => {
    const set = { until: '2040-01-31', note: 'juicio pendiente' };
    expect(legalRetention(facts({ acceptance: '2026-03-15', set }))).toEqual({
      kind: 'known',
      until: '2040-01-31',
      basis: 'person',
      note: 'juicio pendiente',
    });
  });

  it('says which date is lacking instead of guessing', () => {
    expect(legalRetention(facts({}))).toEqual({ kind: 'unknown', missingFact: 'acceptance' });
    expect(legalRetention(facts({ operation: 'export', acceptance: '2026-01-01' }))).toEqual({
      kind: 'unknown',
      missingFact: 'legalisation',
    });
    expect(legalRetention(facts({ operation: 'unknown' }))).toEqual({
      kind: 'unknown',
      missingFact: 'operation',
    });
  });
});

describe('import or export', () => {
  it.each([
    ['din', 'EXPORTACION NORMAL', 'import'],
    ['DUS', '', 'export'],
    ['', 'IMPORTACIÓN CTDO. NORMAL', 'import'],
    ['', 'Importacion', 'import'],
    ['smda', 'EXPORTACION', 'export'],
    ['smda', '', 'unknown'],
    ['', 'TRANSITO', 'unknown'],
  ] as const)('a %s of kind %s is an %s', (recordType, tramite, operation) => {
    expect(operationOf(recordType, tramite)).toBe(operation);
  });
});
