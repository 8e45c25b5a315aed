import type { StoredDocument } from '../../../shared/model/document.ts';

/** What the viewer has to know of a document: which it is, and how its file stands. */
export type PreviewedDocument = Pick<StoredDocument, 'connectionId' | 'id' | 'file' | 'path' | 'removedAt'>;

/** What a document is called. */
export function documentName({ type, folio }: Pick<StoredDocument, 'type' | 'folio'>): string {
  return [type, folio].filter(Boolean).join(' ');
}
