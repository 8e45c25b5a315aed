import type { Store, TextToStore, WaitingFile } from '../database/index.ts';
import type { FileText } from './extraction/read-file-texts.ts';

/** Files that one process reads: its start costs as much as some of them. */
const maxFiles = 512;
/** Bytes of these files; a larger one is read alone. */
const maxBytes = 64 * 1024 * 1024;
/** Files whose text is stored together: searches wait meanwhile. */
const maxPendingFiles = 32;
/** Text in memory before it is stored, UTF-16 units: packed files have far more text than bytes. */
const maxPendingLength = 8 * 1024 * 1024;

/** Stores what is read while the reading goes on. */
export class TextBatch {
  readonly #store: Store;
  readonly #onStored: () => Promise<void>;
  #pending: TextToStore[] = [];
  #pendingLength = 0;
  readonly #writes: Promise<void>[] = [];
  /** Transactions that have not ended. */
  unstored = 0;
  /** Files whose text is stored. */
  files = 0;

  /** `onStored` runs after each transaction; `end` waits for it. */
  constructor(store: Store, onStored: () => Promise<void>) {
    this.#store = store;
    this.#onStored = onStored;
  }

  add(file: WaitingFile, text: FileText): void {
    if (isTemporary(text)) {
      this.#write(this.#store.noteTextAway(file.rowId, file.sha256, text.reason));
      return;
    }
    this.files += 1;
    this.#pending.push({ rowId: file.rowId, sha256: file.sha256, ...text });
    for (const { text: written } of text.words) this.#pendingLength += written.length;
    const isFull = this.#pending.length >= maxPendingFiles || this.#pendingLength > maxPendingLength;
    if (isFull) this.#storePending();
  }

  /** Stores the rest; rejects where anything could not be stored. */
  async end(): Promise<void> {
    this.#storePending();
    await Promise.all(this.#writes);
  }

  #storePending(): void {
    if (this.#pending.length > 0) this.#write(this.#store.storeTexts(this.#pending).then(this.#onStored));
    this.#pending = [];
    this.#pendingLength = 0;
  }

  #write(work: Promise<void>): void {
    this.unstored += 1;
    const end = () => {
      this.unstored -= 1;
    };
    // `end` tells the error; until then the rejection would count as unhandled.
    work.then(end, end);
    this.#writes.push(work);
  }
}

/** A file that may be read later: it may come back, or be fetched again with the bytes of the ledger. */
export function isTemporary(text: FileText): text is FileText & { reason: 'away' | 'locked' | 'changed' } {
  return text.reason === 'away' || text.reason === 'locked' || text.reason === 'changed';
}

/** The next files to read in one process, the latest first. */
export async function filesOfBatch(store: Store): Promise<WaitingFile[]> {
  let bytes = 0;
  return (await store.listWaitingTexts(maxFiles)).filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= maxBytes;
  });
}
