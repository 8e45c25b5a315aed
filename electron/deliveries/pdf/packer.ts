import { once } from 'node:events';
import { createDeflate } from 'node:zlib';

/** Compresses many small chunks (zlib). */
export interface Packer {
  /** Copies the bytes. */
  put(bytes: Uint8Array): void;
  /** Resolves when most input is compressed; until then it stays in memory. */
  drain(): Promise<void>;
  /** The compressed bytes. */
  end(): Promise<Uint8Array>;
}

const blockSize = 65_536;

/** Keeps the compressed bytes in memory, and little input if the caller awaits `drain`. */
export function createPacker(): Packer {
  const deflate = createDeflate();
  const packed: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => packed.push(chunk));
  let block = Buffer.allocUnsafe(blockSize);
  let buffered = 0;

  return {
    put: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + blockSize - buffered);
        block.set(part, buffered);
        buffered += part.length;
        at += part.length;
        if (buffered < blockSize) continue;
        deflate.write(block);
        // Another thread compresses the block and reads it later.
        block = Buffer.allocUnsafe(blockSize);
        buffered = 0;
      }
    },
    drain: async () => {
      if (deflate.writableNeedDrain) await once(deflate, 'drain');
    },
    end: async () => {
      deflate.end(block.subarray(0, buffered));
      await once(deflate, 'end');
      return Buffer.concat(packed);
    },
  };
}
