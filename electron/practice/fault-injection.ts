import type { Endpoint } from './service/route.ts';

/** How often: `times` until it stops (for ever when left out), after `skip` times as it should be. */
interface Often {
  times?: number;
  skip?: number;
}

/** Whom it meets; every operation of the service when left out. */
interface AtApi extends Often {
  endpoint?: Endpoint;
}

/** Which downloads it meets; every one when left out. */
interface AtStorage extends Often {
  /** Document ids. */
  documents?: readonly string[];
}

/** A body that is not what the service sends. */
export type FaultyBody = 'html' | 'half-json' | 'empty' | 'text' | 'null' | 'array' | 'no-items' | 'huge';

/** What is wrong with the file that storage sends. */
export type FaultyFile = 'xml' | 'html' | 'json' | 'empty';

/** A fault that is injected into the practice agency: into the service or its storage. */
export type InjectedFault =
  /** The service's own error, with the status of its code unless one is given. */
  | (AtApi & { kind: 'answer'; code: string; status?: number })
  /**
   * What stands in between answers, in its own words: a proxy, a gateway, a captive portal. `retryAfter` in
   * seconds or as a date.
   */
  | (AtApi & {
      kind: 'in-between';
      status: 401 | 407 | 408 | 413 | 429 | 502 | 503 | 504 | 511;
      retryAfter?: number | string;
    })
  /** The answer comes this much later. */
  | (AtApi & { kind: 'slow'; ms: number })
  /** The answer never comes. */
  | (AtApi & { kind: 'hang' })
  /** The connection closes: before the answer, or in the middle of its body. */
  | (AtApi & { kind: 'close'; where: 'before' | 'middle' })
  | (AtApi & { kind: 'redirect'; status?: 301 | 302 | 303 | 307 | 308; to?: string })
  /** A 200 whose body is something else. */
  | (AtApi & { kind: 'body'; body: FaultyBody })
  /**
   * The second dialect: another array name, another continuation name, no `total`, the number inside the
   * dispatch alone.
   */
  | (AtApi & { kind: 'dialect' })
  /** `total` is this much more than there are rows. */
  | (AtApi & { kind: 'total-off'; by: number })
  /**
   * Each item repeats the address that was asked, key and all, as it came and decoded, and its own link; so
   * does `X-Request-Id`.
   */
  | (AtApi & { kind: 'echo' })
  /**
   * After a page with a token has been answered, a document goes: the anchor, the one after it, or the first
   * of the page.
   */
  | (AtApi & { kind: 'delete-during-walk'; which: 'anchor' | 'next' | 'seen' })
  /** Links cannot be signed; `percent` of the documents of a page, 100 when left out. */
  | (AtApi & { kind: 'unsigned'; percent?: number })
  /** The file of a document is another one from its next link on. */
  | (AtStorage & { kind: 'replace-paper' })
  /** The transfer breaks after this share of its bytes, 0 to 1. */
  | (AtStorage & { kind: 'storage-cut'; after: number })
  /** The transfer stops after this share of its bytes and stays open. */
  | (AtStorage & { kind: 'storage-stall'; after: number })
  /** One byte is another; length, ETag and hash are those of the right file. */
  | (AtStorage & { kind: 'storage-corrupt' })
  /** Whenever a part is asked for, the file has changed since. */
  | (AtStorage & { kind: 'storage-changes' })
  | (AtStorage & { kind: 'storage-ignores-range' })
  /** Every range is refused with 416. */
  | (AtStorage & { kind: 'storage-refuses-range' })
  /** A range other than the asked one is sent, and said so. */
  | (AtStorage & { kind: 'storage-wrong-range' })
  /** The length is not told. */
  | (AtStorage & { kind: 'storage-no-length' })
  /**
   * This share of the file comes, and nothing tells that it is not whole: neither length nor chunks nor a
   * hash.
   */
  | (AtStorage & { kind: 'storage-half'; after: number })
  /** Every link has expired, however young. */
  | (AtStorage & { kind: 'storage-expires' })
  /**
   * An answer of another status, or of 200 with a page instead of the file. `code` is storage's own word in
   * XML.
   */
  | (AtStorage & {
      kind: 'storage-answer';
      status: number;
      page: FaultyFile;
      code?: string;
      retryAfter?: number | string;
    })
  | (AtStorage & { kind: 'storage-slow'; ms: number })
  | (AtStorage & { kind: 'storage-trickle'; bytesPerSecond: number })
  | (AtStorage & { kind: 'storage-hash'; hash: 'none' | 'wrong' | 'md5-only' | 'crc32c-only' })
  | (AtStorage & { kind: 'storage-etag'; etag: 'none' | 'weak' })
  /** `ETag` and `X-GUploader-UploadID` repeat the link, or its signature alone. */
  | (AtStorage & { kind: 'storage-echo'; what: 'link' | 'signature' })
  | (AtStorage & { kind: 'storage-redirect'; to?: string });

/** The name of a kind of fault. */
export type InjectedFaultKind = InjectedFault['kind'];

/** Faults that a person can try from a menu, each under a stable name. */
export const namedFaults = {
  'internal-error': { kind: 'answer', code: 'INTERNAL_ERROR', times: 2 },
  'internal-error-for-long': { kind: 'answer', code: 'INTERNAL_ERROR' },
  'key-refused': { kind: 'answer', code: 'API_KEY_INVALID' },
  'agency-unresolved': { kind: 'answer', code: 'TENANT_UNRESOLVED' },
  'proxy-login': { kind: 'in-between', status: 407 },
  'too-many-requests': { kind: 'in-between', status: 429, retryAfter: 2, times: 3 },
  'gateway-down': { kind: 'in-between', status: 503 },
  'no-answer': { kind: 'hang' },
  'connection-closed': { kind: 'close', where: 'middle', times: 3 },
  offline: { kind: 'close', where: 'before' },
  slow: { kind: 'slow', ms: 3000 },
  'login-page': { kind: 'body', body: 'html' },
  redirect: { kind: 'redirect' },
  'second-dialect': { kind: 'dialect' },
  'nothing-signed': { kind: 'unsigned' },
  'half-signed': { kind: 'unsigned', percent: 50 },
  'links-expired': { kind: 'storage-expires', times: 20 },
  'transfers-cut': { kind: 'storage-cut', after: 0.5, times: 20 },
  'transfers-stall': { kind: 'storage-stall', after: 0.3, times: 5 },
  'papers-damaged': { kind: 'storage-corrupt', times: 5 },
  'papers-half': { kind: 'storage-half', after: 0.5, times: 5 },
  'papers-replaced': { kind: 'replace-paper', times: 5 },
  'storage-error-page': { kind: 'storage-answer', status: 200, page: 'html', times: 5 },
} as const satisfies Record<string, InjectedFault>;

/** Name of a fault in a menu. */
export type InjectedFaultName = keyof typeof namedFaults;
