import { compareTexts } from '../../../shared/compare-texts.ts';
import { type DispatchObjectKey, dispatchObjectKeys } from '../../../shared/model/dispatch-fields.ts';
import type { Carrier, Foreigner, Parties, Party, PracticeClient, Provider } from './parties.ts';
import type { Way } from './sample-companies.ts';

type DateKey = Extract<DispatchObjectKey, `fecha${string}`>;
type AmountKey = Extract<DispatchObjectKey, `valor${string}` | 'totalItem'>;

/** The dispatch object of documents and disbursements: every key is always present (names.md). */
export type DispatchObject = { id: string } & Record<DateKey, string | null> &
  Record<AmountKey, number | null> &
  Record<Exclude<DispatchObjectKey, DateKey | AmountKey>, string>;

const emptyValues = ['id', ...dispatchObjectKeys].map((key) => [
  key,
  /^(?:fecha|valor|totalItem)/.test(key) ? null : '',
]);
/** The dispatch object of a document without a dispatch: `''` for text, `null` for dates and amounts. */
export const noDispatch: DispatchObject = Object.fromEntries(emptyValues);

/** The body of `GET /dispatch/{n}/status`: every key is always present, `null` without data (names.md). */
export interface StatusObject {
  id: string;
  numeroDespacho: string;
  recordType: RecordType;
  EstadoDIN: string | null;
  EstadoDUS: string | null;
  isCompleted: boolean;
  dueStatus: string | null;
  priority: string | null;
  allowEdit: boolean | null;
  createdDate: string;
  lastModifiedDate: string;
  fechaEta: string | null;
  fechaLegalizacion: string | null;
}

/** Import declaration, export declaration, amendment request. */
export type RecordType = 'din' | 'dus' | 'smda';

/** Whole pesos, as printed on a document. */
export interface Amounts {
  net: number;
  tax: number;
  total: number;
}

/** One payment that the agency made for a dispatch, before the API turns it into a disbursement. */
export interface Charge {
  id: string;
  provider: Provider;
  /** As it is printed on the provider's document. */
  folio: string;
  /** Total may differ from net plus tax, as in real data. */
  amounts?: Amounts | undefined;
  /** Milliseconds since 1970; absent when it was booked without a date. */
  paidAt?: number | undefined;
  state: string;
  /**
   * Whether the API returns all its fields; of other charges, the id determines which fields are left out.
   */
  hasEveryAmount?: boolean;
}

/** One import or export operation, with all its documents and charges. */
export interface PracticeDispatch {
  number: string;
  client: PracticeClient;
  recordType: RecordType;
  tipoTramite: string;
  way: Way;
  /** Milliseconds since 1970. */
  openedAt: number;
  /** The seller of an import, or the buyer of an export. */
  foreigner: Foreigner;
  carrier: Carrier;
  /** When customs accepted the declaration, milliseconds since 1970; absent before. */
  acceptedAt?: number | undefined;
  /** Duties and tax paid for an import; without amounts where its values are unknown. */
  duties?: { folio: string; paidAt: number; amounts?: Amounts | undefined } | undefined;
  wire: DispatchObject;
  status: StatusObject;
  charges: Charge[];
  /** In the order of filing. */
  documents: PracticeDocument[];
}

/**
 * The machine reading of a document; open, nothing guaranteed (names.md). Empty strings are dropped on the
 * wire.
 */
export interface InfoDoc {
  document?: { number: string; type: string; issueDate: string; dueDate: string };
  issuer?: Party;
  customer?: Party;
}

/** The kind of a document's file. A scan is an image of the document. */
export type FileKind = 'pdf' | 'encrypted' | 'damaged' | 'png' | 'jpg' | 'xml';

/** The password that opens an encrypted practice document. */
export const filePassword = 'practica';

/** One document in the agency's records. */
export interface PracticeDocument {
  id: string;
  client: PracticeClient;
  /** Absent when the document belongs to no dispatch. */
  dispatch?: PracticeDispatch | undefined;
  /** The document type; `''` when it is unclassified. */
  type: string;
  /** When the agency filed it, milliseconds since 1970; the range of `GET /files` applies to it. */
  filedAt: number;
  isActive: boolean;
  /** Absent when there is no file behind the record. */
  file?: { kind: FileKind; pages: number } | undefined;
  infoDoc: InfoDoc;
  /** As printed on the document. */
  amounts?: Amounts | undefined;
  /**
   * What the agency paid for its client, whole pesos: on a nota de cobro, whose amounts are this plus the
   * agency's own invoice.
   */
  disbursed?: number | undefined;
  /** The total of a supplier's invoice, in cents of a dollar. */
  invoiced?: number | undefined;
}

/** The order of every list: by filing time, then by id. Negative when `left` comes first. */
export function compareByFiling(left: PracticeDocument, right: PracticeDocument): number {
  return left.filedAt - right.filedAt || compareTexts(left.id, right.id);
}

/** The inputs of every step of generation. */
export interface Setting {
  parties: Parties;
  /** Number of dispatches so far by client, kind and way: their documents are similar. */
  alike: Map<string, number>;
  /** By the client's RUT: a charge to bill a second time, in a later dispatch. */
  toRepeat: Map<string, Charge>;
  /** Milliseconds since 1970; nothing happens later. */
  today: number;
}
