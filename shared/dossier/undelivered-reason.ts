import { type RetryRule, ruleOf } from '../error-rules.ts';
import type { ErrorCode } from '../errors.ts';

/** Why a document is unavailable, worded for the recipient of the others: without local details or codes. */
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

/** The reason for an error code; an unknown code only means that the document did not arrive. */
export function undeliveredReasonOf(code: ErrorCode): UndeliveredReason {
  return byCode.get(code) ?? byConcern[ruleOf(code).concerns];
}
