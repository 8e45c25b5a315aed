import type { DispatchDocument, FileState } from '../../shared/model/document.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import type { DocumentPage, SignedLink } from './answer.ts';
import { type Asked, checkAbout, checkItems } from './asked.ts';
import type { Heard } from './conversation.ts';
import { incomplete, judgeList, readEach } from './envelope.ts';
import { at, dispatchNumberOf, idOf, keptItem, textAt } from './fields.ts';
import { signedLink } from './link-book.ts';

/** What a document has beside its identifier and its number (api.md: always, or where it has a link). */
const rowMarks = ['dispatch', 'infoDoc', 'url'];

/** One page of a file endpoint. Rejects with `RESPONSE_UNREADABLE`, also where it is about something else than was asked. */
export async function readDocumentPage(heard: Heard, asked: Asked): Promise<DocumentPage> {
  const { items, envelope, nextToken, total, pages, isCut } = judgeList(heard, rowMarks);
  checkAbout(asked, envelope);
  checkItems(asked, items);
  const unsignedCount = readUnsignedCount(envelope['unsignedCount']);
  const unlinked = items.filter((item) => linkOf(item) === '').length;
  const withoutFile = stateWithoutLink(unsignedCount, unlinked);
  const links = new Map<string, SignedLink>();
  const documents = await readEach(heard, items, (item) => {
    const url = linkOf(item);
    const document = readDocument(item, keptItem(item, heard), url === '' ? withoutFile : 'available');
    if (url !== '') links.set(document.id, signedLink(url, heard));
    return document;
  });
  return {
    documents,
    links,
    ...(nextToken !== undefined && { nextToken }),
    unsignedCount: unsignedCount ?? 0,
    ...(total !== undefined && { total }),
    ...(pages !== undefined && { pages }),
    isCut,
    doubt: (why, came) => heard.blame(incomplete(why, came, total)),
    requestId: heard.requestId,
    clockOffset: heard.clockOffset,
  };
}

/**
 * Why the documents of a page that have no link have none: nothing unsigned, they have no file; as many unsigned as missing, they could not be
 * signed; in between nobody can tell which is which.
 */
function stateWithoutLink(unsignedCount: number | undefined, unlinked: number): FileState {
  if (unsignedCount === 0) return 'none';
  return unsignedCount !== undefined && unsignedCount >= unlinked ? 'unsigned' : 'unknown';
}

/** 0 when absent (api.md, Response envelope fields); undefined when there is something that is no count. */
function readUnsignedCount(value: Json | undefined): number | undefined {
  if (value === undefined || value === null || value === '') return 0;
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

function readDocument(came: JsonObject, item: JsonObject, file: FileState): DispatchDocument {
  return {
    id: idOf(came, item),
    isActive: at(item, 'isActive') !== false,
    type: textAt(item, 'name'),
    dispatchNumber: dispatchNumberOf(item),
    file,
    folio: textAt(item, 'infoDoc', 'document', 'number'),
    issueDate: textAt(item, 'infoDoc', 'document', 'issueDate'),
    issuerId: textAt(item, 'infoDoc', 'issuer', 'id'),
    issuerName: textAt(item, 'infoDoc', 'issuer', 'name'),
    reference: textAt(item, 'dispatch', 'referencia'),
    item,
  };
}

function linkOf(item: JsonObject): string {
  const url = item['url'];
  return typeof url === 'string' ? url.trim() : '';
}
