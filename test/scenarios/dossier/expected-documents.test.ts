import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countTypes,
  groupKey,
  judgeTypes,
  type SampleDispatch,
} from '../../../shared/dossier/expectation-rule.ts';
import type { TypeDecision } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';

const types = ['B/L', 'DIN', 'FACTURA', 'SEGURO', 'ORIGEN'];
const dispatch: fc.Arbitrary<SampleDispatch> = fc.record({
  number: fc.integer({ min: 1, max: 500 }).map(String),
  day: fc.constantFrom('', '2026-01-05', '2026-02-01', '2026-02-02', '2026-10-10'),
  documents: fc
    .dictionary(fc.constantFrom(...types), fc.integer({ min: 1, max: 3 }))
    .map((documents) => new Map(Object.entries(documents))),
});
const dispatches = fc.uniqueArray(dispatch, { selector: ({ number }) => number, maxLength: 60 });

const having = (count: number, documents: Record<string, number>, from = 0): SampleDispatch[] =>
  Array.from({ length: count }, (_, index) => ({
    number: String(100 + from + index),
    day: `2026-05-${String(from + index + 1).padStart(2, '0')}`,
    documents: new Map(Object.entries(documents)),
  }));
const typed = (list: readonly { type: string }[], type: string) => list.find((one) => one.type === type);

describe('learning what a group of dispatches has', () => {
  it('does not depend on the order in which dispatches are given', () => {
    fc.assert(
      fc.property(
        dispatches.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(countTypes(shuffled)).toEqual(countTypes(list));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('expects what 18 of the last 20 have, and says so', () => {
    const frequencies = countTypes([...having(2, { DIN: 1 }, 0), ...having(18, { DIN: 1, 'B/L': 1 }, 2)]);
    expect(typed(frequencies, 'B/L')).toMatchObject({ seen: 18, of: 20, isUsual: true });
  });

  it('looks at the last 20 alone, so that habits may change', () => {
    const frequencies = countTypes([...having(20, { SEGURO: 1 }, 0), ...having(20, { DIN: 1 }, 20)]);
    expect(typed(frequencies, 'SEGURO')).toBeUndefined();
    expect(typed(frequencies, 'DIN')).toMatchObject({ seen: 20, of: 20 });
  });

  it('does not expect what one in four has', () => {
    const frequencies = countTypes([...having(5, { SEGURO: 1, DIN: 1 }), ...having(15, { DIN: 1 }, 5)]);
    expect(typed(frequencies, 'SEGURO')).toMatchObject({ seen: 5, of: 20, isUsual: false });
  });

  it('learns nothing from fewer than five', () => {
    expect(typed(countTypes(having(4, { DIN: 1 })), 'DIN')).toMatchObject({ seen: 4, isUsual: false });
  });

  it('counts how often a type stands alone', () => {
    const frequencies = countTypes([...having(3, { FACTURA: 2 }), ...having(6, { FACTURA: 1 }, 3)]);
    expect(typed(frequencies, 'FACTURA')).toMatchObject({ seen: 9, single: 6 });
  });
});

describe('what is expected', () => {
  const decision = (type: string, isExpected: boolean): TypeDecision => ({
    type,
    isExpected,
    seen: 18,
    of: 20,
    at: '2026-11-20T12:00:00.000Z',
  });

  it('is unmoved by one odd dispatch, or any number of them, once a person has decided', () => {
    const decisions = [decision('B/L', true), decision('SEGURO', false)];
    fc.assert(
      fc.property(dispatches, dispatch, (list, odd) => {
        const before = judgeTypes(countTypes(list), decisions);
        const after = judgeTypes(countTypes([...list, odd]), decisions);
        for (const { type } of decisions) {
          const [was, is] = [typed(before, type), typed(after, type)];
          expect(is).toMatchObject({ basis: 'decided' });
          expect(is && 'isExpected' in is && is.isExpected).toBe(
            was && 'isExpected' in was && was.isExpected,
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('can be a type that was never seen, when a person says so', () => {
    expect(judgeTypes([], [decision('MANDATO', true)])).toMatchObject([
      { type: 'MANDATO', isExpected: true, basis: 'decided', seen: 0 },
    ]);
  });

  it('keeps the reason beside a decision, so that a person sees when habits have moved', () => {
    const frequencies = countTypes(having(20, { DIN: 1 }));
    expect(typed(judgeTypes(frequencies, [decision('B/L', true)]), 'B/L')).toMatchObject({
      seen: 0,
      of: 20,
      isExpected: true,
      decision: { seen: 18, of: 20 },
    });
  });
});

describe('a group', () => {
  it('is the same whatever the case, accents and spaces of the service', () => {
    const group = (tramite: string, via: string) =>
      groupKey({ connectionId: 'a', rut: '76086428-5' as Rut, tramite, via });
    expect(group('Importación  Ctdo.', 'MARÍTIMA')).toBe(group('IMPORTACION CTDO.', 'maritima '));
    expect(group('IMPORTACION', 'MARITIMA')).not.toBe(group('IMPORTACION', 'AEREO'));
  });
});
