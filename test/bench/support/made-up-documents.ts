import type { DispatchDocument } from '../../../shared/model/document.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { checkDigit, type Rut } from '../../../shared/model/rut.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';

/** The client of every made-up document. */
export const benchRut = '76086428-5' as Rut;

/** The types of made-up documents; an answer comes type by type. */
const benchTypes = [
  ...[
    'FACTURA AGENCIA',
    'FACTURA TERCEROS',
    'NOTA DE COBRO',
    'CERTIFICADO DE ORIGEN',
    'CONOCIMIENTO DE EMBARQUE (B/L)',
  ],
  ...[
    'LISTA DE EMPAQUE',
    'DECLARACIÓN DE INGRESO',
    'GUÍA DE DESPACHO',
    'PÓLIZA DE SEGURO',
    'PAPELETA DE RECEPCIÓN',
  ],
  ...['CARTA DE PORTE (CRT)', 'MANDATO'],
];

const ports = ['Valparaíso', 'San Antonio', 'Iquique', 'Arica', 'Antofagasta', 'Talcahuano', 'Los Andes'];
const words = [
  ...[
    'Comercial',
    'Importadora',
    'Ñuñoa',
    'Andes',
    'Pacífico',
    'Sur',
    'Norte',
    'Marítima',
    'Aérea',
    'Logística',
  ],
  ...['Maipú', 'Textil', 'Agrícola', 'Minera', 'Austral', 'Hermanos', 'Limitada', 'S.A.', 'SpA'],
];
const countries = ['CHINA', 'BRASIL', 'ALEMANIA', 'ESTADOS UNIDOS', 'PERÚ', 'ESPAÑA'];
const perDispatch = 12;
const suppliers = 800;

/**
 * So many documents of as many dispatches as that makes at twelve each, page by page of a hundred; the same
 * each time.
 */
export function* madeUpPages(count: number): Generator<DispatchDocument[]> {
  const random = seeded(20_261_120);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const name = () => `${pick(words)} ${pick(words)} ${pick(words)}`;
  const date = () => new Date(Date.UTC(2025, 4, 20) + random() * 549 * 86_400_000).toISOString();
  const day = () => `${date().slice(0, 10)}T00:00:00.000Z`;
  const rut = () => {
    const body = String(60_000_000 + Math.floor(random() * 39_000_000));
    return `${body}-${checkDigit(body)}`;
  };
  const issuers = Array.from({ length: suppliers }, () => ({
    id: rut(),
    name: name(),
    giro: 'Venta al por mayor',
    city: pick(ports),
    address: `Calle ${pick(words)} ${Math.floor(random() * 9999)}`,
  }));
  const dispatches = Array.from(
    { length: Math.ceil(count / perDispatch) },
    (_, index): JsonObject => ({
      id: String(410_000 + index),
      estadoAforo: pick(['', 'SIN AFORO', 'DOCUMENTAL']),
      estadoDIN: 'Aceptada',
      referencia: `IMP-2026-${index}`,
      tipoTramite: 'NORMAL',
      nombreAduana: pick(ports),
      consignante: name(),
      doctoTransporte: `MEDU${Math.floor(random() * 9_999_999)}`,
      fechaAceptacion: day(),
      fechaEta: day(),
      fechaArriboEfectivo: date(),
      fechaCorreccionBL: null,
      fechaVencimiento: day(),
      fechaApertura: date(),
      fechaRetiro: null,
      fechaPagoDerechos: day(),
      nombreNave: pick(['MSC ARICA', 'CMA CGM LIMA', 'EVER ACE']),
      paisPrimerPuertoEmbarque: pick(countries),
      puertoDesembarque: pick(ports),
      paisOrigen: pick(countries),
      numeroIdentificacion: String(6_000_000_000 + Math.floor(random() * 1e9)),
      valorEx: null,
      valorCif: Math.round(random() * 1e7) / 100,
      valorFlete: Math.round(random() * 1e5) / 100,
      valorFob: Math.round(random() * 1e7) / 100,
      valorSeguro: Math.round(random() * 1e4) / 100,
      totalItem: Math.floor(random() * 20),
      viaTransporte: 'MARITIMA, FLUVIAL Y LACUSTRE',
    }),
  );
  for (let from = 0; from < count; from += 100) {
    yield Array.from({ length: Math.min(100, count - from) }, (_, offset) => {
      const position = from + offset;
      const type = benchTypes[Math.floor((position * benchTypes.length) / count)] ?? '';
      const dispatch = dispatches[position % dispatches.length] ?? {};
      const issuer = pick(issuers);
      const folio = String(Math.floor(random() * 1e6)).padStart(8, '0');
      const id = `${position.toString(36)}-${Math.floor(random() * 1e12).toString(36)}`;
      const issueDate = day();
      const customer = { id: benchRut, name: 'ACME CHILE S.A.', giro: 'Importaciones', city: 'Santiago' };
      return {
        id,
        isActive: true,
        type,
        dispatchNumber: String(dispatch['id']),
        file: 'available',
        folio,
        issueDate,
        issuerId: issuer.id,
        issuerName: issuer.name,
        reference: String(dispatch['referencia']),
        item: {
          id,
          isActive: true,
          name: type,
          numeroDespacho: String(dispatch['id']),
          dispatch,
          infoDoc: { document: { number: folio, type, issueDate, dueDate: day() }, issuer, customer },
        },
      };
    });
  }
}

/** The generator of Lehmer, so that every run is over the same documents. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A query of this year for the types of made-up documents. */
export function benchQuery(connectionId: string): SearchQuery {
  return {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: [benchRut],
    range: { kind: 'this-year' },
    types: { kind: 'some', names: benchTypes },
    complete: false,
  };
}

/** The file of a downloaded document in the ledger; nothing is on the disk. */
export function downloadedFile(
  { id, dispatchNumber }: Pick<DispatchDocument, 'id' | 'dispatchNumber'>,
  connectionId: string,
  at: string,
) {
  return {
    connectionId,
    id,
    at,
    path: id,
    size: 1,
    modified: 0,
    requestId: '',
    sha256: id,
    dispatch: dispatchNumber,
    folder: '',
    stem: id,
    key: id,
    fixedFolder: '',
  };
}
