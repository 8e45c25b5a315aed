/**
 * Gives the memory of pieces back at once that are hashed and written and that nobody reads any more: else they wait to be collected, tens of
 * megabytes of them, and leave holes. Whoever reads such a piece all the same finds it empty, never with other bytes in it. A piece that shares its
 * memory with others is left to be collected.
 */
export function letGo(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}
