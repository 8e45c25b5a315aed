import type { FileStatus } from '../../shared/model/file-status.ts';
import { fold } from '../../shared/without-accents.ts';
import { dottedRut } from './search-text.ts';

/** Statuses of a document's file, and `inactive` for the document. */
export type FileStatusToken = FileStatus | 'inactive';

/**
 * One token of a filter. It matches if the row contains one of `texts`, belongs to one of these clients, or
 * has one of the `files` statuses.
 */
export interface FilterToken {
  texts: readonly string[];
  ruts: readonly string[];
  files: readonly FileStatusToken[];
}

/**
 * The tokens of a filter, all of which must match. With bars (`factura|packing list`) it is one token, and
 * the text between two bars matches as a whole. A RUT with dots also matches the one without, a written
 * amount (`1.234.567,89`) also the number. `rutsOf` returns the clients whose name contains a folded word,
 * `filesOf` the statuses that it names.
 */
export function filterTokens(
  filter: string,
  rutsOf: (token: string) => readonly string[] = () => [],
  filesOf: (token: string) => readonly FileStatusToken[] = () => [],
): readonly FilterToken[] {
  if (filter === '') return [];
  if (filter.includes('|')) {
    const texts = filter.split('|').map(fold);
    return [{ texts: [...new Set(texts)].filter((text) => text !== ''), ruts: [], files: [] }];
  }
  const tokens = new Set(fold(filter).split(' '));
  tokens.delete('');
  return [...tokens].map((token) => ({
    texts: [...new Set([token, ...otherForms(token)])],
    ruts: rutsOf(token),
    files: filesOf(token),
  }));
}

function otherForms(token: string): string[] {
  if (dottedRut.test(token)) return [token.replaceAll('.', '')];
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(token)) return [token.replaceAll('.', '').replace(',', '.')];
  return /^\d+,\d+$/.test(token) ? [token.replace(',', '.')] : [];
}

/** A pattern for SQL's `LIKE … ESCAPE '\\'` that matches the text anywhere. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
