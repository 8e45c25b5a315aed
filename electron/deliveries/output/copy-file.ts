import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { createSynced } from '../../lib/atomic-write.ts';
import { isMissing } from '../../lib/fs-errors.ts';
import { openWithoutFollowingLinks } from '../../lib/open-without-following-links.ts';
import { type FileNames, patientNames } from '../../lib/retry-while-locked.ts';

/** Length and SHA-256, in lower-case hex, of a file. */
export interface FileProof {
  bytes: number;
  sha256: string;
}

// Hashing one block blocks the event loop for less than a millisecond.
const blockSize = 262_144;

/**
 * Copies a file to a new path and hashes it meanwhile; it is on disk when this resolves. Undefined when the
 * source is missing.
 */
export function copyFile(
  from: string,
  to: string,
  signal: AbortSignal,
  names: FileNames = patientNames(),
): Promise<FileProof | undefined> {
  return reading(from, (source) =>
    createSynced(
      names,
      to,
      (target) => readThrough(source, signal, (block) => target.writeFile(block)),
      0o644,
    ),
  );
}

/** Length and hash of a file; undefined when it is missing. */
export function hashFile(path: string, signal: AbortSignal): Promise<FileProof | undefined> {
  return reading(path, (source) => readThrough(source, signal, async () => undefined));
}

async function reading<Result>(
  path: string,
  act: (source: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  let source: FileHandle;
  try {
    source = await openWithoutFollowingLinks(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return await act(source);
  } finally {
    await source.close();
  }
}

async function readThrough(
  source: FileHandle,
  signal: AbortSignal,
  take: (block: Buffer) => Promise<void>,
): Promise<FileProof> {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(blockSize);
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(block, 0, blockSize);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const part = block.subarray(0, bytesRead);
    hash.update(part);
    await take(part);
    bytes += bytesRead;
  }
}
