import type { StoredDocument } from '../../../shared/model/document.ts';

/** What the viewer needs of a document: its key and the status of its file. */
export type PreviewedDocument = Pick<StoredDocument, 'connectionId' | 'id' | 'file' | 'path' | 'removedAt'>;

/** The display name of a document. */
export function documentName({ type, folio }: Pick<StoredDocument, 'type' | 'folio'>): string {
  return [type, folio].filter(Boolean).join(' ');
}
