import { join } from 'node:path';
import type { NotFoundNumber, Undelivered } from '../../shared/model/delivery.ts';
import { formatRut, parseRut } from '../../shared/model/rut.ts';
import { csvLine, spreadsheetText } from '../../shared/spreadsheet-text.ts';
import type { Translator } from '../i18n/index.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import { notesText } from './own-notes.ts';
import { undeliveredText } from './undelivered-text.ts';

/** The list of dispatches that were requested and not found, written again each time. */
export const notFoundName = 'no-encontrados.csv';

/** What a package has not. */
export interface PackageLists {
  notFound: readonly NotFoundNumber[];
  undelivered: Undelivered | undefined;
  /** Number of documents that their clients' rules left out. */
  leftOut: number;
  /** The person's own notes on its dispatches, where they go along. */
  notes: readonly string[];
}

/**
 * Writes the list of what was not found, and the description of the package; returns the path of the latter.
 */
export async function writePackageLists(
  folder: string,
  { notFound, undelivered, leftOut, notes }: PackageLists,
  translator: Translator,
  tempPath: string,
): Promise<string> {
  const { t } = translator;
  const headings = [
    t('documents:package.columns.dispatch'),
    t('documents:package.columns.rut'),
    t('documents:package.columns.reason'),
  ];
  const rows = notFound.map((one) => {
    const parsed = parseRut(one.rut);
    return [one.number, parsed.form === 'wrong' ? '' : formatRut(parsed.rut), reasonOf(one, translator)];
  });
  const options = { tempPath, mode: 0o644 };
  const lines = [headings, ...rows].map(listLine).join('');
  await atomicWrite(join(folder, notFoundName), [`\ufeff${lines}`], options);
  const readMe = join(folder, `${t('documents:names.readMe')}.txt`);
  const text = [
    t('documents:package.readMe'),
    leftOut > 0 && `${t('documents:package.leftOut', { count: leftOut })}\r\n`,
    undelivered && undeliveredText(undelivered, translator, '\r\n'),
    notes.length > 0 && `${notesText(notes, translator, '\r\n')}\r\n`,
  ];
  await atomicWrite(readMe, [`\ufeff${text.filter(Boolean).join('\r\n')}`], options);
  return readMe;
}

/** A CSV line for Excel in Chile, every field quoted and otherwise unchanged. */
export function listLine(fields: readonly string[]): string {
  return csvLine(
    fields.map((field) => spreadsheetText(field, ';')),
    ';',
    'all',
  );
}

/** Why a number is not in a package, in view of the clients that were tried. */
function reasonOf({ asked: search }: NotFoundNumber, { t }: Translator): string {
  if (!search) return t('documents:package.notAsked');
  const { clients: count, unasked } = search;
  return t(unasked > 0 ? 'documents:package.notAmongSome' : 'documents:package.notAmong', { count, unasked });
}
