import type { Cell, Completeness, MissingDocument, TypeExpectation } from '../../../shared/model/dossier.ts';

/** Active documents of one type in a dispatch. */
export interface TypeDocuments {
  withFile: number;
  withoutFile: number;
}

/** The documents of a dispatch by type, and whether all were requested. */
export interface DispatchDocuments {
  isFullyRead: boolean;
  types: ReadonlyMap<string, TypeDocuments>;
}

/**
 * The matrix cell of a type in a dispatch. A document registered without a file always shows, expected or
 * not, whatever others of its type have.
 */
export function cellOf(dispatch: DispatchDocuments, type: string, isExpected: boolean): Cell {
  const documents = dispatch.types.get(type);
  const count = (documents?.withFile ?? 0) + (documents?.withoutFile ?? 0);
  if (documents && documents.withoutFile > 0) return { state: 'no-file', documents: count };
  if (count > 0) return { state: 'here', documents: count };
  if (!isExpected) return { state: 'not-expected', documents: 0 };
  return { state: dispatch.isFullyRead ? 'missing' : 'unknown', documents: 0 };
}

/**
 * A dispatch's missing documents: expected types first, then those that its agency registered without a file,
 * expected or not. If not all of its documents were requested, nothing counts as missing.
 */
export function missingOf(
  dispatch: DispatchDocuments,
  expectations: readonly TypeExpectation[],
): Pick<MissingDocument, 'type' | 'kind' | 'seen' | 'of' | 'basis'>[] {
  const expected = expectations.filter(({ isExpected }) => isExpected);
  const others = [...dispatch.types.keys()].filter((type) => expected.every((one) => one.type !== type));
  const registered = others.map((type) => {
    const { seen = 0, of = 0 } = expectations.find((one) => one.type === type) ?? {};
    return { type, seen, of, basis: 'registered' as const, isExpected: false };
  });
  return [...expected, ...registered].flatMap(({ type, seen, of, basis, isExpected }) => {
    const { state } = cellOf(dispatch, type, isExpected);
    return state === 'missing' || state === 'no-file' ? [{ type, kind: state, seen, of, basis }] : [];
  });
}

/** A dispatch's completeness: "partial" whenever not all of its documents were requested. */
export function completenessOf(
  dispatch: DispatchDocuments,
  expectations: readonly TypeExpectation[],
): Completeness {
  if (!dispatch.isFullyRead) return 'partial';
  if (missingOf(dispatch, expectations).length > 0) return 'incomplete';
  return expectations.some(({ isExpected }) => isExpected) ? 'complete' : 'no-expectation';
}
