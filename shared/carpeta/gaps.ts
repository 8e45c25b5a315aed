import type { Cell, Completeness, TypeExpectation } from '../model/carpeta.ts';

/** Active papers of one type in a dispatch. */
export interface TypePapers {
  withFile: number;
  withoutFile: number;
}

/** What a dispatch holds, by type, and whether it was asked for completely. */
export interface DispatchPapers {
  isAskedCompletely: boolean;
  types: ReadonlyMap<string, TypePapers>;
}

/** What stands where a type meets a dispatch. A paper registered without a file is said to be one, expected or not. */
export function cellOf(dispatch: DispatchPapers, type: string, isExpected: boolean): Cell {
  const papers = dispatch.types.get(type);
  const count = (papers?.withFile ?? 0) + (papers?.withoutFile ?? 0);
  if (papers && papers.withFile > 0) return { state: 'here', papers: count };
  if (count > 0) return { state: 'no-file', papers: count };
  if (!isExpected) return { state: 'not-expected', papers: 0 };
  return { state: dispatch.isAskedCompletely ? 'missing' : 'unknown', papers: 0 };
}

/** The expected types that a dispatch lacks; none of a dispatch that was not asked for completely, because nobody knows. */
export function gapsOf(
  dispatch: DispatchPapers,
  expectations: readonly TypeExpectation[],
): { expectation: TypeExpectation; kind: 'missing' | 'no-file' }[] {
  if (!dispatch.isAskedCompletely) return [];
  return expectations.flatMap((expectation) => {
    if (!expectation.isExpected) return [];
    const { state } = cellOf(dispatch, expectation.type, true);
    return state === 'missing' || state === 'no-file' ? [{ expectation, kind: state }] : [];
  });
}

/** The verdict over a dispatch: "partial" whenever it was not asked for completely, whatever it holds. */
export function completenessOf(
  dispatch: DispatchPapers,
  expectations: readonly TypeExpectation[],
): Completeness {
  if (!dispatch.isAskedCompletely) return 'partial';
  if (!expectations.some(({ isExpected }) => isExpected)) return 'no-expectation';
  return gapsOf(dispatch, expectations).length === 0 ? 'complete' : 'incomplete';
}
