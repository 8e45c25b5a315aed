import type { UndeliveredReason } from './dossier/undelivered-reason.ts';

/** All that follows from an error code: in searches, downloads and connection tests, terminal and page. */
export interface ErrorRule {
  /**
   * `retry`: repeated a few times with growing delays. `wait`: the request is valid; everything affected
   * waits and resumes by itself. `block`: no repeat within seconds helps; everything affected waits. `fail`:
   * the result is final.
   */
  follows: 'retry' | 'wait' | 'block' | 'fail';
  /**
   * The scope of the error, and so where it is reported. `document`: only the requested document or search
   * task. `storage`, `service` or the `way` to them: what a batch waits for. `connection`: every batch and
   * search of it. `folder`: every batch into it. `store`: the database, without which nothing can be written.
   * `everything`: all of them.
   */
  concerns: 'document' | 'storage' | 'service' | 'way' | 'connection' | 'folder' | 'store' | 'everything';
  /** Whether only a person ends it; otherwise it may end by itself, and whoever waits goes on. */
  isPersons: boolean;
  /** What a person may replace so that the error ends. */
  mendedBy?: 'key' | 'connection' | 'folder';
  /** The service has no such dispatch or client: a result rather than a failure. */
  isAbsence?: true;
  /** What the recipient of a delivery reads of a document that is not in it. */
  undelivered: UndeliveredReason;
  /** The end of a command (`exitCode`); but for `noNetwork`, an error with a response ends as `refused`. */
  exit: 'someFailed' | 'wrongUsage' | 'refused' | 'noNetwork';
  /** The folder index gives the reason in words (`shared/locales/es-CL/indice.json`), else the code alone. */
  isInIndex?: true;
}

/** The rule of a code of a later version of the service, too. */
const final: ErrorRule = {
  follows: 'fail',
  concerns: 'document',
  isPersons: true,
  undelivered: 'not-downloaded',
  exit: 'someFailed',
};
/** An input that is rejected before any request. */
const unusable: ErrorRule = { ...final, exit: 'wrongUsage' };
const transient: ErrorRule = { ...final, follows: 'retry', isPersons: false };
const erringStorage: ErrorRule = { ...transient, concerns: 'storage', undelivered: 'unreachable' };
const noWay: ErrorRule = {
  follows: 'wait',
  concerns: 'way',
  isPersons: false,
  undelivered: 'unreachable',
  exit: 'noNetwork',
};
const oddWay: ErrorRule = { ...noWay, follows: 'retry', exit: 'refused' };
/** A certificate or a proxy does not recover within seconds. */
const barredWay: ErrorRule = { ...noWay, follows: 'block' };
const slowService: ErrorRule = { ...noWay, concerns: 'service' };
const erringService: ErrorRule = { ...slowService, follows: 'retry', exit: 'refused' };
const refusedConnection: ErrorRule = {
  follows: 'block',
  concerns: 'connection',
  isPersons: true,
  undelivered: 'refused',
  exit: 'someFailed',
};
const refusedKey: ErrorRule = { ...refusedConnection, mendedBy: 'key' };
const wrongConnection: ErrorRule = { ...refusedConnection, mendedBy: 'connection', exit: 'wrongUsage' };
const unusableConnection: ErrorRule = { ...wrongConnection, follows: 'fail' };
const unavailableStore: ErrorRule = {
  follows: 'wait',
  concerns: 'store',
  isPersons: false,
  undelivered: 'no-room',
  exit: 'someFailed',
};
const fullDisk: ErrorRule = { ...unavailableStore, concerns: 'everything', mendedBy: 'folder' };
const awayFolder: ErrorRule = { ...fullDisk, concerns: 'folder', exit: 'wrongUsage' };

/** Codes of the service's own error bodies, unchanged (api.md, Errors). */
const serviceErrors = {
  API_KEY_INVALID: refusedKey,
  PROJECT_ID_UNAUTHORIZED: refusedKey,
  PROJECT_ID_UNDEFINED: wrongConnection,
  TENANT_UNRESOLVED: refusedConnection,
  DISPATCH_ID_INVALID: unusable,
  RUT_NUMBER_INVALID: unusable,
  ACCOUNT_NOT_FOUND: { ...final, isAbsence: true, undelivered: 'not-there' },
  DISPATCH_NOT_FOUND: { ...final, isAbsence: true, undelivered: 'not-there', isInIndex: true },
  START_DATE_REQUIRED: unusable,
  END_DATE_REQUIRED: unusable,
  START_DATE_INVALID: unusable,
  END_DATE_INVALID: unusable,
  DATE_RANGE_INVALID: unusable,
  FILE_TYPE_NAME_INVALID: unusable,
  NEXT_TOKEN_INVALID: final,
  RECORD_TYPE_INVALID: final,
  INTERNAL_ERROR: { ...erringService, exit: 'someFailed' },
} satisfies Record<string, ErrorRule>;

/** The app's own codes; a service code is used if the app rejects for the service's reason. */
export const appErrors = {
  // Network
  NO_NETWORK: noWay,
  TIMED_OUT: slowService,
  TLS_FAILED: barredWay,
  PROXY_REFUSED: barredWay,
  GATEWAY_UNAVAILABLE: { ...slowService, exit: 'refused' },
  REDIRECTED: { ...oddWay, isInIndex: true },
  RESPONSE_UNREADABLE: { ...erringService, isInIndex: true },
  RESPONSE_TOO_LARGE: { ...transient, exit: 'refused' },
  WALK_INCOMPLETE: erringService,
  // Connections and keys
  BASE_URL_INVALID: unusableConnection,
  BASE_URL_INSECURE: unusableConnection,
  AGENCY_ID_INVALID: unusableConnection,
  CONNECTION_UNKNOWN: wrongConnection,
  CONNECTION_NAME_INVALID: unusable,
  CONNECTION_NAME_TAKEN: unusable,
  KEY_MISSING: { ...refusedKey, exit: 'wrongUsage' },
  KEY_FILE_UNREADABLE: unusable,
  NO_KEYCHAIN: { ...refusedKey, exit: 'noNetwork' },
  PRACTICE_ONLY: final,
  CLIENT_REQUIRED: final,
  // Links and storage
  LINK_INSECURE: { ...final, isInIndex: true },
  LINK_EXPIRED: { ...transient, isInIndex: true },
  STORAGE_REFUSED: { ...final, undelivered: 'refused', isInIndex: true },
  FILE_TOO_LARGE: { ...final, isInIndex: true },
  PAPERS_TOO_HEAVY: final,
  PAPER_TOO_HEAVY: final,
  TRANSFER_BROKEN: { ...erringStorage, isInIndex: true },
  TRANSFER_STALLED: { ...erringStorage, isInIndex: true },
  LENGTH_MISMATCH: { ...transient, isInIndex: true },
  HASH_MISMATCH: { ...transient, isInIndex: true },
  NOT_A_DOCUMENT: { ...transient, isInIndex: true },
  EMPTY_FILE: { ...transient, isInIndex: true },
  FILE_UNPROVEN: { ...transient, isInIndex: true },
  DOCUMENT_GONE: { ...final, undelivered: 'not-there', isInIndex: true },
  DOCUMENT_WITHOUT_FILE: { ...final, undelivered: 'without-file', isInIndex: true },
  DOCUMENT_NOT_HERE: final,
  FOLDER_UNSEEN: final,
  DOCUMENT_UNSIGNED: { ...final, undelivered: 'unsigned', isInIndex: true },
  // Disk
  DISK_FULL: fullDisk,
  FOLDER_UNWRITABLE: { ...awayFolder, isInIndex: true },
  PATH_TOO_LONG: { ...unusable, mendedBy: 'folder', isInIndex: true },
  FILE_TOO_LARGE_FOR_DISK: { ...unusable, mendedBy: 'folder', isInIndex: true },
  TOO_MANY_OPEN_FILES: { ...transient, isInIndex: true },
  FOLDER_GONE: awayFolder,
  FOLDER_WITHOUT_INDEX: unusable,
  FOLDER_REQUIRED: { ...final, mendedBy: 'folder' },
  HOST_NOT_CONFIRMED: final,
  FOLDER_NOT_CHOSEN: { ...final, mendedBy: 'folder' },
  INDEX_NOT_WRITTEN: final,
  FILE_LOCKED: { ...transient, mendedBy: 'folder', isInIndex: true },
  FILE_IN_THE_WAY: { ...unusable, mendedBy: 'folder', isInIndex: true },
  NAME_TEMPLATE_INVALID: unusable,
  NAME_TEMPLATE_EMPTY: unusable,
  // Stored data
  STORE_DAMAGED: final,
  ROW_UNREADABLE: { ...final, isInIndex: true },
  STORE_NEWER: final,
  STORE_FOREIGN: final,
  HOME_FOREIGN: unusable,
  STORE_BUSY: unavailableStore,
  STORE_STOPPED: unavailableStore,
  CONFIGURATION_INVALID: final,
  EXPORT_TOO_LARGE: final,
  WORKBOOK_DAMAGED: unusable,
  WORKBOOK_ENCRYPTED: unusable,
  WORKBOOK_OTHER_FORMAT: unusable,
  WORKBOOK_TOO_LARGE: unusable,
  WORKBOOK_WITHOUT_LINES: unusable,
  RESULT_SET_GONE: final,
  SAVED_SEARCH_GONE: final,
  UNDO_GONE: final,
  SEARCH_OWNED_ELSEWHERE: final,
  BATCH_GONE: final,
  BATCH_OWNED_ELSEWHERE: final,
  HANDOVER_GONE: final,
  DRAG_TOO_EARLY: final,
  SEVERAL_CLIENTS: final,
  // The app itself
  NOTHING_SELECTED: unusable,
  NO_PAPER_TO_HAND_OVER: final,
  MANAGED_SETTING: unusable,
  POLICIES_UNREADABLE: final,
  INPUT_INVALID: unusable,
  FILE_NOT_OPENED: final,
  PAGE_NOT_OPENED: final,
  MAIL_NOT_OPENED: final,
  PRINT_NOT_OPENED: final,
  NO_ANSWER: final,
  SENDER_REFUSED: final,
  SWITCH_REFUSED: final,
  ALREADY_OPEN: final,
  PROGRAM_INCOMPLETE: final,
  CANCELLED: { ...final, undelivered: 'cancelled' },
  UNEXPECTED: final,
} satisfies Record<string, ErrorRule>;

export type ServiceCode = keyof typeof serviceErrors;
/** A stable code; a service code unknown to this version stays as it came. */
export type ErrorCode = ServiceCode | keyof typeof appErrors | (string & {});

/**
 * Maximum number of attempts, including the first (docs/service/reading.md, How long, how large, how often).
 */
export const maxAttempts = 5;

const rules: ReadonlyMap<string, ErrorRule> = new Map(Object.entries({ ...serviceErrors, ...appErrors }));

/** Every code of this version. */
export const errorCodes: readonly string[] = [...rules.keys()];

/** The rule of a code; an unknown service code is final. */
export function ruleOf(code: ErrorCode): ErrorRule {
  return rules.get(code) ?? final;
}

/** Whether a code is the app's own. */
export function isAppCode(code: ErrorCode): boolean {
  return Object.hasOwn(appErrors, code);
}

/** Whether an error is caused by the service, or the network to it, and not by the request. */
export function isServiceError({ code }: { readonly code: ErrorCode }): boolean {
  const { concerns } = ruleOf(code);
  return concerns === 'service' || concerns === 'way';
}

/** Whether an error lasts until its connection has another key, agency or address. */
export function refusesConnection({ code }: { readonly code: ErrorCode }): boolean {
  return ruleOf(code).concerns === 'connection';
}
