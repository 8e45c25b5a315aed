import type { KeptDocument } from './document.ts';

export const fileStandings = ['here', 'unseen', 'available', 'none', 'unsigned', 'unknown', 'gone'] as const;

/** How a document's file stands, in one word with its icon. */
export type FileStanding = (typeof fileStandings)[number];

/** How a document's file stands: on this computer first, then as the service told. */
export function fileStanding({
  file,
  path,
  isUnseen,
  goneAt,
}: Pick<KeptDocument, 'file' | 'path' | 'isUnseen' | 'goneAt'>): FileStanding {
  if (path !== undefined) return isUnseen ? 'unseen' : 'here';
  return goneAt === undefined ? file : 'gone';
}
