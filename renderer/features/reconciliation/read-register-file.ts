import { maxRegisterLength } from '../../../shared/model/review.ts';

/**
 * The text of a register's file: in UTF-8 or UTF-16, else in the Latin-1 of Chilean spreadsheets. Undefined
 * for a file that is no text, such as a workbook, that is too long, or that cannot be read, such as a folder.
 */
export async function readRegisterFile(file: Blob): Promise<string | undefined> {
  if (file.size > maxRegisterLength) return undefined;
  try {
    const text = decode(new Uint8Array(await file.arrayBuffer()));
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}
