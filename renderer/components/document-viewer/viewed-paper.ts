import type { KeptDocument } from '../../../shared/model/document.ts';

/** What the viewer has to know of a paper: which it is, and how its file stands. */
export type ViewedPaper = Pick<KeptDocument, 'connectionId' | 'id' | 'file' | 'path' | 'removedAt'>;

/** What a paper is called. */
export function paperName({ type, folio }: Pick<KeptDocument, 'type' | 'folio'>): string {
  return [type, folio].filter(Boolean).join(' ');
}
