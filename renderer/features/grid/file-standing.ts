import type { KeptDocument } from '../../../shared/model/document.ts';

/** How a document's file stands, in one word with its icon. */
export type FileStanding = 'here' | 'available' | 'none' | 'unsigned' | 'unknown' | 'gone';

/** How a document's file stands: on this computer first, then as the service told. */
export function fileStanding({
  file,
  path,
  goneAt,
}: Pick<KeptDocument, 'file' | 'path' | 'goneAt'>): FileStanding {
  if (path !== undefined) return 'here';
  return goneAt === undefined ? file : 'gone';
}
