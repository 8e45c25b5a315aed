import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import reasons from '../../../shared/locales/es-CL/indice.json' with { type: 'json' };
import type { Connection } from '../../../shared/model/connection.ts';
import type { TransferState } from '../../../shared/model/download.ts';
import { isLoopback } from '../../lib/base-url.ts';
import { inertText, markedText, plainText } from './csv-reader.ts';

/** One row of an index: a file, or a document without a file and the reason. */
export interface IndexEntry {
  agency: string;
  /** Host of the service; distinguishes environments of one agency. */
  service: string;
  rut: string;
  dispatch: string;
  documentId: string;
  /** Number within the dispatch; `''` if unknown. */
  number: string;
  type: string;
  folio: string;
  /** Relative, with `/` separators; `''` without a file. */
  path: string;
  /** Bytes; `''` without a file. */
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

/** Columns in order; ASCII only, so that no spreadsheet garbles the titles. */
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

/** Fields that programs read, also earlier versions that remove no tab: stored without a leading tab. */
const readByPrograms: ReadonlySet<keyof IndexEntry> = new Set([
  ...(['agency', 'service', 'rut', 'dispatch', 'documentId'] as const),
  ...(['number', 'size', 'sha256', 'at'] as const),
]);

export const indexTitles = columns.map(([title]) => title);

// Far above any real value; a row of such fields stays below the reader's limit (`NotCsv`).
const maxFieldLength = 8_000;

/** The fields of an entry's row, each truncated: an agency's text must not make the index unreadable. */
export function entryFields(entry: IndexEntry): string[] {
  return columns.map(([, key]) => {
    const text = entry[key].slice(0, maxFieldLength);
    return readByPrograms.has(key) ? markedText(text) : inertText(text);
  });
}

/** A parser for rows below these titles; undefined if the titles are not those of an index. */
export function entryReader(
  titles: readonly string[],
): ((fields: readonly string[]) => IndexEntry) | undefined {
  const indexOf = new Map(titles.map((title, index) => [title.trim().toLowerCase(), index]));
  if (!['documento', 'archivo', 'sha256'].every((title) => indexOf.has(title))) return undefined;
  return (fields) => {
    const entry: Partial<Record<keyof IndexEntry, string>> = {};
    for (const [title, key] of columns) {
      const index = indexOf.get(title);
      entry[key] = plainText((index === undefined ? undefined : fields[index]) ?? '');
    }
    return entry as IndexEntry;
  };
}

/** The key of an entry's document. */
export function documentOf({ service, agency, documentId }: IndexEntry): string {
  return compositeKey(service, agency, documentId);
}

/** Verdicts in an index: one language for all readers, so that indexes merge. */
export const verdictTexts: Readonly<Record<TransferState, string>> = {
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

// Always Spanish, as the rest of the index.
const textByCode: ReadonlyMap<ErrorCode, string> = new Map(Object.entries(reasons));

/** The reason that an index gives for an error code: in words where it has them, with the code. */
export function reasonText(code: ErrorCode): string {
  const text = ruleOf(code).isInIndex && textByCode.get(code);
  return text ? `${text} (${code})` : code;
}

/** The part of a connection that identifies it in an index. */
export type IndexedConnection = Pick<Connection, 'id' | 'agency' | 'baseUrl' | 'movedFrom' | 'isPractice'>;

/** The service of a connection, as an index names it. */
export function serviceOf(connection: Pick<Connection, 'baseUrl'> | undefined): string {
  return connection ? hostOf(connection.baseUrl) : '';
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? '';
}

/**
 * Finds the connection of an entry by agency and service. Another service with the same agency id is another
 * agency: equal document ids have other contents. `movedFrom` is the former address that the user entered.
 * The practice service has another port at each start.
 */
export function connectionFinder(connections: readonly IndexedConnection[]) {
  return ({ agency, service }: IndexEntry): IndexedConnection | undefined => {
    const ofAgency = connections.filter((connection) => connection.agency === agency);
    return (
      ofAgency.find((connection) => serviceOf(connection) === service) ??
      ofAgency.find(({ movedFrom = '' }) => movedFrom !== '' && hostOf(movedFrom) === service) ??
      ofAgency.find(({ isPractice }) => isPractice && isLoopback(service.replace(/:\d+$/, '')))
    );
  };
}
