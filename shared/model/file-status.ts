import type { StoredDocument } from './document.ts';

export const fileStatuses = ['here', 'unseen', 'available', 'none', 'unsigned', 'unknown', 'gone'] as const;

/** How a document's file stands, in one word with its icon. */
export type FileStatus = (typeof fileStatuses)[number];

/** How a document's file stands: on this computer first, then as the service told. */
export function fileStatus({
  file,
  path,
  isUnseen,
  removedAt,
}: Pick<StoredDocument, 'file' | 'path' | 'isUnseen' | 'removedAt'>): FileStatus {
  if (path !== undefined) return isUnseen ? 'unseen' : 'here';
  return removedAt === undefined ? file : 'gone';
}
