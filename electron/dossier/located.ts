import { isAppError } from '../../shared/errors.ts';
import type { DeliveryPaper } from '../../shared/model/delivery.ts';
import type { DossierDeps } from './deps.ts';

/** What is looked up of a paper. */
type Locatable = Pick<DeliveryPaper, 'connectionId' | 'documentId' | 'path'>;

/** Papers with the files that stand there now: where the newest is gone, an older one; a paper whose files are all gone has none. */
export async function located<Paper extends Locatable>(
  papers: readonly Paper[],
  fileOf: DossierDeps['fileOf'],
): Promise<Paper[]> {
  const found: Paper[] = [];
  for (const paper of papers) {
    if (paper.path === undefined) found.push(paper);
    else {
      const { path: _, ...named } = paper;
      const path = await existingFile(paper, fileOf);
      found.push({ ...named, ...(path !== undefined && { path }) } as Paper);
    }
  }
  return found;
}

async function existingFile(
  { connectionId, documentId }: Locatable,
  fileOf: DossierDeps['fileOf'],
): Promise<string | undefined> {
  try {
    return await fileOf({ connectionId, id: documentId });
  } catch (error) {
    if (isAppError(error, 'DOCUMENT_NOT_HERE')) return undefined;
    throw error;
  }
}
