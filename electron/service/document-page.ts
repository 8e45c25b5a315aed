import type { DispatchDocument, FileState } from '../../shared/model/document.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import type { DocumentPage, SignedLink } from './answer.ts';
import type { Heard } from './conversation.ts';
import { continuationOf, itemsOf, objectBody } from './envelope.ts';
import { at, dispatchNumberOf, idOf, keptItem, textAt } from './fields.ts';
import { parseBody } from './json-body.ts';
import { signedLink } from './signed-link.ts';

/** One page of a file endpoint. Throws `RESPONSE_UNREADABLE`. */
export function readDocumentPage(heard: Heard): DocumentPage {
  const body = parseBody(heard.text);
  const items = itemsOf(body);
  const nextToken = continuationOf(body);
  const unsignedCount = readUnsignedCount(objectBody(body)['unsignedCount']);
  const unlinked = items.filter((item) => linkOf(item) === '').length;
  const withoutFile = stateWithoutLink(unsignedCount, unlinked);
  const links = new Map<string, SignedLink>();
  const documents = items.map((item) => {
    const url = linkOf(item);
    const document = readDocument(item, url === '' ? withoutFile : 'available');
    if (url !== '') links.set(document.id, signedLink(url, heard));
    return document;
  });
  return {
    documents,
    links,
    ...(nextToken !== undefined && { nextToken }),
    unsignedCount: unsignedCount ?? 0,
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

function readDocument(item: JsonObject, file: FileState): DispatchDocument {
  return {
    id: idOf(item),
    isActive: at(item, 'isActive') !== false,
    type: textAt(item, 'name'),
    dispatchNumber: dispatchNumberOf(item),
    file,
    folio: textAt(item, 'infoDoc', 'document', 'number'),
    issueDate: textAt(item, 'infoDoc', 'document', 'issueDate'),
    issuerId: textAt(item, 'infoDoc', 'issuer', 'id'),
    issuerName: textAt(item, 'infoDoc', 'issuer', 'name'),
    reference: textAt(item, 'dispatch', 'referencia'),
    item: keptItem(item),
  };
}

function linkOf(item: JsonObject): string {
  const url = item['url'];
  return typeof url === 'string' ? url.trim() : '';
}
