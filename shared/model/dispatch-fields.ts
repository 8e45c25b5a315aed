/**
 * Facts of a dispatch, by the service's keys (docs/service/names.md), as they are shown of one: what staff
 * ask first, then the rest.
 */
export const dispatchFacts = {
  first: ['estadoAforo', 'fechaAceptacion', 'fechaArriboEfectivo', 'doctoTransporte', 'valorCif', 'valorFob'],
  dates: [
    'fechaEta',
    'fechaLegalizacion',
    'fechaPagoDerechos',
    'fechaRetiro',
    'fechaVencimiento',
    'fechaApertura',
    'fechaCorreccionBL',
  ],
  cargo: [
    'referencia',
    'tipoTramite',
    'nombreAduana',
    'viaTransporte',
    'nombreNave',
    'paisOrigen',
    'paisPrimerPuertoEmbarque',
    'puertoDesembarque',
    'consignante',
    'numeroIdentificacion',
  ],
  values: ['valorFlete', 'valorSeguro', 'valorEx', 'totalItem'],
} as const;

export type DispatchFactName = (typeof dispatchFacts)[keyof typeof dispatchFacts][number];

/** A field of the service's dispatch object that is a column of the list of dispatches. */
export interface DispatchField {
  key: DispatchFactName;
  kind: 'text' | 'date';
  /** Of its column, in pixels: as it begins, and at the most while a window has room to spare. */
  width: number;
  widest?: number;
}

/**
 * The fields that a row of the list of dispatches has of its dispatch object, in the order of their columns.
 * Reading, sorting, columns, copies and saved files derive from it; only the title of a column,
 * `grid:column.<name>`, stands with the words of each language.
 */
export const dispatchFields = {
  reference: { key: 'referencia', kind: 'text', width: 100, widest: 146 },
  acceptance: { key: 'fechaAceptacion', kind: 'date', width: 98 },
  arrival: { key: 'fechaArriboEfectivo', kind: 'date', width: 92 },
  customs: { key: 'nombreAduana', kind: 'text', width: 130 },
  transportDocument: { key: 'doctoTransporte', kind: 'text', width: 120, widest: 146 },
  vessel: { key: 'nombreNave', kind: 'text', width: 110, widest: 190 },
} as const satisfies Readonly<Record<string, DispatchField>>;

export type DispatchFieldName = keyof typeof dispatchFields;

export const dispatchFieldNames = Object.keys(dispatchFields) as DispatchFieldName[];

/** Something of each of these fields, by its name. */
export function ofDispatchFields<Value>(
  read: (field: DispatchField) => Value,
): Record<DispatchFieldName, Value> {
  const entries = dispatchFieldNames.map((name) => [name, read(dispatchFields[name])]);
  return Object.fromEntries(entries);
}
