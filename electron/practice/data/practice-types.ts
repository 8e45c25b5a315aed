import type { Way } from './sample-companies.ts';

/** A document type of the agency's catalogue; `null` for a field that the agency left empty. */
export interface PracticeType {
  id: string;
  name: string | null;
  tipoOperacion: 'IMP' | 'EXP' | null;
  responsableDoc: string | null;
  /** An inactive type is not in the catalogue, but its documents can still be requested (names.md). */
  isActive: boolean;
}

/** Document types in the rules of generation. */
export const typeNames = {
  billOfLading: 'CONOCIMIENTO DE EMBARQUE (B/L)',
  airWaybill: 'GUÍA AÉREA (AWB)',
  roadWaybill: 'CARTA DE PORTE (CRT)',
  invoice: 'FACTURA COMERCIAL',
  packingList: 'LISTA DE EMPAQUE / PACKING LIST',
  origin: 'CERTIFICADO DE ORIGEN',
  insurance: 'CERTIFICADO DE SEGURO',
  plantHealth: 'CERTIFICADO FITOSANITARIO (SAG)',
  importDeclaration: 'DECLARACION DE INGRESO (DIN)',
  dutiesPaid: 'COMPROBANTE DE PAGO (TGR F-09 / F-15)',
  storageReceipt: 'PAPELETA DE RECEPCIÓN',
  dispatchGuide: 'GUÍA DE DESPACHO',
  thirdPartyInvoice: 'FACTURA TERCEROS',
  agencyInvoice: 'FACTURA AGENCIA',
  bill: 'NOTA DE COBRO',
  exportDeclaration: 'DECLARACION UNICA DE SALIDA (DUS)',
  loadingInstructions: 'INSTRUCCIONES DE EMBARQUE',
  exportInvoice: 'FACTURA DE EXPORTACION',
  booking: 'RESERVA DE ESPACIO (BOOKING)',
  mandate: 'MANDATO / PODER NOTARIAL',
  other: 'OTROS ANTECEDENTES',
  /** Inactive: no longer in the catalogue. */
  importReport: 'INFORME DE IMPORTACION',
  provision: 'CARTA PROVISION DE FONDOS',
} as const;

export type TypeName = (typeof typeNames)[keyof typeof typeNames];

const catalogue: readonly (readonly [
  name: TypeName | null,
  operation: 'IMP' | 'EXP' | null,
  responsible: string | null,
  isActive?: false,
])[] = [
  [typeNames.billOfLading, 'IMP', 'NAVIERA'],
  [typeNames.billOfLading, 'EXP', 'NAVIERA'],
  [typeNames.airWaybill, 'IMP', 'LINEA AEREA'],
  [typeNames.roadWaybill, 'IMP', 'TRANSPORTISTA'],
  [typeNames.invoice, 'IMP', 'CLIENTE'],
  [typeNames.packingList, 'IMP', 'CLIENTE'],
  [typeNames.origin, 'IMP', 'CLIENTE'],
  [typeNames.origin, 'EXP', 'AGENCIA'],
  [typeNames.insurance, 'IMP', 'CLIENTE'],
  [typeNames.plantHealth, 'EXP', 'CLIENTE'],
  [typeNames.importDeclaration, 'IMP', 'AGENCIA'],
  [typeNames.dutiesPaid, 'IMP', 'AGENCIA'],
  [typeNames.storageReceipt, 'IMP', 'ALMACENISTA'],
  [typeNames.dispatchGuide, 'EXP', 'CLIENTE'],
  [typeNames.thirdPartyInvoice, 'IMP', 'AGENCIA'],
  [typeNames.thirdPartyInvoice, 'EXP', 'AGENCIA'],
  [typeNames.agencyInvoice, 'IMP', 'AGENCIA'],
  [typeNames.agencyInvoice, 'EXP', 'AGENCIA'],
  [typeNames.bill, 'IMP', 'AGENCIA'],
  [typeNames.bill, 'EXP', 'AGENCIA'],
  [typeNames.exportDeclaration, 'EXP', 'AGENCIA'],
  [typeNames.loadingInstructions, 'EXP', 'CLIENTE'],
  [typeNames.exportInvoice, 'EXP', 'CLIENTE'],
  [typeNames.booking, 'EXP', 'NAVIERA'],
  [typeNames.mandate, null, 'CLIENTE'],
  [typeNames.other, null, null],
  [null, 'IMP', null],
  [typeNames.importReport, 'IMP', 'CLIENTE', false],
  [typeNames.provision, 'IMP', 'AGENCIA', false],
];

/** The catalogue of a practice agency, in no particular order; an id depends only on the index. */
export function practiceTypes(): PracticeType[] {
  return catalogue.map(([name, tipoOperacion, responsableDoc, isActive = true], index) => ({
    id: `TD${String(index + 1).padStart(4, '0')}`,
    name,
    tipoOperacion,
    responsableDoc,
    isActive,
  }));
}

/** How often a dispatch has a document of a type: `usual` is 18 of 20, `rare` about one in four. */
export type Frequency = 'always' | 'usual' | 'rare';

/**
 * One expected document type of a kind of dispatch: the type, how often, and how many days after opening it
 * arrives.
 */
export interface Expectation {
  type: TypeName;
  frequency: Frequency;
  /** Minimum and maximum number of days after opening. */
  arrives: readonly [number, number];
}

const transport: Record<Way, TypeName> = {
  'MARITIMA, FLUVIAL Y LACUSTRE': typeNames.billOfLading,
  AEREO: typeNames.airWaybill,
  'CARRETERO / TERRESTRE': typeNames.roadWaybill,
};

/** The expected documents of an import by this way, without those of the agency's own charges. */
export function importExpectations(way: Way): Expectation[] {
  return [
    { type: transport[way], frequency: 'always', arrives: [0, 2] },
    { type: typeNames.invoice, frequency: 'always', arrives: [0, 2] },
    { type: typeNames.packingList, frequency: 'usual', arrives: [0, 3] },
    { type: typeNames.origin, frequency: way === 'AEREO' ? 'rare' : 'usual', arrives: [1, 6] },
    { type: typeNames.insurance, frequency: 'rare', arrives: [0, 4] },
    { type: typeNames.importDeclaration, frequency: 'always', arrives: [2, 6] },
    { type: typeNames.dutiesPaid, frequency: 'usual', arrives: [3, 8] },
    { type: typeNames.storageReceipt, frequency: way === 'AEREO' ? 'usual' : 'rare', arrives: [4, 9] },
    { type: typeNames.agencyInvoice, frequency: 'always', arrives: [8, 20] },
    { type: typeNames.bill, frequency: 'usual', arrives: [8, 20] },
  ];
}

/** The expected documents of an export. */
export function exportExpectations(way: Way): Expectation[] {
  return [
    { type: typeNames.loadingInstructions, frequency: 'always', arrives: [0, 1] },
    { type: typeNames.exportDeclaration, frequency: 'always', arrives: [1, 3] },
    { type: typeNames.exportInvoice, frequency: 'always', arrives: [0, 3] },
    { type: typeNames.dispatchGuide, frequency: 'usual', arrives: [1, 4] },
    { type: transport[way], frequency: 'always', arrives: [4, 9] },
    { type: typeNames.booking, frequency: way === 'AEREO' ? 'rare' : 'usual', arrives: [0, 2] },
    { type: typeNames.plantHealth, frequency: 'usual', arrives: [2, 6] },
    { type: typeNames.origin, frequency: 'rare', arrives: [3, 9] },
    { type: typeNames.agencyInvoice, frequency: 'always', arrives: [8, 20] },
    { type: typeNames.bill, frequency: 'usual', arrives: [8, 20] },
  ];
}
