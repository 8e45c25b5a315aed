import type { ServerResponse } from 'node:http';
import type { PracticeFile } from '../files/practice-file.ts';
import type { Part } from './range.ts';

/** How a transfer fails or is slowed. Offsets count from the beginning of the part that is sent. */
export interface Way {
  /** Number of bytes until the connection breaks. */
  cutAfter?: number | undefined;
  /** Number of bytes until it stops, the connection left open. */
  stallAfter?: number | undefined;
  /** Offset of the byte that is corrupted. */
  corruptAt?: number | undefined;
  bytesPerSecond?: number | undefined;
}

/**
 * Sends a part of a file; resolves to true when all of it has been sent, to false when it broke, stalled or
 * was aborted.
 */
export async function transfer(
  response: ServerResponse,
  file: PracticeFile,
  part: Part,
  way: Way,
  pause: (ms: number) => Promise<void>,
): Promise<boolean> {
  // In one write where no fault is active: the storage must not be what a benchmark measures.
  const isPlain = Object.values(way).every((value) => value === undefined);
  if (isPlain && part.end - part.start <= sentAtOnce) {
    return ended(response, Buffer.concat([...file.chunks(part.start, part.end)]));
  }
  response.flushHeaders();
  const length = Math.min(
    part.end - part.start,
    way.cutAfter ?? Number.POSITIVE_INFINITY,
    way.stallAfter ?? Number.POSITIVE_INFINITY,
  );
  const sent = { start: part.start, end: part.start + length };
  for (const chunk of chunksOf(file, sent, way)) {
    await (isPlain ? write(response, chunk) : seen(response, chunk));
    if (response.destroyed) return false;
    if (way.bytesPerSecond !== undefined) await pause((chunk.length / way.bytesPerSecond) * 1000);
  }
  if (way.stallAfter === length) return false;
  if (way.cutAfter === length) {
    response.destroy();
    return false;
  }
  return ended(response, Buffer.alloc(0));
}

const sentAtOnce = 2 ** 20;

/** Resolves when the buffer has space again. */
async function write(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  if (response.write(chunk) || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.once('drain', finish).once('close', finish);
  });
}

/** Resolves when the chunk has left this process, so that the client gets it before the connection breaks. */
async function seen(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.write(chunk, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

async function ended(response: ServerResponse, last: Buffer): Promise<boolean> {
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.end(last, resolve);
  });
  return response.writableFinished;
}

/** At most a tenth of a second's worth, so that a slow transfer is even. */
function* chunksOf(file: PracticeFile, { start, end }: Part, way: Way): Iterable<Uint8Array> {
  const step =
    way.bytesPerSecond === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(1, Math.floor(way.bytesPerSecond / 10));
  let index = 0;
  for (const chunk of file.chunks(start, end)) {
    for (let at = 0; at < chunk.length; at += step) {
      const slice = chunk.subarray(at, Math.min(at + step, chunk.length));
      yield corrupted(slice, way.corruptAt === undefined ? -1 : way.corruptAt - index);
      index += slice.length;
    }
  }
}

function corrupted(chunk: Uint8Array, index: number): Uint8Array {
  const byte = chunk[index];
  if (byte === undefined) return chunk;
  const copy = Uint8Array.from(chunk);
  copy[index] = byte ^ 0xff;
  return copy;
}
