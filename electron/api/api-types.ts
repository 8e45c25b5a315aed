import type { AppError } from '../../shared/errors.ts';
import type {
  Disbursement,
  DispatchDocument,
  DispatchStatus,
  DocumentType,
} from '../../shared/model/document.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { NetworkZone } from '../host.ts';

/**
 * A signed link, held in main's memory only (docs/security.md). Times are the service's, not this machine's.
 */
export interface SignedLink {
  url: string;
  /** The nearest zone that it may lead to: that of the response. */
  nearestZone: NetworkZone;
  /** When it expires, milliseconds since 1970 by the service's clock. */
  expiresAt: number;
  /** Its lifetime on arrival, in milliseconds; independent of any clock. */
  livesForMs: number;
  /** The request id of its response, as proof of a file's origin. */
  requestId: string;
  /** The type of its document. */
  type?: string;
}

/** What every response carries besides its content. */
export interface ResponseMeta {
  requestId: string;
  /** Service time minus this machine's, in milliseconds, from the `Date` header; 0 when it had none. */
  clockOffset: number;
}

/** One page of a file endpoint. `documents` never hold links; `links` are by document id. */
export interface DocumentPage extends ResponseMeta {
  documents: DispatchDocument[];
  links: ReadonlyMap<string, SignedLink>;
  /** Absent on the last page: its absence is the end of the list. */
  nextToken?: string;
  unsignedCount: number;
  /** The number of documents that the response announces: on this page or in all. */
  total?: number;
  /** The number of pages that the response announces. */
  pages?: number;
  /**
   * Set where the response announces more without a continuation, or is empty and holds something
   * unexplained.
   */
  isTruncated?: boolean;
  /** Ids that several documents share, by the own ids that replace them. */
  sharedIds?: ReadonlyMap<string, string>;
  /** `WALK_INCOMPLETE` about this response, with how many documents came. */
  incompleteError?(why: string, came: number): AppError;
}

/** The disbursements of a dispatch. */
export interface DisbursementList extends ResponseMeta {
  disbursements: Disbursement[];
  /** `WALK_INCOMPLETE` where the response announces more or another number; shown with the rows. */
  incompleteReason?: AppError;
}

/** The service of one connection: one function per endpoint, GET only, retried as api.md says. */
export interface ApiClient {
  /** `GET /master/file-types`; both kinds of record when `recordType` is left out. */
  documentTypes(options: {
    recordType?: 'impo' | 'expo';
    signal?: AbortSignal;
    /** Called with a `WALK_INCOMPLETE` where the response announces more types or another number. */
    onIncomplete?: (incompleteReason: AppError) => void;
  }): Promise<DocumentType[]>;
  /** One page of `GET /dispatch/{n}/files`. */
  dispatchFiles(options: {
    dispatch: string;
    rut: Rut;
    type?: string;
    nextToken?: string;
    signal?: AbortSignal;
  }): Promise<DocumentPage>;
  /** One page of `GET /files`; dates as `YYYY-MM-DD` or `YYYY-MM-DD HH:mm`. */
  files(options: {
    rut: Rut;
    start: string;
    end: string;
    type: string;
    nextToken?: string;
    signal?: AbortSignal;
  }): Promise<DocumentPage>;
  /** `GET /dispatch/{n}/status`. */
  status(options: { dispatch: string; rut: Rut; signal?: AbortSignal }): Promise<DispatchStatus>;
  /** `GET /dispatch/{n}/desembolsos`: all of them. */
  disbursements(options: { dispatch: string; rut: Rut; signal?: AbortSignal }): Promise<DisbursementList>;
  /**
   * `GET /dispatch/status`, which is not published and must be probed (names.md). Returns every dispatch that
   * can be reached by narrowing and reading both directions; undefined where the deployment lacks it. For
   * `incompleteReason`, see the disbursements.
   */
  dispatches(options: {
    rut: Rut;
    signal?: AbortSignal;
  }): Promise<
    { dispatches: DispatchStatus[]; mayBeTruncated: boolean; incompleteReason?: AppError } | undefined
  >;
}

/** The list to paginate. */
export type DocumentsQuery =
  | { kind: 'files'; rut: Rut; start: string; end: string; type: string }
  | { kind: 'dispatch'; rut: Rut; dispatch: string; type?: string };

/**
 * A page of a paginated list, each document once, however often reading restarts. `isRestart` marks the first
 * page after a restart. `links` are those of the whole page, also of documents yielded before.
 */
export interface DistinctPage extends DocumentPage {
  isRestart: boolean;
  /** On the last page after a restart: documents yielded before that no longer exist. */
  removed: readonly string[];
}

/** How a request is sent. */
export interface RequestOptions {
  /** A person waits for the result: the request goes before background ones. Default: false. */
  isUrgent?: boolean;
  /** Called before each request is sent, except retries. */
  onRequest?: () => void;
  /** Maximum attempts of a request. Default: five. */
  attempts?: number;
  /** Called with the error of each failed attempt. */
  onFailed?: (error: AppError) => void;
  /** A probe of the service: the breaker admits it and ignores its outcome. */
  isProbe?: boolean;
}

/** The client of a connection. Rejects with `CONNECTION_UNKNOWN`, `KEY_MISSING` or `NO_KEYCHAIN`. */
export type GetApiClient = (connectionId: string, requestOptions?: RequestOptions) => Promise<ApiClient>;
