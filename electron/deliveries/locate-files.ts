import { isAppError } from '../../shared/errors.ts';
import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** The fields that locating a document needs. */
type Locatable = Pick<DeliveryDocument, 'connectionId' | 'documentId' | 'path'>;

/** Adds the current file path to documents: an older file where the newest is missing, none where all are. */
export async function locateFiles<Document extends Locatable>(
  documents: readonly Document[],
  fileOf: DeliveryContext['fileOf'],
): Promise<Document[]> {
  const found: Document[] = [];
  for (const document of documents) {
    if (document.path === undefined) found.push(document);
    else {
      const { path: _, ...named } = document;
      const path = await existingFile(document, fileOf);
      found.push({ ...named, ...(path !== undefined && { path }) } as Document);
    }
  }
  return found;
}

async function existingFile(
  { connectionId, documentId }: Locatable,
  fileOf: DeliveryContext['fileOf'],
): Promise<string | undefined> {
  try {
    return await fileOf({ connectionId, id: documentId });
  } catch (error) {
    if (isAppError(error, 'DOCUMENT_NOT_HERE')) return undefined;
    throw error;
  }
}
