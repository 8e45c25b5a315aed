import type { ServerResponse } from 'node:http';
import type { Chunks } from '../files/practice-file.ts';

/** Maximum number of bytes that are sent in one write: the storage must not be what a benchmark measures. */
const sentAtOnce = 2 ** 20;

/** Sends the `length` bytes of a file's part; resolves to whether all of them have been sent. */
export async function transfer(
  response: ServerResponse,
  chunks: Iterable<Uint8Array>,
  length: number,
): Promise<boolean> {
  if (length <= sentAtOnce) return ended(response, Buffer.concat([...chunks]));
  response.flushHeaders();
  for (const chunk of chunks) {
    // Resolves when the buffer has space again.
    if (!response.write(chunk) && !response.destroyed) await nextOf(response, 'drain');
    if (response.destroyed) return false;
  }
  return ended(response, Buffer.alloc(0));
}

/**
 * Sends bytes that faults have altered. Each chunk has left this process before the next one, so that the
 * client gets it before the connection breaks.
 */
export async function transferAltered(response: ServerResponse, chunks: Chunks): Promise<boolean> {
  response.flushHeaders();
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(chunk, () => {
        response.off('close', resolve);
        resolve();
      });
    });
    if (response.destroyed) return false;
  }
  return !response.destroyed && ended(response, Buffer.alloc(0));
}

async function nextOf(response: ServerResponse, event: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      response.off(event, finish).off('close', finish);
      resolve();
    };
    response.once(event, finish).once('close', finish);
  });
}

async function ended(response: ServerResponse, last: Buffer): Promise<boolean> {
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.end(last, resolve);
  });
  return response.writableFinished;
}
