import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import type { IndexedFile } from '../downloads/index.ts';

/** The content of a growing package, from the index of its folder. */
export interface PackageLines {
  /** Whether the package has a file of this document, with this content or any. */
  holds(document: DeliveryDocument, sha256?: string): boolean;
  /** The folder of a dispatch: its existing one, else a new one of this name. */
  folderOf(dispatch: DispatchToDeliver, name: string): string;
  /** The number of a document within its dispatch: its existing one, else the next. */
  numberOf(document: DeliveryDocument): number;
  add(line: IndexedFile): void;
  /** Lines added since the start. */
  added(): readonly IndexedFile[];
}

/** Starts with the lines of the folder's index. */
export function createPackageLines(before: readonly IndexedFile[]): PackageLines {
  const lines = [...before];
  const isOf = ({ connectionId, number }: { connectionId: string; number: string }, line: IndexedFile) =>
    line.dispatch === number && line.connectionId === connectionId;
  const linesOf = (document: DeliveryDocument) =>
    lines.filter((line) => line.documentId === document.documentId && isOf(document, line));

  return {
    holds: (document, sha256) =>
      linesOf(document).some(
        ({ path, ...line }) => path !== '' && (sha256 === undefined || line.sha256 === sha256),
      ),
    folderOf: (dispatch, name) => {
      const own = lines.find((line) => line.path.includes('/') && isOf(dispatch, line));
      if (own) return own.path.slice(0, own.path.lastIndexOf('/'));
      const taken = new Set(lines.map(({ path }) => (path.split('/')[0] ?? '').toLowerCase()));
      let free = name;
      for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} (${n})`;
      return free;
    },
    numberOf: (document) => {
      const own = linesOf(document).find(({ number }) => number !== '');
      if (own) return Number(own.number);
      return (
        Math.max(0, ...lines.filter((line) => isOf(document, line)).map(({ number }) => Number(number))) + 1
      );
    },
    add: (line) => lines.push(line),
    added: () => lines.slice(before.length),
  };
}
