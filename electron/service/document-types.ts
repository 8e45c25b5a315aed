import type { DocumentType } from '../../shared/model/document.ts';
import type { Heard } from './conversation.ts';
import { itemsOf } from './envelope.ts';
import { keptItem, textAt } from './fields.ts';
import { parseBody } from './json-body.ts';

/** The catalogue. A type may lack anything but its id (names.md, GET /master/file-types). Throws `RESPONSE_UNREADABLE`. */
export function readDocumentTypes(heard: Heard): DocumentType[] {
  return itemsOf(parseBody(heard.text)).map((item) => ({
    id: textAt(item, 'id') || textAt(item, 'name'),
    name: textAt(item, 'name'),
    operation: textAt(item, 'tipoOperacion'),
    responsible: textAt(item, 'responsableDoc'),
    item: keptItem(item),
  }));
}
