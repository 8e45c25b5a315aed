import type { Endpoint } from '../../../../electron/practice/service/exchange.ts';

/** How often a fault occurs: `times` times (for ever by default), after `skip` normal responses. */
interface Often {
  times?: number;
  skip?: number;
}

/** The affected operation of the API; every one by default. */
interface AtApi extends Often {
  endpoint?: Endpoint;
}

/** The affected downloads; every one by default. */
interface AtStorage extends Often {
  /** Document ids. */
  documents?: readonly string[];
}

/** A body that the API never sends. */
export type FaultyBody = 'html' | 'half-json' | 'empty' | 'text' | 'null' | 'array' | 'no-items' | 'huge';

/** What is wrong with the file that storage sends. */
export type FaultyFile = 'xml' | 'html' | 'json' | 'empty';

/** A fault that is injected into the practice agency: into the API or its storage. */
export type InjectedFault =
  /** The API's own error, with the status of its code by default. */
  | (AtApi & { kind: 'answer'; code: string; status?: number })
  /**
   * An intermediary replies with its own text: a proxy, a gateway, a captive portal. `retryAfter` in seconds
   * or as a date.
   */
  | (AtApi & {
      kind: 'in-between';
      status: 401 | 407 | 408 | 413 | 429 | 502 | 503 | 504 | 511;
      retryAfter?: number | string;
    })
  /** The response is delayed by this time. */
  | (AtApi & { kind: 'slow'; ms: number })
  /** The response never comes. */
  | (AtApi & { kind: 'hang' })
  /** The connection closes: before the response, or in the middle of its body. */
  | (AtApi & { kind: 'close'; where: 'before' | 'middle' })
  | (AtApi & { kind: 'redirect'; status?: 301 | 302 | 303 | 307 | 308; to?: string })
  /** A 200 with an invalid body. */
  | (AtApi & { kind: 'body'; body: FaultyBody })
  /**
   * The second dialect: another array name, another continuation name, no `total`, the number only inside the
   * dispatch.
   */
  | (AtApi & { kind: 'dialect' })
  /** `total` exceeds the number of rows by this much. */
  | (AtApi & { kind: 'total-off'; by: number })
  /**
   * Each item repeats the request's URL, key included, encoded and decoded, and its own link; so does
   * `X-Request-Id`.
   */
  | (AtApi & { kind: 'echo' })
  /**
   * After a page with a token has been sent, a document is deleted: the anchor, the one after it, or the
   * first of the page.
   */
  | (AtApi & { kind: 'delete-during-walk'; which: 'anchor' | 'next' | 'seen' })
  /** Links cannot be signed; `percent` of the documents of a page, 100 by default. */
  | (AtApi & { kind: 'unsigned'; percent?: number })
  /** The file of a document is replaced from its next link on. */
  | (AtStorage & { kind: 'replace-paper' })
  /** The transfer breaks after this share of its bytes, 0 to 1. */
  | (AtStorage & { kind: 'storage-cut'; after: number })
  /** The transfer stops after this share of its bytes and stays open. */
  | (AtStorage & { kind: 'storage-stall'; after: number })
  /** One byte is wrong; length, ETag and hash are those of the right file. */
  | (AtStorage & { kind: 'storage-corrupt' })
  /** Whenever a range is requested, the file has changed since. */
  | (AtStorage & { kind: 'storage-changes' })
  | (AtStorage & { kind: 'storage-ignores-range' })
  /** Every range is refused with 416. */
  | (AtStorage & { kind: 'storage-refuses-range' })
  /** Another range than requested is sent and declared. */
  | (AtStorage & { kind: 'storage-wrong-range' })
  /** The response has no length. */
  | (AtStorage & { kind: 'storage-no-length' })
  /**
   * This share of the file is sent, and nothing shows that it is incomplete: neither length nor chunks nor a
   * hash.
   */
  | (AtStorage & { kind: 'storage-half'; after: number })
  /** Every link has expired, even a new one. */
  | (AtStorage & { kind: 'storage-expires' })
  /**
   * A response with another status, or a 200 with a page instead of the file. `code` is storage's own code in
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

export type InjectedFaultKind = InjectedFault['kind'];
