import { dayOf, isNamedDate, writtenDay } from '../../../shared/model/dates.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import type { Json, JsonObject } from '../../../shared/model/json.ts';

/** What a name is made of: the document, and what the app knows beside it. */
export interface NameSource {
  document: DispatchDocument;
  rut: string;
  /** Folder name, nickname or RUT of the client. */
  client: string;
  agency: string;
}

/** A field that may stand in a template, and whether it belongs to the dispatch as a whole or to the one document. */
export interface NameField {
  of: 'dispatch' | 'document';
  read(source: NameSource): string;
  /** Where in the document as the service gave it, for fields that are read from there. */
  path?: string;
}

/** Stands for the document's number within its dispatch until the ledger has given it one: a symbol that may stand in a name. */
export const numberMark = '\u2400';
/** Stands for a date's part that is not known, so that several of them read `sin-fecha` once. */
export const undatedMark = '\u2402';
/** What a name says where it would hold a date that the service does not have. */
export const undated = 'sin-fecha';
/** Where year, month and day come from unless the template names another date. */
export const defaultDate = 'fechaApertura';

// names.md, GET /dispatch/{n}/files: the keys of a dispatch object.
const dispatchKeys = new Set(
  `id estadoAforo estadoDIN referencia tipoTramite nombreAduana consignante doctoTransporte fechaAceptacion fechaArriboEfectivo
   fechaCorreccionBL fechaVencimiento fechaEta fechaApertura fechaRetiro fechaPagoDerechos nombreNave paisPrimerPuertoEmbarque
   puertoDesembarque numeroIdentificacion paisOrigen valorCif valorEx valorFlete valorFob valorSeguro totalItem viaTransporte`.split(
    /\s+/,
  ),
);

const known: Readonly<Record<string, NameField>> = {
  client: { of: 'dispatch', read: ({ client }) => withoutMarks(client) },
  rut: { of: 'dispatch', read: ({ rut }) => rut },
  agency: { of: 'dispatch', read: ({ agency }) => withoutMarks(agency) },
  dispatch: { of: 'dispatch', read: ({ document }) => withoutMarks(document.dispatchNumber) },
  reference: { of: 'dispatch', read: ({ document }) => withoutMarks(document.reference) },
  nn: { of: 'document', read: () => numberMark },
  type: { of: 'document', read: ({ document }) => withoutMarks(document.type) },
  number: { of: 'document', read: ({ document }) => withoutMarks(document.folio) },
  id: { of: 'document', read: ({ document }) => withoutMarks(document.id) },
  issuer: { of: 'document', read: ({ document }) => withoutMarks(document.issuerName) },
};

const dateParts: Readonly<Record<string, (day: string) => string>> = {
  year: (day) => day.slice(0, 4),
  month: (day) => day.slice(5, 7),
  day: (day) => day.slice(8, 10),
};

/**
 * The field that a template names: one of the app's own (`client`, `nn`, …), a part of a date (`month:fechaEta`), a key of the
 * dispatch object, or a path into the document as the service gave it (`infoDoc.issuer.name`); undefined for any other word.
 */
export function fieldNamed(text: string): NameField | undefined {
  const [name = '', source, ...rest] = text.split(':').map((part) => part.trim());
  if (rest.length > 0) return undefined;
  const part = dateParts[name.toLowerCase()];
  if (part) {
    const date = pathNamed(source ?? defaultDate);
    if (!date) return undefined;
    return { of: date.of, path: date.path, read: (document) => partOf(date.read(document), part) };
  }
  if (source !== undefined) return undefined;
  const own = known[name.toLowerCase()];
  if (own) return own;
  const path = pathNamed(name);
  return path && { of: path.of, path: path.path, read: (document) => asText(path.path, path.read(document)) };
}

function partOf(value: Json | undefined, part: (day: string) => string): string {
  const day = typeof value === 'string' ? writtenDay(value) : undefined;
  return day === undefined ? undatedMark : part(day);
}

interface ValuePath {
  of: NameField['of'];
  path: string;
  read(source: NameSource): Json | undefined;
}

function pathNamed(name: string): ValuePath | undefined {
  // A link is never part of a name.
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*(\.[\p{L}\p{N}_$-]+)*$/u.test(name) || name === 'url') return undefined;
  if (dispatchKeys.has(name) && name !== 'id') return pathNamed(`dispatch.${name}`);
  const keys = name.split('.');
  if (keys.length === 1 && !['name', 'numeroDespacho', 'isActive'].includes(name)) return undefined;
  const of = keys[0] === 'dispatch' || name === 'numeroDespacho' ? 'dispatch' : 'document';
  return { of, path: name, read: ({ document }) => keys.reduce<Json | undefined>(inside, document.item) };
}

function inside(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

function asText(path: string, value: Json | undefined): string {
  if (typeof value === 'string') {
    const day = isNamedDate(path) ? writtenDay(value) : dayOf(value);
    return day ?? withoutMarks(value);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function withoutMarks(value: string): string {
  return value.replaceAll(numberMark, '').replaceAll(undatedMark, '');
}
