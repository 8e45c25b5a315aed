import { once } from 'node:events';
import { createDeflate } from 'node:zlib';

/** Packs what comes in many small parts (zlib). */
export interface Packer {
  /** Takes a copy of the bytes. */
  put(bytes: Uint8Array): void;
  /** Resolves when what was put is mostly packed: until then it is held. */
  room(): Promise<void>;
  /** All of it, packed. */
  end(): Promise<Uint8Array>;
}

const blockSize = 65_536;

/** A packer that holds what is packed, and little of what is not as long as its room is waited for. */
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
        // It is packed on another thread, which reads the block later.
        block = Buffer.allocUnsafe(blockSize);
        buffered = 0;
      }
    },
    room: async () => {
      if (deflate.writableNeedDrain) await once(deflate, 'drain');
    },
    end: async () => {
      deflate.end(block.subarray(0, buffered));
      await once(deflate, 'end');
      return Buffer.concat(packed);
    },
  };
}
