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
  /** The nearest place that it may lead to: where the response came from that gave it. */
  nearestZone: NetworkZone;
  /** When it stops working, milliseconds since 1970 by the service's clock. */
  expiresAt: number;
  /** How long it still worked when it came, in milliseconds; needs no clock to agree with another. */
  livesForMs: number;
  /** The response that gave it, as proof of where a file came from. */
  requestId: string;
  /** The type of the document that it was given for. */
  type?: string;
}

/** What every response carries beside its content. */
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
  /** How many documents there are, where the response says so: on this page or in all. */
  total?: number;
  /** How many pages there are in all, where the response says so. */
  pages?: number;
  /**
   * The response says that there are more, and not how to ask for them, or it is empty, and says something
   * that nobody understands.
   */
  isTruncated?: boolean;
  /** Ids that several documents had, by those that each of these was given for its own. */
  sharedIds?: ReadonlyMap<string, string>;
  /** `WALK_INCOMPLETE` about this response, with how many documents came. */
  incompleteError?(why: string, came: number): AppError;
}

/** The disbursements of a dispatch. */
export interface DisbursementList extends ResponseMeta {
  disbursements: Disbursement[];
  /**
   * `WALK_INCOMPLETE` where the response says that there are more, or another number than it gave: to be
   * shown beside the rows.
   */
  incompleteReason?: AppError;
}

/** The service of one connection: one function per endpoint, GET only, retried as api.md says. */
export interface ApiClient {
  /** `GET /master/file-types`; both kinds of record when `recordType` is left out. */
  documentTypes(options: {
    recordType?: 'impo' | 'expo';
    signal?: AbortSignal;
    /**
     * Called with a `WALK_INCOMPLETE` where the response says that there are more types, or another number
     * than it gave.
     */
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
   * `GET /dispatch/status`, a capability to probe (names.md): every dispatch that can be reached by narrowing
   * and reading both directions; undefined where the deployment does not have it. `incompleteReason` is as of
   * the disbursements.
   */
  dispatches(options: {
    rut: Rut;
    signal?: AbortSignal;
  }): Promise<
    { dispatches: DispatchStatus[]; mayBeTruncated: boolean; incompleteReason?: AppError } | undefined
  >;
}

/** The list whose pages are read. */
export type DocumentsQuery =
  | { kind: 'files'; rut: Rut; start: string; end: string; type: string }
  | { kind: 'dispatch'; rut: Rut; dispatch: string; type?: string };

/**
 * A page of a paginated list, each document once however often reading restarts. `isRestart` marks the first
 * page after a lost anchor; `links` hold those of the whole page, also of documents that were given before.
 */
export interface DistinctPage extends DocumentPage {
  isRestart: boolean;
  /**
   * Told on the last page after a restart: documents that were given before the restart and are no longer
   * there.
   */
  removed: readonly string[];
}

/** How a request is made, whatever it asks for. */
export interface RequestOptions {
  /** A person waits for what is asked: it goes before what is asked in the background. Default: false. */
  isUrgent?: boolean;
  /** Called before each request is sent, retries left out. */
  onRequest?: () => void;
  /** How often a request may be made in all. Default: five times. */
  attempts?: number;
  /** Called with the error of each failed attempt. */
  onFailed?: (error: AppError) => void;
  /**
   * It finds out whether the service is back: a breaker lets it through and takes nothing from how it goes.
   */
  isProbe?: boolean;
}

/** The service of a connection. Rejects with `CONNECTION_UNKNOWN`, `KEY_MISSING` or `NO_KEYCHAIN`. */
export type GetApiClient = (connectionId: string, requestOptions?: RequestOptions) => Promise<ApiClient>;
