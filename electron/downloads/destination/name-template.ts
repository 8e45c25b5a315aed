import { CarpetaError } from '../../../shared/errors.ts';
import { fieldNamed, type NameField } from './name-fields.ts';

/** One part of a name: fixed text, or a field of the document. */
export type NamePart = { kind: 'text'; text: string } | { kind: 'field'; field: NameField };

/** A template taken apart: folders from the outside in, and the file's own name without its extension. */
export interface NameTemplate {
  folders: readonly (readonly NamePart[])[];
  file: readonly NamePart[];
  /**
   * How many folders, from the outside in, are made of fields of the dispatch alone: these a dispatch keeps, whatever its later papers
   * say.
   */
  keptFolders: number;
  /** The text of the kept folders, by which the ledger remembers them. */
  keptText: string;
  /** Where in a document its fields are read from. */
  paths: readonly string[];
}

/**
 * Takes a name template apart: folders parted by `/`, fields in braces (`{dispatch}_{reference}`), a date's part with the date it
 * comes from (`{year:fechaAceptacion}`). Throws `NAME_TEMPLATE_INVALID` with what was wrong in `values.part`, `NAME_TEMPLATE_EMPTY`.
 */
export function parseTemplate(text: string): NameTemplate {
  const segments = text
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  const parsed = segments.map(parseSegment);
  const file = parsed.at(-1);
  if (!file) throw new CarpetaError('NAME_TEMPLATE_EMPTY', `a name template without a name: ${text}`);
  const folders = parsed.slice(0, -1);
  const firstOwn = folders.findIndex((parts) => parts.some(isOfDocument));
  const keptFolders = firstOwn === -1 ? folders.length : firstOwn;
  const paths = parsed.flat().flatMap((part) => (part.kind === 'field' && part.field.path) || []);
  return { folders, file, keptFolders, keptText: segments.slice(0, keptFolders).join('/'), paths };
}

function isOfDocument(part: NamePart): boolean {
  return part.kind === 'field' && part.field.of === 'document';
}

function parseSegment(segment: string): NamePart[] {
  if (/^\.+$/.test(segment)) throw invalid(segment);
  const parts: NamePart[] = [];
  for (const [whole, name] of segment.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (name !== undefined) parts.push({ kind: 'field', field: fieldNamed(name) ?? fail(whole) });
    else if (/[{}]/.test(whole)) throw invalid(segment);
    else parts.push({ kind: 'text', text: whole });
  }
  return parts;
}

function fail(part: string): never {
  throw invalid(part);
}

function invalid(part: string): CarpetaError {
  return new CarpetaError('NAME_TEMPLATE_INVALID', `not a name template: ${part}`, { values: { part } });
}
