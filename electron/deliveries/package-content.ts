import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import type { IndexedFile } from '../downloads/index.ts';

/** The content of a growing package, from the index of its folder. */
export class PackageContent {
  readonly #before: number;
  readonly #lines: IndexedFile[];

  /** Starts with the lines of the folder's index. */
  constructor(indexed: readonly IndexedFile[]) {
    this.#before = indexed.length;
    this.#lines = [...indexed];
  }

  /** Whether the package has a file of this document, with this content or any. */
  has(document: DeliveryDocument, sha256?: string): boolean {
    return this.#linesOf(document).some(
      ({ path, ...line }) => path !== '' && (sha256 === undefined || line.sha256 === sha256),
    );
  }

  /** The folder of a dispatch: its existing one, else a new one of this name. */
  folderOf(dispatch: DispatchToDeliver, name: string): string {
    const own = this.#lines.find((line) => line.path.includes('/') && isOf(dispatch, line));
    if (own) return own.path.slice(0, own.path.lastIndexOf('/'));
    const taken = new Set(this.#lines.map(({ path }) => (path.split('/')[0] ?? '').toLowerCase()));
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} (${n})`;
    return free;
  }

  /** The number of a document within its dispatch: its existing one, else the next. */
  numberOf(document: DeliveryDocument): number {
    const own = this.#linesOf(document).find(({ number }) => number !== '');
    if (own) return Number(own.number);
    const numbers = this.#lines.filter((line) => isOf(document, line)).map(({ number }) => Number(number));
    return Math.max(0, ...numbers) + 1;
  }

  add(line: IndexedFile): void {
    this.#lines.push(line);
  }

  /** Lines added since the start. */
  added(): readonly IndexedFile[] {
    return this.#lines.slice(this.#before);
  }

  #linesOf(document: DeliveryDocument): IndexedFile[] {
    return this.#lines.filter((line) => line.documentId === document.documentId && isOf(document, line));
  }
}

function isOf(
  { connectionId, number }: { connectionId: string; number: string },
  line: IndexedFile,
): boolean {
  return line.dispatch === number && line.connectionId === connectionId;
}
