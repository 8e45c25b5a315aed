import { createDigests, type Digests } from '../../lib/hashes.ts';
import type { StorageHashes } from '../signed-links/index.ts';
import { type Body, detectionBytes } from './content-kind.ts';
import { type Disk, type DiskFile, fileIdentity, hasCode, type Removal } from './disk.ts';
import { createOpening, type Opening } from './first-text.ts';

/** A finished transfer: in memory only, or as an open `.part` that is not synced yet. */
export type Content = { kind: 'memory'; chunks: readonly Uint8Array[] } | { kind: 'file'; file: DiskFile };

/** Bytes buffered before a write: enough to justify a call, little enough for sixteen transfers. */
export const writeBytes = 256 * 1024;

/** The temporary file (`.part`) of a download, hashed while it grows. */
export class PartFile {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #digests: Digests;
  readonly #writeBytes: number;
  readonly #opening: Opening;
  #bytes: number;
  #beginning: Uint8Array;
  #hasOwnBeginning = false;
  #file: DiskFile | undefined;
  #identity: string;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** The current write; the next one waits for it, so that chunks stay in order. */
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(disk: Disk, path: string, digests: Digests, bufferBytes: number, before?: ReopenedPart) {
    this.#disk = disk;
    this.#path = path;
    this.#digests = digests;
    this.#writeBytes = bufferBytes;
    this.#opening = before?.opening ?? createOpening();
    this.#bytes = before?.bytes ?? 0;
    this.#beginning = before?.beginning ?? new Uint8Array();
    this.#file = before?.file;
    this.#identity = before?.identity ?? '';
  }

  /** Bytes added so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The content for type detection, as a body of this size. */
  body(size: number): Body {
    return { beginning: this.#beginning, opening: this.#opening, size };
  }

  /** Later bytes do not change the detected type. */
  get isDetectable(): boolean {
    return this.#beginning.length >= detectionBytes && this.#opening.isFound;
  }

  /**
   * Adds bytes and takes ownership: their memory is freed after the write. Returns a promise if the disk is
   * behind and the sender must wait.
   */
  add(chunk: Uint8Array): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#digests.add(chunk);
    if (this.#beginning.length < detectionBytes) this.#beginning = joined(this.#beginning, chunk);
    this.#opening.add(chunk);
    this.#bytes += chunk.length;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    return this.#pendingBytes < this.#writeBytes ? undefined : this.#startWrite();
  }

  /**
   * Creates the file before its first bytes and returns its identity, `''` if unknown. FAT on macOS renumbers
   * a file at its first byte: such a file is never recognised or resumed.
   */
  async create(): Promise<string> {
    this.#file ??= await this.#disk.create(this.#path);
    this.#identity = fileIdentity(await this.#file.stat());
    return this.#identity;
  }

  /** Resolves when all bytes are written. Rejects with the disk's error. */
  async flush(): Promise<void> {
    if (this.#pendingBytes > 0) void this.#startWrite();
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Ends the file; returns its content and digests. */
  async finish(): Promise<{ content: Content; digests: Digests }> {
    const digests = this.#digests;
    if (!this.#file && this.#pendingBytes === this.#bytes) {
      return { content: { kind: 'memory', chunks: this.#takePending() }, digests };
    }
    await this.flush();
    this.#file ??= await this.#disk.create(this.#path);
    return { content: { kind: 'file', file: this.#file }, digests };
  }

  /** Closes the file, so that it can be resumed later. */
  async close(): Promise<void> {
    await this.#writing;
    const open = this.#file;
    this.#file = undefined;
    await open?.close();
  }

  /** Closes and removes the file, but not another file at its path. */
  async discard(): Promise<void> {
    this.#takePending();
    await this.#writing;
    // A file that this object did not create or open is not removed.
    if (!this.#file) return;
    // After the computer slept, a share may have closed the handle: then the stored identity is used.
    const own = await this.#file.stat().then(fileIdentity, () => this.#identity);
    await this.close();
    const isOurs = () => isSameFile(this.#disk, this.#path, own);
    await removeIfThere(this.#disk, this.#path, own === '' ? {} : { isOurs });
  }

  #takePending(): Uint8Array[] {
    const chunks = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    return chunks;
  }

  /** Writes the pending chunks. Returns the write before it: one write runs while the next buffer fills. */
  #startWrite(): Promise<void> {
    const chunks = this.#takePending();
    const last = this.#writing;
    this.#writing = last.then(() => (this.#failure === undefined ? this.#write(chunks) : undefined));
    this.#writing = this.#writing.catch((error: unknown) => {
      this.#failure ??= error;
    });
    return last;
  }

  async #write(chunks: Uint8Array[]): Promise<void> {
    this.#file ??= await this.#disk.create(this.#path);
    await this.#file.write(chunks);
    // `beginning` may alias the first of these chunks, which is about to be freed.
    if (!this.#hasOwnBeginning)
      this.#beginning = Uint8Array.from(this.#beginning.subarray(0, detectionBytes));
    this.#hasOwnBeginning = true;
    freeChunks(chunks);
  }
}

/** The file of an earlier attempt, opened to append, and what its bytes show. */
interface ReopenedPart {
  bytes: number;
  beginning: Uint8Array;
  opening: Opening;
  file: DiskFile;
  identity: string;
}

/**
 * A new part file, created at the first write: when so many bytes have come, never if they are infinite. Its
 * path must be free then.
 */
export function createPartFile(
  disk: Disk,
  path: string,
  announced: StorageHashes,
  bufferBytes = writeBytes,
): PartFile {
  return new PartFile(disk, path, createDigests(announced), bufferBytes);
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
      return new PartFile(disk, path, read.digests, writeBytes, { ...read, file, identity });
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
    freeChunks([buffer]);
    await file.close();
  }
}

/**
 * Frees the memory of hashed and written chunks at once; garbage collection would leave tens of megabytes and
 * fragmentation. A late reader finds an empty chunk, never other bytes. Chunks with shared memory are
 * skipped.
 */
export function freeChunks(chunks: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}
