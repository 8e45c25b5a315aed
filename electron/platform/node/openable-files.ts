import { extname } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { parseHttpsAddress } from '../../../shared/model/https-address.ts';

/** File types of documents that the system may open; any other may carry a program. */
export const openableEndings: ReadonlySet<string> = new Set([
  ...['.pdf', '.xml', '.txt', '.csv', '.json'],
  ...['.jpg', '.jpeg', '.png', '.gif', '.tif', '.tiff', '.bmp', '.webp', '.heic'],
  ...['.docx', '.xlsx', '.pptx', '.odt', '.ods', '.doc', '.xls', '.ppt', '.rtf'],
  ...['.eml', '.msg', '.zip'],
]);

/**
 * Whether a file's extension is that of a document, so that opening it runs no program (Electron's security
 * checklist, 15).
 */
export function isOpenable(path: string): boolean {
  return openableEndings.has(extname(path).toLowerCase());
}

/** The URL of a page that a browser may open: https and no login. Throws `INPUT_INVALID` for any other. */
export function checkPage(address: string): string {
  const page = parseHttpsAddress(address);
  if (!page) throw new AppError('INPUT_INVALID', 'not a page that is opened');
  return page.href;
}
