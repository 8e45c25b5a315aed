import type { Store, WaitingFile } from '../database/index.ts';

/** Files in one process: their texts are in memory together. */
const filesAtOnce = 16;
/** Bytes of files in one process; a larger file is read alone. */
const bytesAtOnce = 32 * 1024 * 1024;

/** The waiting files that one process reads together, the latest first. */
export async function listNextFiles(store: Pick<Store, 'listWaitingTexts'>): Promise<WaitingFile[]> {
  const files = await store.listWaitingTexts(filesAtOnce);
  let bytes = 0;
  return files.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= bytesAtOnce;
  });
}
