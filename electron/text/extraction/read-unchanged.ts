import { createHash } from 'node:crypto';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { openWithoutFollowingLinks } from '../../lib/open-without-following-links.ts';
import { hasCode } from '../../lib/retry-while-locked.ts';

/** Larger files are not read: their bytes would not fit beside their text. */
const maxFileBytes = 256 * 1024 * 1024;

/** The bytes of a file, which is closed again; the reason where they are not those of this hash. */
export async function readUnchanged({
  path,
  sha256,
}: {
  path: string;
  sha256: string;
}): Promise<Buffer | UnreadReason> {
  try {
    await using file = await openWithoutFollowingLinks(path);
    const { size } = await file.stat();
    if (size > maxFileBytes) return 'too-large';
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    const read = bytes.subarray(0, bytesRead);
    // Somebody replaced or changed the file: these are not the words of the document.
    return createHash('sha256').update(read).digest('hex') === sha256 ? read : 'changed';
  } catch (error) {
    return hasCode(error, 'EACCES', 'EPERM', 'EBUSY') ? 'locked' : 'away';
  }
}
