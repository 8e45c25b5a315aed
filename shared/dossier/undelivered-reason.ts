import type { ErrorCode } from '../errors.ts';
import { type RetryRule, ruleOf } from '../retry-table.ts';

/**
 * Why a document could not be had, as whoever receives the others may read it: nothing of this computer, and
 * no code.
 */
export const undeliveredReasons = [
  'without-file',
  'unsigned',
  'not-there',
  'refused',
  'unreachable',
  'no-room',
  'cancelled',
  'not-downloaded',
] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

const byCode: ReadonlyMap<ErrorCode, UndeliveredReason> = new Map([
  ['DOCUMENT_WITHOUT_FILE', 'without-file'],
  ['DOCUMENT_UNSIGNED', 'unsigned'],
  ['DOCUMENT_GONE', 'not-there'],
  ['DISPATCH_NOT_FOUND', 'not-there'],
  ['ACCOUNT_NOT_FOUND', 'not-there'],
  ['STORAGE_REFUSED', 'refused'],
  ['CANCELLED', 'cancelled'],
]);

const byConcern: Readonly<Record<RetryRule['concerns'], UndeliveredReason>> = {
  document: 'not-downloaded',
  storage: 'unreachable',
  service: 'unreachable',
  way: 'unreachable',
  connection: 'refused',
  folder: 'no-room',
  store: 'no-room',
  everything: 'no-room',
};

/**
 * The reason that an error code is told as; a code that this version does not know says no more than that the
 * document did not come.
 */
export function undeliveredReasonOf(code: ErrorCode): UndeliveredReason {
  return byCode.get(code) ?? byConcern[ruleOf(code).concerns];
}
