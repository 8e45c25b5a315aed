import type { UnreadReason } from '../../../shared/model/text-search.ts';

/** A file that is not read, and why. */
export class UnreadFileError extends Error {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, options?: ErrorOptions) {
    super(`the file is not read: ${reason}`, options);
    this.reason = reason;
  }
}
