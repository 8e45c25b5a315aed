import type { ErrorCode } from '../../../shared/errors.ts';
import { hashText, type StorageHead } from './storage-answer.ts';

/** What a file must still be, so that a part of it may be continued: proven by storage's own hash at the end. */
export interface Begun {
  etag: string;
  contentType: string;
  /** Announced hashes, as {@link hashText} writes them. */
  proof: string;
  size: number;
  /** What tells its `.part` from any other at that place; `''` where nothing does. */
  part: string;
}

/** What stands on disk already: an answer about the same bytes is not read. */
export interface HeldFile {
  etag?: string;
  /** In base64. */
  md5?: string;
}

/** What was asked of storage: the whole, or with `part` and `begun` the rest. */
export interface Asked {
  part?: { readonly bytes: number } | undefined;
  begun?: Begun | undefined;
  held?: HeldFile | undefined;
}

/** What to do with an answer; `whole` begins anew, `rest` goes on where the part ended, `complete` has nothing more to read. */
export type Answer = 'whole' | 'rest' | 'complete' | 'unchanged' | 'start-over' | { refused: ErrorCode };

/** What an answer of storage means for what was asked (RFC 9110, 14 and 15; names.md). */
export function judgeAnswer(head: StorageHead, { part, begun, held }: Asked): Answer {
  const wasPartial = part !== undefined && begun !== undefined;
  switch (head.status) {
    case 200:
      if (held && isSame(head, held)) return 'unchanged';
      return head.isCoded ? { refused: 'RESPONSE_UNREADABLE' } : 'whole';
    case 206:
      return wasPartial && continues(head, part, begun) ? 'rest' : wasPartial ? 'start-over' : refused;
    case 304:
      return held?.etag !== undefined && !wasPartial ? 'unchanged' : refused;
    case 416:
      if (!wasPartial) return refused;
      return part.bytes === begun.size && (head.unsatisfiedTotal ?? begun.size) === begun.size
        ? 'complete'
        : 'start-over';
    default:
      return head.status >= 300 && head.status < 400 ? { refused: 'REDIRECTED' } : refused;
  }
}

const refused = { refused: 'STORAGE_REFUSED' } as const;

function isSame(head: StorageHead, held: HeldFile): boolean {
  if (held.md5 !== undefined && head.hashes.md5 !== undefined) return held.md5 === head.hashes.md5;
  return head.hasStrongTag && held.etag !== undefined && held.etag === head.etag;
}

/** Whether a 206 is the rest of this very file: the range asked for, the same length, tag and hash. */
function continues(
  { range, etag, hashes, isCoded }: StorageHead,
  part: { bytes: number },
  begun: Begun,
): boolean {
  const proof = hashText(hashes);
  return (
    !isCoded &&
    range !== undefined &&
    range.start === part.bytes &&
    range.end === begun.size - 1 &&
    range.total === begun.size &&
    (etag === undefined || etag === begun.etag) &&
    (proof === '' || proof === begun.proof)
  );
}
