import { extname } from 'node:path';

/** Kinds of papers that the system may be asked to open; everything else may carry a program. */
export const openableEndings: ReadonlySet<string> = new Set([
  ...['.pdf', '.xml', '.txt', '.csv', '.json'],
  ...['.jpg', '.jpeg', '.png', '.gif', '.tif', '.tiff', '.bmp', '.webp', '.heic'],
  ...['.docx', '.xlsx', '.pptx', '.odt', '.ods', '.doc', '.xls', '.ppt', '.rtf'],
  ...['.eml', '.msg', '.zip'],
]);

/** Whether a file's ending is that of a paper, so that opening it runs no program (Electron's security checklist, 15). */
export function isOpenable(path: string): boolean {
  return openableEndings.has(extname(path).toLowerCase());
}
