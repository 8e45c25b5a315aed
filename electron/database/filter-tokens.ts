import type { ClientNames } from '../../shared/model/client-names.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { FileStatus } from '../../shared/model/file-status.ts';
import type { RowsQuery, Sort } from '../../shared/model/search-query.ts';
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

/**
 * Adds the client names to a query for rows that sorts, groups or filters by them. Lists set the clients of
 * one name apart themselves, by RUT.
 */
export function withClientNames<
  Query extends {
    sort?: Sort | undefined;
    group?: RowsQuery['group'] | undefined;
    filter?: unknown;
  },
>(query: Query, clients: () => readonly Client[]): Query & { names?: ClientNames } {
  const isByName = query.group === 'client' || query.sort?.some(({ column }) => column === 'rut');
  if (!isByName && typeof query.filter !== 'object') return query;
  return { ...query, names: Object.fromEntries(clients().map(({ rut, name }) => [rut, name])) };
}
