import type { RecordType } from './records.ts';
import type { Way } from './sample-companies.ts';

/** A document type of the agency's catalogue; `null` for a field that the agency left empty. */
export interface PracticeType {
  id: string;
  name: string | null;
  tipoOperacion: string | null;
  responsableDoc: string | null;
  /** An inactive type is not in the catalogue, but its documents can still be requested (names.md). */
  isActive: boolean;
}

/**
 * Document types in the order of the catalogue: name; who is responsible in which operations; issuer; lowest
 * and highest number, where nothing else gives the number of a document.
 */
const rows = {
  billOfLading: ['CONOCIMIENTO DE EMBARQUE (B/L)', ['IMP NAVIERA', 'EXP NAVIERA'], 'carrier'],
  airWaybill: ['GUÍA AÉREA (AWB)', ['IMP LINEA AEREA'], 'carrier'],
  roadWaybill: ['CARTA DE PORTE (CRT)', ['IMP TRANSPORTISTA'], 'carrier'],
  invoice: ['FACTURA COMERCIAL', ['IMP CLIENTE'], 'supplier'],
  packingList: ['LISTA DE EMPAQUE / PACKING LIST', ['IMP CLIENTE'], 'supplier'],
  origin: ['CERTIFICADO DE ORIGEN', ['IMP CLIENTE', 'EXP AGENCIA'], 'chamber', 10_000, 999_999],
  insurance: ['CERTIFICADO DE SEGURO', ['IMP CLIENTE'], 'insurer', 100_000, 999_999],
  plantHealth: ['CERTIFICADO FITOSANITARIO (SAG)', ['EXP CLIENTE'], 'agriculture', 1_000_000, 2_999_999],
  importDeclaration: ['DECLARACION DE INGRESO (DIN)', ['IMP AGENCIA'], 'customs'],
  dutiesPaid: ['COMPROBANTE DE PAGO (TGR F-09 / F-15)', ['IMP AGENCIA'], 'treasury', 20_000_000, 89_999_999],
  storageReceipt: ['PAPELETA DE RECEPCIÓN', ['IMP ALMACENISTA'], 'provider'],
  dispatchGuide: ['GUÍA DE DESPACHO', ['EXP CLIENTE'], 'client', 100],
  thirdPartyInvoice: ['FACTURA TERCEROS', ['IMP AGENCIA', 'EXP AGENCIA'], 'provider'],
  agencyInvoice: ['FACTURA AGENCIA', ['IMP AGENCIA', 'EXP AGENCIA'], 'agency', 10_000],
  bill: ['NOTA DE COBRO', ['IMP AGENCIA', 'EXP AGENCIA'], 'agency', 10_000],
  exportDeclaration: ['DECLARACION UNICA DE SALIDA (DUS)', ['EXP AGENCIA'], 'customs'],
  loadingInstructions: ['INSTRUCCIONES DE EMBARQUE', ['EXP CLIENTE'], 'client', 100],
  exportInvoice: ['FACTURA DE EXPORTACION', ['EXP CLIENTE'], 'client', 100],
  booking: ['RESERVA DE ESPACIO (BOOKING)', ['EXP NAVIERA'], 'carrier', 100_000, 999_999],
  mandate: ['MANDATO / PODER NOTARIAL', ['any CLIENTE'], 'client', 100],
  other: ['OTROS ANTECEDENTES', ['any'], 'client', 100],
  unnamed: [null, ['IMP'], 'client', 100],
  importReport: ['INFORME DE IMPORTACION', ['IMP CLIENTE'], 'client', 100],
  provision: ['CARTA PROVISION DE FONDOS', ['IMP AGENCIA'], 'agency', 10_000],
} as const;

type Rows = typeof rows;
type Name = Rows[keyof Rows][0];
/** Who issues documents; the supplier of an export is the client itself. */
type Issuer = Rows[keyof Rows][2];

export type TypeName = Exclude<Name, null>;

/** Document types by their names in the rules of generation. */
export const typeNames = Object.fromEntries(Object.entries(rows).map(([key, [name]]) => [key, name])) as {
  readonly [Key in Exclude<keyof Rows, 'unnamed'>]: Rows[Key][0];
};

const types: readonly (readonly [Name, readonly string[], Issuer, number?, number?])[] = Object.values(rows);

/** Who issues documents of a type, and the bounds of their numbers. */
export const issuers: ReadonlyMap<string | null, { issuer: Issuer; min: number; max: number }> = new Map(
  types.map(([name, , issuer, min = 1000, max = 99_999]) => [name, { issuer, min, max }]),
);

/** Types removed from the catalogue: a few dispatches still have them. */
export const retired = [
  { type: typeNames.importReport, arrives: [0, 3], probability: 0.04 },
  { type: typeNames.provision, arrives: [0, 2], probability: 0.05 },
] as const;

/** The catalogue of a practice agency, in no particular order; an id depends only on the index. */
export function practiceTypes(): PracticeType[] {
  const entries = types.flatMap(([name, operations]) => operations.map((text) => ({ name, text })));
  return entries.map(({ name, text }, index) => ({
    id: `TD${String(index + 1).padStart(4, '0')}`,
    name,
    tipoOperacion: text.startsWith('any') ? null : text.slice(0, 3),
    responsableDoc: text.slice(4) || null,
    isActive: !retired.some(({ type }) => type === name),
  }));
}

/**
 * One expected document type of a kind of dispatch: how often a dispatch has it (`usual` is 18 of 20, `rare`
 * about one in four), and the minimum and maximum number of days after opening at which it arrives.
 */
export interface Expectation {
  type: TypeName;
  frequency: 'always' | 'usual' | 'rare';
  arrives: readonly [number, number];
}

const transport: Record<Way, TypeName> = {
  'MARITIMA, FLUVIAL Y LACUSTRE': typeNames.billOfLading,
  AEREO: typeNames.airWaybill,
  'CARRETERO / TERRESTRE': typeNames.roadWaybill,
};

/** The expected documents of a kind of dispatch, without those of the agency's own charges. */
export function expectationsOf({ recordType, way }: { recordType: RecordType; way: Way }): Expectation[] {
  const isByAir = way === 'AEREO';
  if (recordType === 'dus')
    return [
      { type: typeNames.loadingInstructions, frequency: 'always', arrives: [0, 1] },
      { type: typeNames.exportDeclaration, frequency: 'always', arrives: [1, 3] },
      { type: typeNames.exportInvoice, frequency: 'always', arrives: [0, 3] },
      { type: typeNames.dispatchGuide, frequency: 'usual', arrives: [1, 4] },
      { type: transport[way], frequency: 'always', arrives: [4, 9] },
      { type: typeNames.booking, frequency: isByAir ? 'rare' : 'usual', arrives: [0, 2] },
      { type: typeNames.plantHealth, frequency: 'usual', arrives: [2, 6] },
      { type: typeNames.origin, frequency: 'rare', arrives: [3, 9] },
      { type: typeNames.agencyInvoice, frequency: 'always', arrives: [8, 20] },
      { type: typeNames.bill, frequency: 'usual', arrives: [8, 20] },
    ];
  return [
    { type: transport[way], frequency: 'always', arrives: [0, 2] },
    { type: typeNames.invoice, frequency: 'always', arrives: [0, 2] },
    { type: typeNames.packingList, frequency: 'usual', arrives: [0, 3] },
    { type: typeNames.origin, frequency: isByAir ? 'rare' : 'usual', arrives: [1, 6] },
    { type: typeNames.insurance, frequency: 'rare', arrives: [0, 4] },
    { type: typeNames.importDeclaration, frequency: 'always', arrives: [2, 6] },
    { type: typeNames.dutiesPaid, frequency: 'usual', arrives: [3, 8] },
    { type: typeNames.storageReceipt, frequency: isByAir ? 'usual' : 'rare', arrives: [4, 9] },
    { type: typeNames.agencyInvoice, frequency: 'always', arrives: [8, 20] },
    { type: typeNames.bill, frequency: 'usual', arrives: [8, 20] },
  ];
}
