import { compositeKey } from '../../../shared/composite-key.ts';
import type { TransferState } from '../../../shared/model/download.ts';
import { inertText, markedText, plainText } from './csv.ts';

/** One line of an index: a file, or a document that has none and why. */
export interface IndexEntry {
  agency: string;
  /** Host of the service, which tells environments of one agency apart. */
  service: string;
  rut: string;
  dispatch: string;
  documentId: string;
  /** Its number within the dispatch; `''` when not known. */
  number: string;
  type: string;
  folio: string;
  /** Relative, `/` between names; `''` when there is no file. */
  path: string;
  /** Bytes; `''` when there is no file. */
  size: string;
  sha256: string;
  verdict: string;
  reason: string;
  requestId: string;
  /** UTC ISO 8601. */
  at: string;
  user: string;
  computer: string;
}

/** Columns in their order; plain ASCII, so that no spreadsheet garbles them. */
const columns: readonly (readonly [title: string, key: keyof IndexEntry])[] = [
  ['agencia', 'agency'],
  ['servicio', 'service'],
  ['rut', 'rut'],
  ['despacho', 'dispatch'],
  ['documento', 'documentId'],
  ['n', 'number'],
  ['tipo', 'type'],
  ['numero', 'folio'],
  ['archivo', 'path'],
  ['bytes', 'size'],
  ['sha256', 'sha256'],
  ['veredicto', 'verdict'],
  ['motivo', 'reason'],
  ['solicitud', 'requestId'],
  ['fecha', 'at'],
  ['usuario', 'user'],
  ['equipo', 'computer'],
];

/** What programs read of an index, also those of before, which take no tab away: it stands as it is. */
const readByPrograms: ReadonlySet<keyof IndexEntry> = new Set([
  ...(['agency', 'service', 'rut', 'dispatch', 'documentId'] as const),
  ...(['number', 'size', 'sha256', 'at'] as const),
]);

/** The titles of an index. */
export const indexTitles = columns.map(([title]) => title);

// Far beyond any name or number; all fields of a line together stay below what a reader of an index takes for
// one without end.
const maxFieldLength = 8_000;

/**
 * An entry as the fields of its line, each cut where no name is so long: an agency's text must not make an
 * index that nobody can read.
 */
export function entryFields(entry: IndexEntry): string[] {
  return columns.map(([, key]) => {
    const text = entry[key].slice(0, maxFieldLength);
    return readByPrograms.has(key) ? markedText(text) : inertText(text);
  });
}

/** How to read entries below these titles; undefined when they are not those of an index. */
export function entryReader(
  titles: readonly string[],
): ((fields: readonly string[]) => IndexEntry) | undefined {
  const places = new Map(titles.map((title, index) => [title.trim().toLowerCase(), index]));
  if (!['documento', 'archivo', 'sha256'].every((title) => places.has(title))) return undefined;
  return (fields) => {
    const entry: Partial<Record<keyof IndexEntry, string>> = {};
    for (const [title, key] of columns) {
      const place = places.get(title);
      entry[key] = plainText((place === undefined ? undefined : fields[place]) ?? '');
    }
    return entry as IndexEntry;
  };
}

/** The document that an entry is about. */
export function documentOf({ service, agency, documentId }: IndexEntry): string {
  return compositeKey(service, agency, documentId);
}

/**
 * Words for verdicts in an index: always the same, whatever language its readers use, so that indexes merge.
 */
export const verdictWords: Readonly<Record<TransferState, string>> = {
  waiting: 'en espera',
  transferring: 'en curso',
  paused: 'en pausa',
  done: 'descargado',
  here: 'descargado',
  failed: 'con error',
  'no-file': 'sin archivo',
  unsigned: 'sin firma',
  cancelled: 'cancelado',
};
