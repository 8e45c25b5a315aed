import { anyTextOfBytes } from '../../../shared/decode-text.ts';
import { maxRegisterLength } from '../../../shared/model/review.ts';

/** The beginnings of workbooks: a ZIP archive, and the compound file of an old or encrypted one. */
const workbookMarks = [Uint8Array.of(0x50, 0x4b, 3, 4), Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)];

/** A register's file: its text, or the bytes of what may be a workbook, which main reads. */
export type RegisterFile = { kind: 'text'; text: string } | { kind: 'workbook'; base64: string };

/**
 * Reads a register's file. A text is in UTF-8 or UTF-16, else in the Latin-1 of Chilean spreadsheets.
 * Undefined for a file that is neither text nor workbook, that is too long, or that cannot be read, such as a
 * folder.
 */
export async function readRegisterFile(file: Blob): Promise<RegisterFile | undefined> {
  if (file.size > maxRegisterLength) return undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isWorkbook = workbookMarks.some((mark) => mark.every((byte, index) => bytes[index] === byte));
    if (isWorkbook) return { kind: 'workbook', base64: bytes.toBase64() };
    const text = anyTextOfBytes(bytes);
    return text.includes('\0') ? undefined : { kind: 'text', text };
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
