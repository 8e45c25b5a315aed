import type { StoredDocument } from './document.ts';

export const fileStatuses = ['here', 'unseen', 'available', 'none', 'unsigned', 'unknown', 'gone'] as const;

/** The status of a document's file, one word with its icon. */
export type FileStatus = (typeof fileStatuses)[number];

/** The status of a document's file: on this computer first, then as the service reported it. */
export function fileStatus({
  file,
  path,
  isUnseen,
  removedAt,
}: Pick<StoredDocument, 'file' | 'path' | 'isUnseen' | 'removedAt'>): FileStatus {
  if (path !== undefined) return isUnseen ? 'unseen' : 'here';
  return removedAt === undefined ? file : 'gone';
}
