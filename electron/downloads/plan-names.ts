import { compositeKey } from '../../shared/composite-key.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import { numberMark } from '../database/index.ts';
import { parseTemplate, planFixedFolder, planPath } from './files/index.ts';
import { type SelectionContext, sourceOf } from './queue/index.ts';

/**
 * The length of the folder that an archive is planned for. Windows extracts it below the user's Downloads, in
 * a folder of its name, and every program must open what is there.
 */
const extractedPathLength = 80;

/** Where a template puts a document. */
export interface TemplateName {
  /** Relative, with `/` separators; `''` for none. */
  folder: string;
  /** Its name there without extension, with its number in its dispatch where the template has one. */
  stemWith(number: string): string;
}

/** Documents that are read from the store at once. */
const chunkSize = 500;

/**
 * The names that a template gives stored documents in an empty folder, `''` for an archive, in their order.
 * Undefined for one that is not stored. Rejects with `NAME_TEMPLATE_INVALID` or `NAME_TEMPLATE_EMPTY`, and
 * with the signal's reason.
 */
export async function planNames(
  { store, namer }: Pick<SelectionContext, 'store' | 'namer'>,
  templateText: string,
  keys: readonly DocumentKey[],
  destination: string,
  signal: AbortSignal,
): Promise<(TemplateName | undefined)[]> {
  const template = parseTemplate(templateText);
  const planned = destination || '_'.repeat(extractedPathLength);
  const fixedFolders = new Map<string, string>();
  const names = new Map<string, TemplateName>();
  const rows = await store.selectRows({ kind: 'some', documents: [...keys] });
  for (let first = 0; first < rows.length; first += chunkSize) {
    signal.throwIfAborted();
    const { documents } = await store.readCandidates(rows.slice(first, first + chunkSize), template.paths);
    for (const document of documents) {
      const { connectionId, dispatchNumber, id } = document;
      const source = sourceOf(document, namer);
      const dispatch = compositeKey(connectionId, dispatchNumber, dispatchNumber === '' ? id : '');
      const fixed = fixedFolders.get(dispatch) ?? planFixedFolder(template, source, planned);
      fixedFolders.set(dispatch, fixed);
      const { folder, stem } = planPath(template, source, planned, fixed);
      names.set(compositeKey(connectionId, id), {
        folder,
        stemWith: (number) => stem.replaceAll(numberMark, number),
      });
    }
  }
  signal.throwIfAborted();
  return keys.map(({ connectionId, id }) => names.get(compositeKey(connectionId, id)));
}
