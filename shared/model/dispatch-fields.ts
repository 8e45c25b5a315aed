/**
 * The displayed facts of a dispatch, by the service's keys (docs/service/names.md): those that staff need
 * first, then the rest.
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

/** The keys of a document's dispatch object, without its id: the facts, except for one of the status. */
export type DispatchObjectKey = 'estadoDIN' | Exclude<DispatchFactName, 'fechaLegalizacion'>;

export const dispatchObjectKeys: readonly DispatchObjectKey[] = [
  'estadoDIN',
  ...Object.values(dispatchFacts)
    .flat()
    .filter((key) => key !== 'fechaLegalizacion'),
];

/** A field of the service's dispatch object that is a column of the list of dispatches. */
export interface DispatchField {
  key: DispatchFactName;
  kind: 'text' | 'date';
  /** Width of its column in pixels: initial, and maximum if the window has space. */
  width: number;
  widest?: number;
}

/**
 * The fields of the dispatch object in a row of the list of dispatches, in column order. Parsing, sorting,
 * columns, copies and saved files derive from it. Only a column's title, `grid:column.<name>`, is in the
 * translations.
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

/** A record with a value for each of these fields. */
export function ofDispatchFields<Value>(
  read: (field: DispatchField) => Value,
): Record<DispatchFieldName, Value> {
  const entries = dispatchFieldNames.map((name) => [name, read(dispatchFields[name])]);
  return Object.fromEntries(entries);
}
