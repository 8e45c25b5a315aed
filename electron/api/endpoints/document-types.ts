import type { AppError } from '../../../shared/errors.ts';
import type { DocumentType } from '../../../shared/model/document.ts';
import { checkRow, incompleteReasonOf, judgeList, readEach } from '../envelope.ts';
import { sanitizeItem, textAt } from '../fields.ts';
import type { ApiResponse } from '../request.ts';

/**
 * The catalogue. A type may lack anything but its id (docs/service/reading.md, Reading an answer).
 * `onIncomplete` is called where the list may be incomplete. Rejects with `RESPONSE_UNREADABLE`.
 */
export async function readDocumentTypes(
  response: ApiResponse,
  onIncomplete: (incompleteReason: AppError) => void = () => undefined,
): Promise<DocumentType[]> {
  const list = judgeList(response, ['name', 'tipoOperacion', 'responsableDoc']);
  const types = await readEach(response, list.items, (came) => {
    checkRow(came, ['id', 'name']);
    const item = sanitizeItem(came, response);
    return {
      id: textAt(item, 'id') || textAt(item, 'name'),
      name: textAt(item, 'name'),
      operation: textAt(item, 'tipoOperacion'),
      responsible: textAt(item, 'responsableDoc'),
      item,
    };
  });
  const incompleteReason = incompleteReasonOf(list);
  if (incompleteReason) onIncomplete(response.withExchange(incompleteReason));
  return types;
}
