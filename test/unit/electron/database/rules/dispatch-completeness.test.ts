import { describe, expect, it } from 'vitest';
import {
  cellOf,
  completenessOf,
  type DispatchDocuments,
  missingOf,
} from '../../../../../electron/database/rules/dispatch-completeness.ts';
import type { TypeExpectation } from '../../../../../shared/model/dossier.ts';

const expected = (type: string, isExpected = true): TypeExpectation => ({
  type,
  seen: 18,
  of: 20,
  single: 18,
  isUsual: isExpected,
  isExpected,
  basis: 'learned',
});
const withDocuments = (types: Record<string, [number, number]>, isFullyRead = true): DispatchDocuments => ({
  isFullyRead,
  types: new Map(
    Object.entries(types).map(([type, [withFile, withoutFile]]) => [type, { withFile, withoutFile }]),
  ),
});
const expectations = [expected('DIN'), expected('B/L'), expected('SEGURO', false)];

describe('a dispatch against what is expected of it', () => {
  it('is complete when every expected type is there with a file', () => {
    const dispatch = withDocuments({ DIN: [1, 0], 'B/L': [2, 0] });
    expect(completenessOf(dispatch, expectations)).toBe('complete');
    expect(missingOf(dispatch, expectations)).toEqual([]);
  });

  it('lacks what is expected and not there, and never what is not expected', () => {
    const missingDocuments = missingOf(withDocuments({ DIN: [1, 0] }), expectations);
    expect(missingDocuments.map(({ type, kind }) => [type, kind])).toEqual([['B/L', 'missing']]);
  });

  it('lacks a document that the agency has registered without a file, and tells it from one that is not there', () => {
    const missingDocuments = missingOf(withDocuments({ DIN: [0, 1] }), expectations);
    expect(missingDocuments.map(({ type, kind }) => [type, kind])).toEqual([
      ['DIN', 'no-file'],
      ['B/L', 'missing'],
    ]);
  });

  it('lacks a document that is registered without a file though nobody expected it, or has learned anything', () => {
    const dispatch = withDocuments({ DIN: [1, 0], 'B/L': [1, 0], SEGURO: [0, 1] });
    const registered = { type: 'SEGURO', kind: 'no-file', basis: 'registered' };
    expect(missingOf(dispatch, expectations)).toEqual([{ ...registered, seen: 18, of: 20 }]);
    expect(missingOf(dispatch, [])).toEqual([{ ...registered, seen: 0, of: 0 }]);
    expect(completenessOf(dispatch, expectations)).toBe('incomplete');
    expect(completenessOf(dispatch, [])).toBe('incomplete');
  });

  it('lacks a document that is registered without a file though another of its type has one', () => {
    const dispatch = withDocuments({ DIN: [2, 1], 'B/L': [1, 0], OTROS: [1, 1] });
    expect(missingOf(dispatch, expectations).map(({ type, kind, basis }) => [type, kind, basis])).toEqual([
      ['DIN', 'no-file', 'learned'],
      ['OTROS', 'no-file', 'registered'],
    ]);
    expect(cellOf(dispatch, 'DIN', true)).toEqual({ state: 'no-file', documents: 3 });
    expect(completenessOf(dispatch, expectations)).toBe('incomplete');
  });

  it('is partial, never complete, when it was not asked for completely', () => {
    const dispatch = withDocuments({ DIN: [1, 0], 'B/L': [1, 0] }, false);
    expect(completenessOf(dispatch, expectations)).toBe('partial');
    expect(completenessOf(withDocuments({}, false), [])).toBe('partial');
  });

  it('lacks what it has registered without a file while it is partial, too', () => {
    const dispatch = withDocuments({ DIN: [0, 2], 'B/L': [1, 0] }, false);
    expect(missingOf(dispatch, expectations).map(({ type, kind, basis }) => [type, kind, basis])).toEqual([
      ['DIN', 'no-file', 'learned'],
    ]);
    expect(completenessOf(dispatch, expectations)).toBe('partial');
  });

  it('misses nothing while it is partial, because nobody knows', () => {
    const dispatch = withDocuments({}, false);
    expect(missingOf(dispatch, expectations)).toEqual([]);
    expect(cellOf(dispatch, 'DIN', true).state).toBe('unknown');
  });

  it('has no verdict while nothing is expected', () => {
    expect(completenessOf(withDocuments({ DIN: [1, 0] }), [expected('SEGURO', false)])).toBe(
      'no-expectation',
    );
  });

  it('shows a document that nobody expected', () => {
    expect(cellOf(withDocuments({ OTROS: [4, 0] }), 'OTROS', false)).toEqual({ state: 'here', documents: 4 });
  });
});
