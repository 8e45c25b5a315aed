import type { AppCode, AppError, ErrorCode, ServiceCode } from './errors.ts';

/**
 * Maximum number of attempts, including the first (docs/service/reading.md, How long, how large, how often).
 */
export const maxAttempts = 5;

/** The consequence of an error code, in a search, a download or a connection test. */
export interface RetryRule {
  /**
   * `retry`: repeated a few times with growing delays. `wait`: the request is valid; everything affected
   * waits and resumes by itself. `block`: it does not recover by itself; everything affected waits for a
   * person. `fail`: the result is final.
   */
  follows: 'retry' | 'wait' | 'block' | 'fail';
  /**
   * The scope of the error, and so where it is reported. `document`: only the requested document or search
   * task. `storage`, `service` or the `way` to them: what a batch waits for. `connection`: every batch and
   * search of it. `folder`: every batch into it. `store`: the database, without which nothing can be written.
   * `everything`: all of them.
   */
  concerns: 'document' | 'storage' | 'service' | 'way' | 'connection' | 'folder' | 'store' | 'everything';
}

const final: RetryRule = { follows: 'fail', concerns: 'document' };
const transient: RetryRule = { follows: 'retry', concerns: 'document' };
const noWay: RetryRule = { follows: 'wait', concerns: 'way' };
const oddWay: RetryRule = { follows: 'retry', concerns: 'way' };
/** A certificate or a proxy does not recover within seconds. */
const barredWay: RetryRule = { follows: 'block', concerns: 'way' };
const slowService: RetryRule = { follows: 'wait', concerns: 'service' };
const erringService: RetryRule = { follows: 'retry', concerns: 'service' };
const refusedConnection: RetryRule = { follows: 'block', concerns: 'connection' };
const unusableConnection: RetryRule = { follows: 'fail', concerns: 'connection' };
const erringStorage: RetryRule = { follows: 'retry', concerns: 'storage' };
const awayFolder: RetryRule = { follows: 'wait', concerns: 'folder' };
const unavailableStore: RetryRule = { follows: 'wait', concerns: 'store' };
const fullDisk: RetryRule = { follows: 'wait', concerns: 'everything' };

/**
 * The only retry table: every code has its rule (docs/service/reading.md, How long, how large, how often).
 */
export const retryTable: Readonly<Record<ServiceCode | AppCode, RetryRule>> = {
  API_KEY_INVALID: refusedConnection,
  PROJECT_ID_UNAUTHORIZED: refusedConnection,
  PROJECT_ID_UNDEFINED: refusedConnection,
  TENANT_UNRESOLVED: refusedConnection,
  DISPATCH_ID_INVALID: final,
  RUT_NUMBER_INVALID: final,
  ACCOUNT_NOT_FOUND: final,
  DISPATCH_NOT_FOUND: final,
  START_DATE_REQUIRED: final,
  END_DATE_REQUIRED: final,
  START_DATE_INVALID: final,
  END_DATE_INVALID: final,
  DATE_RANGE_INVALID: final,
  FILE_TYPE_NAME_INVALID: final,
  NEXT_TOKEN_INVALID: final,
  RECORD_TYPE_INVALID: final,
  INTERNAL_ERROR: erringService,
  // Network
  NO_NETWORK: noWay,
  TIMED_OUT: slowService,
  TLS_FAILED: barredWay,
  PROXY_REFUSED: barredWay,
  GATEWAY_UNAVAILABLE: slowService,
  REDIRECTED: oddWay,
  RESPONSE_UNREADABLE: erringService,
  RESPONSE_TOO_LARGE: transient,
  WALK_INCOMPLETE: erringService,
  // Connections and keys
  BASE_URL_INVALID: unusableConnection,
  BASE_URL_INSECURE: unusableConnection,
  AGENCY_ID_INVALID: unusableConnection,
  CONNECTION_UNKNOWN: refusedConnection,
  CONNECTION_NAME_INVALID: final,
  CONNECTION_NAME_TAKEN: final,
  KEY_MISSING: refusedConnection,
  KEY_FILE_UNREADABLE: final,
  NO_KEYCHAIN: refusedConnection,
  PRACTICE_ONLY: final,
  CLIENT_REQUIRED: final,
  // Links and storage
  LINK_INSECURE: final,
  LINK_EXPIRED: transient,
  STORAGE_REFUSED: final,
  FILE_TOO_LARGE: final,
  PAPERS_TOO_HEAVY: final,
  PAPER_TOO_HEAVY: final,
  TRANSFER_BROKEN: erringStorage,
  TRANSFER_STALLED: erringStorage,
  LENGTH_MISMATCH: transient,
  HASH_MISMATCH: transient,
  NOT_A_DOCUMENT: transient,
  EMPTY_FILE: transient,
  FILE_UNPROVEN: transient,
  DOCUMENT_GONE: final,
  DOCUMENT_WITHOUT_FILE: final,
  DOCUMENT_NOT_HERE: final,
  FOLDER_UNSEEN: final,
  DOCUMENT_UNSIGNED: final,
  // Disk
  DISK_FULL: fullDisk,
  FOLDER_UNWRITABLE: awayFolder,
  PATH_TOO_LONG: final,
  FILE_TOO_LARGE_FOR_DISK: final,
  TOO_MANY_OPEN_FILES: transient,
  FOLDER_GONE: awayFolder,
  FOLDER_WITHOUT_INDEX: final,
  FOLDER_REQUIRED: final,
  HOST_NOT_CONFIRMED: final,
  FOLDER_NOT_CHOSEN: final,
  INDEX_NOT_WRITTEN: final,
  FILE_LOCKED: transient,
  FILE_IN_THE_WAY: final,
  NAME_TEMPLATE_INVALID: final,
  NAME_TEMPLATE_EMPTY: final,
  // Stored data
  STORE_DAMAGED: final,
  ROW_UNREADABLE: final,
  STORE_NEWER: final,
  STORE_FOREIGN: final,
  HOME_FOREIGN: final,
  STORE_BUSY: unavailableStore,
  STORE_STOPPED: unavailableStore,
  CONFIGURATION_INVALID: final,
  EXPORT_TOO_LARGE: final,
  RESULT_SET_GONE: final,
  SAVED_SEARCH_GONE: final,
  UNDO_GONE: final,
  SEARCH_OWNED_ELSEWHERE: final,
  BATCH_GONE: final,
  BATCH_OWNED_ELSEWHERE: final,
  HANDOVER_GONE: final,
  // The app itself
  NOTHING_SELECTED: final,
  NO_PAPER_TO_HAND_OVER: final,
  MANAGED_SETTING: final,
  INPUT_INVALID: final,
  PAGE_NOT_OPENED: final,
  MAIL_NOT_OPENED: final,
  DRAG_TOO_EARLY: final,
  POLICIES_UNREADABLE: final,
  NO_ANSWER: final,
  SENDER_REFUSED: final,
  SWITCH_REFUSED: final,
  ALREADY_OPEN: final,
  PROGRAM_INCOMPLETE: final,
  CANCELLED: final,
  UNEXPECTED: final,
};

const rules: ReadonlyMap<string, RetryRule> = new Map(Object.entries(retryTable));

/** The rule of a code; an unknown service code is final. */
export function ruleOf(code: ErrorCode): RetryRule {
  return rules.get(code) ?? final;
}

/** Whether an error is caused by the service, or the network to it, and not by the request. */
export function isServiceError({ code }: Pick<AppError, 'code'>): boolean {
  const { concerns } = ruleOf(code);
  return concerns === 'service' || concerns === 'way';
}
