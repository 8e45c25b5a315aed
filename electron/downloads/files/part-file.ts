import type { StorageHashes } from '../signed-links/index.ts';
import { type Body, createDigests, type Digests, detectionBytes } from './content-type.ts';
import { type Disk, type DiskFile, fileIdentity, hasCode, type Removal } from './disk.ts';
import { createOpening, type Opening } from './error-body.ts';

/** The temporary file (`.part`) of a download, hashed while it grows. */
export interface PartFile {
  /** Bytes added so far. */
  readonly bytes: number;
  /** The content for type detection, as a body of this size. */
  body(size: number): Body;
  /** Later bytes no longer change the detected type. */
  readonly isDetectable: boolean;
  /**
   * Adds bytes and takes ownership: their memory is freed after the write. Returns a promise if the disk is
   * behind and the sender must wait.
   */
  add(bytes: Uint8Array): Promise<void> | undefined;
  /**
   * Creates the file before its first bytes and returns its identity, `''` if unknown. FAT on macOS renumbers
   * a file at its first byte: such a file is never recognised or resumed.
   */
  make(): Promise<string>;
  /** Resolves when all bytes are written. Rejects with the disk's error. */
  settle(): Promise<void>;
  /** Ends the file; returns its content and digests. */
  finish(): Promise<{ content: Content; digests: Digests }>;
  /** Closes the file and keeps it, to be resumed later. */
  leave(): Promise<void>;
  /** Closes and removes the file, but not another file at its path. */
  discard(): Promise<void>;
}

/** A finished transfer: in memory only, or as an open `.part` that is not synced yet. */
export type Content = { kind: 'memory'; chunks: readonly Uint8Array[] } | { kind: 'file'; file: DiskFile };

/** Bytes buffered before a write: enough to justify a call, little enough for sixteen transfers. */
export const writeBytes = 256 * 1024;

/** A new part file, created at the first write. Its path must be free. */
export function createPartFile(disk: Disk, path: string, announced: StorageHashes): PartFile {
  return partFile(disk, path, createDigests(announced));
}

/**
 * Reopens the part file of an earlier attempt and reads it for its hashes. Undefined if it is absent or has
 * another identity.
 */
export async function reopenPartFile(
  disk: Disk,
  path: string,
  announced: StorageHashes,
  identity: string,
): Promise<PartFile | undefined> {
  if (!(await isSameFile(disk, path, identity))) return undefined;
  const file = await disk.append(path);
  try {
    const read = await readBack(disk, path, createDigests(announced));
    // An identity does not come back: if it matches now, this is the file that was opened and read.
    if (await isSameFile(disk, path, identity))
      return partFile(disk, path, read.digests, { ...read, file, identity });
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function readBack(disk: Disk, path: string, digests: Digests) {
  let beginning: Uint8Array = new Uint8Array();
  const opening = createOpening();
  const bytes = await readInto(disk, path, (chunk) => {
    opening.add(chunk);
    if (beginning.length < detectionBytes)
      beginning = Buffer.concat([beginning, chunk.subarray(0, detectionBytes)]);
    digests.add(chunk);
  });
  return { bytes, beginning, opening, digests };
}

async function isSameFile(disk: Disk, path: string, identity: string): Promise<boolean> {
  return identity !== '' && fileIdentity(await disk.stat(path)) === identity;
}

function partFile(
  disk: Disk,
  path: string,
  digests: Digests,
  before?: { bytes: number; beginning: Uint8Array; opening: Opening; file: DiskFile; identity: string },
): PartFile {
  let bytes = before?.bytes ?? 0;
  let beginning = before?.beginning ?? new Uint8Array();
  const opening = before?.opening ?? createOpening();
  let hasOwnBeginning = false;
  let file = before?.file;
  let identity = before?.identity ?? '';
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  // The current write; the next one waits for it, so that chunks stay in order.
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;

  async function write(chunks: Uint8Array[]): Promise<void> {
    file ??= await disk.create(path);
    await file.write(chunks);
    // `beginning` may alias the first of these chunks, which is about to be freed.
    if (!hasOwnBeginning) beginning = Uint8Array.from(beginning.subarray(0, detectionBytes));
    hasOwnBeginning = true;
    letGo(chunks);
  }

  function flush(): Promise<void> {
    const chunks = pending;
    pending = [];
    pendingBytes = 0;
    const last = writing;
    writing = last.then(() => (failure === undefined ? write(chunks) : undefined));
    writing = writing.catch((error: unknown) => {
      failure ??= error;
    });
    // One write runs while the next buffer fills.
    return last;
  }

  function inMemory(): Content {
    const chunks = pending;
    pending = [];
    pendingBytes = 0;
    return { kind: 'memory', chunks };
  }

  async function settle(): Promise<void> {
    if (pendingBytes > 0) void flush();
    await writing;
    if (failure !== undefined) throw failure;
  }

  async function close(): Promise<void> {
    await writing;
    const open = file;
    file = undefined;
    await open?.close();
  }

  return {
    get bytes() {
      return bytes;
    },
    body: (size) => ({ beginning, opening, size }),
    get isDetectable() {
      return beginning.length >= detectionBytes && opening.isFound;
    },
    add(chunk) {
      if (failure !== undefined) return Promise.reject(failure);
      digests.add(chunk);
      if (beginning.length < detectionBytes) beginning = joined(beginning, chunk);
      opening.add(chunk);
      bytes += chunk.length;
      pending.push(chunk);
      pendingBytes += chunk.length;
      return pendingBytes < writeBytes ? undefined : flush();
    },
    async make() {
      file ??= await disk.create(path);
      identity = fileIdentity(await file.stat());
      return identity;
    },
    settle,
    async finish() {
      if (!file && pendingBytes === bytes) return { content: inMemory(), digests };
      await settle();
      file ??= await disk.create(path);
      return { content: { kind: 'file', file }, digests };
    },
    leave: close,
    async discard() {
      pending = [];
      pendingBytes = 0;
      await writing;
      // A file that this object did not create or open is not removed.
      if (!file) return;
      // After the computer slept, a share may have closed the handle: then the stored identity is used.
      const own = await file.stat().then(fileIdentity, () => identity);
      await close();
      await removeIfThere(disk, path, own === '' ? {} : { isOurs: () => isSameFile(disk, path, own) });
    },
  };
}

function joined(beginning: Uint8Array, chunk: Uint8Array): Uint8Array {
  return beginning.length === 0 ? chunk : Buffer.concat([beginning, chunk.subarray(0, detectionBytes)]);
}

/** Removes a file, if it exists. */
export async function removeIfThere(disk: Disk, path: string, removal?: Removal): Promise<void> {
  if ((await disk.stat(path)) === undefined) return;
  try {
    await disk.remove(path, removal);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Removes the `.part` of an earlier attempt. A folder or link of that name is none of ours. */
export async function removePart(disk: Disk, path: string, removal?: Removal): Promise<void> {
  if ((await disk.stat(path))?.kind === 'file') await removeIfThere(disk, path, removal);
}

/** Reads a file in chunks and returns its size. A chunk is valid only until the next one. */
export async function readInto(
  disk: Disk,
  path: string,
  take: (chunk: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<number> {
  const buffer = Buffer.allocUnsafe(writeBytes);
  const file = await disk.read(path);
  try {
    for (let position = 0; ; ) {
      signal?.throwIfAborted();
      const read = await file.read(buffer, position);
      if (read === 0) return position;
      position += read;
      take(buffer.subarray(0, read));
    }
  } finally {
    letGo([buffer]);
    await file.close();
  }
}

/**
 * Frees the memory of hashed and written chunks at once; garbage collection would leave tens of megabytes and
 * fragmentation. A late reader finds an empty chunk, never other bytes. Chunks with shared memory are
 * skipped.
 */
export function letGo(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}
