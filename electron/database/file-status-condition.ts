import type { FileStatusToken } from './filter-tokens.ts';

const files = 'SELECT 1 FROM kept_file k WHERE k.connection_id = c.uuid AND k.document_id = d.document_id';
const isHere = `EXISTS (${files})`;

/**
 * SQL: the file of document `d`, of connection `c`, has at least one of these statuses (`fileStatus`, in
 * shared/model).
 */
export function fileStatusCondition(words: readonly FileStatusToken[]): string {
  return words.map(said).join(' OR ');
}

function said(word: FileStatusToken): string {
  switch (word) {
    case 'inactive':
      return 'd.is_active = 0';
    case 'here':
      return `EXISTS (${files} AND k.is_unseen = 0)`;
    case 'unseen':
      return `EXISTS (${files} AND k.is_unseen = 1)`;
    case 'gone':
      return `(d.gone_at IS NOT NULL AND NOT ${isHere})`;
    default:
      return `(d.file = '${word}' AND d.gone_at IS NULL AND NOT ${isHere})`;
  }
}
