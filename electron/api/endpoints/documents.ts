import type { DispatchDocument, FileState } from '../../../shared/model/document.ts';
import type { Json, JsonObject } from '../../../shared/model/json.ts';
import type { DocumentPage, SignedLink } from '../api-types.ts';
import { incomplete, judgeList, readRows } from '../envelope.ts';
import { createOwnIds, findSharedIds, type ListEntry, separate } from '../paginate.ts';
import type { ApiResponse } from '../request-with-retry.ts';
import {
  at,
  checkAbout,
  checkItems,
  dispatchNumberOf,
  type ExpectedSubject,
  idOf,
  sanitizeItem,
  textAt,
} from '../tolerant-fields.ts';

/** Fields of a document other than its id and number (api.md: always, or where it has a link). */
const rowMarks = ['dispatch', 'infoDoc', 'url'];

/**
 * One page of a file endpoint. Rejects with `RESPONSE_UNREADABLE`, also where it is about another subject
 * than requested.
 */
export async function readDocumentPage(
  response: ApiResponse,
  expected: ExpectedSubject,
): Promise<DocumentPage> {
  const judged = judgeList(response, rowMarks);
  const { items, envelope, nextToken, total, pages } = judged;
  checkAbout(expected, envelope);
  checkItems(expected, items);
  const unsignedCount = readUnsignedCount(envelope['unsignedCount']);
  const unlinked = items.filter((item) => linkOf(item) === '').length;
  const withoutFile = stateWithoutLink(unsignedCount, unlinked);
  const { rows: entries, list } = await readRows(response, judged, (item): ListEntry => {
    const url = linkOf(item);
    const document = readDocument(item, sanitizeItem(item, response), url === '' ? withoutFile : 'available');
    return url === ''
      ? { document }
      : { document, link: { ...signedLink(url, response), type: document.type } };
  });
  return {
    ...separate(entries, findSharedIds(entries), createOwnIds()),
    ...(nextToken !== undefined && { nextToken }),
    unsignedCount: unsignedCount ?? 0,
    ...(total !== undefined && { total }),
    ...(pages !== undefined && { pages }),
    isTruncated: list.isTruncated,
    incompleteError: (why, came) => response.withExchange(incomplete(why, came, total)),
    requestId: response.requestId,
    clockOffset: response.clockOffset,
  };
}

/**
 * The state of a page's documents without link. With nothing unsigned, they have no file; with at least as
 * many unsigned as lack a link, they could not be signed. In between it is unknown.
 */
function stateWithoutLink(unsignedCount: number | undefined, unlinked: number): FileState {
  if (unsignedCount === 0) return 'none';
  return unsignedCount !== undefined && unsignedCount >= unlinked ? 'unsigned' : 'unknown';
}

/** 0 when absent (api.md, Response envelope); undefined when the value is no count. */
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

// api.md, Limits: download URL lifetime.
const linkLifetimeMs = 60 * 60 * 1000;

/**
 * A link from a response, with its expiry by the service's clock: as signed, and never later than api.md
 * allows. If the signed expiry has passed already, one of the clocks is wrong. The link then gets its signed
 * lifetime from now, and storage decides. It may lead to no nearer zone than that of the response, which its
 * opener checks (`HttpGetOptions.nearestZone`).
 */
function signedLink(
  url: string,
  response: Pick<ApiResponse, 'receivedAt' | 'clockOffset' | 'requestId' | 'zone'>,
): SignedLink {
  const serviceTime = response.receivedAt + response.clockOffset;
  const signed = signedLife(url);
  const isPast = signed !== undefined && signed.from + signed.forMs <= serviceTime;
  const from = signed && !isPast ? signed.from : serviceTime;
  const expiresAt = Math.min(from + (signed?.forMs ?? linkLifetimeMs), serviceTime + linkLifetimeMs);
  return {
    url,
    nearestZone: response.zone,
    expiresAt,
    livesForMs: expiresAt - serviceTime,
    requestId: response.requestId,
  };
}

/**
 * When a V4 signature was made, ms since 1970, and how long it is valid (names.md); undefined when the link
 * carries none.
 */
function signedLife(url: string): { from: number; forMs: number } | undefined {
  const query = URL.parse(url)?.searchParams;
  const date = query?.get('X-Goog-Date') ?? query?.get('X-Amz-Date') ?? '';
  const seconds = query?.get('X-Goog-Expires') ?? query?.get('X-Amz-Expires') ?? '';
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date);
  if (!match || !/^\d{1,9}$/.test(seconds)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return { from: Date.UTC(year, month - 1, day, hour, minute, second), forMs: Number(seconds) * 1000 };
}
