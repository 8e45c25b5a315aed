import { isCarpetaError } from '../../shared/errors.ts';
import type { HandoverPaper } from '../../shared/model/handover.ts';
import type { CarpetaDeps } from './deps.ts';

/** Papers with the files that stand there now: where the newest is gone, an older one. A paper whose files are all gone keeps its path. */
export async function located(
  papers: readonly HandoverPaper[],
  fileOf: CarpetaDeps['fileOf'],
): Promise<HandoverPaper[]> {
  const found: HandoverPaper[] = [];
  for (const paper of papers) {
    if (paper.path === undefined) found.push(paper);
    else found.push({ ...paper, path: (await standing(paper, fileOf)) ?? paper.path });
  }
  return found;
}

async function standing(
  { connectionId, documentId }: HandoverPaper,
  fileOf: CarpetaDeps['fileOf'],
): Promise<string | undefined> {
  try {
    return await fileOf({ connectionId, id: documentId });
  } catch (thrown) {
    if (isCarpetaError(thrown, 'DOCUMENT_WITHOUT_FILE')) return undefined;
    throw thrown;
  }
}
