import { burn } from '@kenjiuno/msgreader/lib/Burner.js';

/** A file of Office in a compound file with these streams, each long enough for sectors of its own. */
export function officeFile(streams: Readonly<Record<string, Buffer | string>>): Buffer {
  const contents = Object.entries(streams).map(([name, begins]) => {
    const content = Buffer.alloc(5_000, 1);
    Buffer.from(begins).copy(content);
    return { name, type: 2, length: content.length, binaryProvider: () => Uint8Array.from(content) };
  });
  const children = contents.map((_, index) => index + 1);
  return Buffer.from(burn([{ name: 'Root Entry', type: 5, length: 0, children }, ...contents]));
}

/** The first record of a workbook, and what follows it. */
export const workbookRecords = (...more: string[]) =>
  Buffer.from(['0908100000060500bb0dcc070000000006000000', ...more].join(''), 'hex');
/** The head of a text of Word with these flags. */
export const wordHead = (flags: string) => Buffer.from(`eca501014d2009040000${flags}bf00`, 'hex');
