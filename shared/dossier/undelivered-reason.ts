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
