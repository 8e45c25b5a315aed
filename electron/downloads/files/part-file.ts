import type { StorageHashes } from '../signed-links/index.ts';
import { type Body, createDigests, type Digests, detectionBytes } from './content-type.ts';
import { type Disk, type DiskFile, fileIdentity, hasCode, type Removal } from './disk.ts';
import { createOpening, type Opening } from './error-body.ts';

/** The file that a document grows in, beside its place, hashed on the way. */
export interface PartFile {
  /** Bytes taken in so far. */
  readonly bytes: number;
  /** As much of them as tells what they are, as a body of this size. */
  body(size: number): Body;
  /** No byte that comes later changes what they are. */
  readonly isDetectable: boolean;
  /**
   * Takes in bytes, for good: once written they are gone. A promise when the disk is behind and the sender
   * must wait.
   */
  add(bytes: Uint8Array): Promise<void> | undefined;
  /**
   * Makes the file before its first bytes; gives what tells it from any other at its path, `''` where nothing
   * does. FAT on macOS numbers a file anew with its first byte: what is left there is not known again, and
   * never continued.
   */
  make(): Promise<string>;
  /** Everything taken in has been handed to the system. Rejects with what the disk said. */
  settle(): Promise<void>;
  /** Ends it: its digests, and what it holds. */
  finish(): Promise<{ content: Content; digests: Digests }>;
  /** Closes it and leaves it where it is, to be continued later. */
  leave(): Promise<void>;
  /** Closes and removes it, and leaves alone what somebody else has put in its place. */
  discard(): Promise<void>;
}

/**
 * What a finished transfer holds: all of it in memory, with nothing on disk yet, or the open `.part`, not yet
 * on disk for sure.
 */
export type Content = { kind: 'memory'; chunks: readonly Uint8Array[] } | { kind: 'file'; file: DiskFile };

/**
 * Bytes that are kept in memory before they are written: worth a call, and little memory when sixteen
 * transfers have them.
 */
export const writeBytes = 256 * 1024;

/** A new part file; it is made when its first bytes are written. Nothing may stand at its path. */
export function createPartFile(disk: Disk, path: string, announced: StorageHashes): PartFile {
  return partFile(disk, path, createDigests(announced));
}

/**
 * The part file with this identity, which an earlier attempt left, read once for its hashes; undefined when
 * there is none, or another one.
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
    // Once gone it does not come back: if it stands there now, it is what was opened and read.
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
  // The write under way; the next one waits for it, so that chunks stay in order.
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;

  async function write(chunks: Uint8Array[]): Promise<void> {
    file ??= await disk.create(path);
    await file.write(chunks);
    // It may be the first of these chunks.
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
    // One write may be under way while the next fills up.
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
      // What nobody here has made or opened is not removed either.
      if (!file) return;
      // What a share has let go of while this computer slept does not tell any more.
      const own = await file.stat().then(fileIdentity, () => identity);
      await close();
      await removeIfThere(disk, path, own === '' ? {} : { isOurs: () => isSameFile(disk, path, own) });
    },
  };
}

function joined(beginning: Uint8Array, chunk: Uint8Array): Uint8Array {
  return beginning.length === 0 ? chunk : Buffer.concat([beginning, chunk.subarray(0, detectionBytes)]);
}

/** Removes a file, and minds nothing when there is none, or none any more. */
export async function removeIfThere(disk: Disk, path: string, removal?: Removal): Promise<void> {
  if ((await disk.stat(path)) === undefined) return;
  try {
    await disk.remove(path, removal);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Removes a `.part` that an attempt of ours may have left: a folder or a link of that name never is one. */
export async function removePart(disk: Disk, path: string, removal?: Removal): Promise<void> {
  if ((await disk.stat(path))?.kind === 'file') await removeIfThere(disk, path, removal);
}

/**
 * Reads a file chunk by chunk and gives how many bytes it had. A chunk is only good until the next one comes.
 */
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
 * Gives the memory of chunks back at once that are hashed and written and that nobody reads any more: else
 * they wait to be collected, tens of megabytes of them, and leave holes. Whoever reads such a chunk all the
 * same finds it empty, never with other bytes in it. A chunk that shares its memory with others is left to be
 * collected.
 */
export function letGo(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}
