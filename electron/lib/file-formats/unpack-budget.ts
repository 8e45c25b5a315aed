import { hasCode } from '../retry-while-locked.ts';
import { UnreadFileError } from './unread-file-error.ts';

/** Maximum size of one unpacked part, bytes. */
const maxPartBytes = 64 * 1024 * 1024;

/** Bytes that may still be unpacked of one document: a few packed ones may unpack to gigabytes. */
export class UnpackBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /**
   * What `unpack` gives of at most so many bytes. What is too large counts, too: it was unpacked up to there.
   * Throws `UnreadFileError`, and as `unpack` does.
   */
  take(unpack: (maxBytes: number) => Buffer): Buffer {
    const maxBytes = Math.min(maxPartBytes, this.#left);
    if (maxBytes <= 0) throw new UnreadFileError('too-large');
    try {
      const bytes = unpack(maxBytes);
      this.#left -= bytes.length;
      return bytes;
    } catch (error) {
      const isTooLarge =
        hasCode(error, 'ERR_BUFFER_TOO_LARGE') ||
        (error instanceof UnreadFileError && error.reason === 'too-large');
      if (!isTooLarge) throw error;
      this.#left -= maxBytes;
      throw new UnreadFileError('too-large', { cause: error });
    }
  }

  /** Counts bytes that are unpacked already; false where they are too many. */
  spend(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
