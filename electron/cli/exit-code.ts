import type { ErrorData } from '../../shared/errors.ts';

/** How a command ended (README, The terminal). */
export const exitCode = {
  done: 0,
  someFailed: 1,
  wrongUsage: 2,
  refused: 3,
  noNetwork: 4,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const noNetwork = new Set(['NO_NETWORK', 'TIMED_OUT', 'TLS_FAILED', 'PROXY_REFUSED', 'NO_KEYCHAIN']);

/** Codes about the API's response, with or without a status. */
const refused = new Set([
  'RESPONSE_UNREADABLE',
  'RESPONSE_TOO_LARGE',
  'REDIRECTED',
  'GATEWAY_UNAVAILABLE',
  'WALK_INCOMPLETE',
]);

/** Inputs that the app rejects before any request. */
const wrongUsage = new Set([
  'RUT_NUMBER_INVALID',
  'DISPATCH_ID_INVALID',
  'START_DATE_REQUIRED',
  'END_DATE_REQUIRED',
  'START_DATE_INVALID',
  'END_DATE_INVALID',
  'DATE_RANGE_INVALID',
  'FILE_TYPE_NAME_INVALID',
  'PROJECT_ID_UNDEFINED',
  'BASE_URL_INVALID',
  'BASE_URL_INSECURE',
  'AGENCY_ID_INVALID',
  'CONNECTION_UNKNOWN',
  'CONNECTION_NAME_INVALID',
  'CONNECTION_NAME_TAKEN',
  'KEY_MISSING',
  'KEY_FILE_UNREADABLE',
  'MANAGED_SETTING',
  'NAME_TEMPLATE_INVALID',
  'NAME_TEMPLATE_EMPTY',
  'FOLDER_UNWRITABLE',
  'HOME_FOREIGN',
  'PATH_TOO_LONG',
  'FILE_TOO_LARGE_FOR_DISK',
  'FOLDER_GONE',
  'FOLDER_WITHOUT_INDEX',
  'FILE_IN_THE_WAY',
  'INPUT_INVALID',
  'NOTHING_SELECTED',
]);

/** The exit code of an error. */
export function exitCodeOf({ code, status }: Pick<ErrorData, 'code' | 'status'>): ExitCode {
  if (noNetwork.has(code)) return exitCode.noNetwork;
  if (status !== undefined || refused.has(code)) return exitCode.refused;
  return wrongUsage.has(code) ? exitCode.wrongUsage : exitCode.someFailed;
}

/** The most severe of several exit codes: no network, a refusal, wrong usage, then failures. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return [...codes].sort((a, b) => b - a)[0] ?? exitCode.done;
}
