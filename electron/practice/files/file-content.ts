import { formatRut } from '../../../shared/model/rut.ts';
import { typeNames } from '../data/practice-types.ts';
import { type Stream, streamOf } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import { goods } from '../data/sample-companies.ts';

/** A value with its label in the document. */
export type Line = readonly [label: string, value: string];

/** A line of an invoice or a packing list. */
export interface Item {
  description: string;
  quantity: number;
  /** In cents of a dollar; absent on a packing list. */
  price?: { unit: number; total: number };
  /** Gross, in kilos; absent on an invoice. */
  kilos?: number;
}

/** What a file shows: its document's data, in the usual blocks of such files. Empty fields are left out. */
export interface PrintedFacts {
  /** Type and number, as one line. */
  title: string;
  type: string;
  folio: string;
  /** The id of the document, which makes every file different. */
  id: string;
  issuer: string[];
  issuerRut: string;
  customer: Line[];
  dispatch: Line[];
  /** The lines of an invoice or a packing list: no more than fit on a page. */
  items: Item[];
  amounts: Line[];
  /** `Versión 2` for a replaced file. */
  version: string;
}

/** The data of a document as its file shows it. */
export function printedFacts(document: PracticeDocument, revision: number): PrintedFacts {
  const { infoDoc, dispatch, client, id } = document;
  const folio = infoDoc.document?.number ?? '';
  const type = document.type === '' ? 'DOCUMENTO SIN CLASIFICAR' : document.type;
  const { issuer, customer } = infoDoc;
  return {
    title: [type, folio].filter((text) => text !== '').join(' '),
    type,
    folio,
    id,
    issuer: [issuer?.name, issuer?.giro, issuer?.address, issuer?.city]
      .filter((text) => text !== undefined && text !== '')
      .map(String),
    issuerRut: issuer?.id ?? '',
    customer: known([
      ['Señor(es)', customer?.name],
      ['RUT', customer?.id],
      ['Giro', customer?.giro],
      ['Dirección', customer?.address],
      ['Ciudad', customer?.city],
      ['Fecha de emisión', infoDoc.document?.issueDate],
      ['Vencimiento', infoDoc.document?.dueDate],
    ]),
    dispatch: known([
      ['Despacho', dispatch?.number],
      ['Cliente', `${client.name} (${formatRut(client.rut)})`],
      ['Referencia', dispatch?.wire.referencia],
      ['Trámite', dispatch?.wire.tipoTramite],
      ['Aduana', dispatch?.wire.nombreAduana],
      ['Documento de transporte', dispatch?.wire.doctoTransporte],
      ['Nave', dispatch?.wire.nombreNave],
      ['País de origen', dispatch?.wire.paisOrigen],
    ]),
    items: itemsOf(document),
    amounts: amountsOf(document),
    version: revision === 0 ? '' : `Versión ${revision + 1}`,
  };
}

function known(lines: readonly (readonly [string, string | undefined])[]): Line[] {
  return lines.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [[label, value] as const],
  );
}

/** Maximum number of lines that fit on a first page. */
const maxItems = 8;

/** The lines of a document's file: an invoice's lines add up to its total exactly. */
function itemsOf({ type, dispatch, invoiced, client }: PracticeDocument): Item[] {
  if (dispatch === undefined) return [];
  const named = goods.get(client.trade.goods) ?? [];
  // Invoice and packing list of a dispatch list the same goods.
  const stream = streamOf('items', dispatch.status.id);
  const count = Math.min(dispatch.wire.totalItem ?? 1, named.length, maxItems - 1);
  const lines = named.slice(0, count).map((description, index) => ({
    description,
    quantity: stream.whole(`quantity ${index}`, 4, 120),
  }));
  if (type === typeNames.packingList)
    return lines.map((line, index) => ({
      ...line,
      kilos: line.quantity * stream.whole(`kilos ${index}`, 1, 28),
    }));
  return invoiced === undefined ? [] : priced(lines, invoiced, stream);
}

/** Whole unit prices in cents; the remainder of the total is packing and transport to the port. */
function priced(lines: readonly Item[], total: number, stream: Stream): Item[] {
  const weights = lines.map((_line, index) => stream.whole(`weight ${index}`, 1, 9));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const items = lines.map((line, index) => {
    const share = (total * 0.97 * (weights[index] ?? 0)) / all;
    const unit = Math.floor(share / line.quantity);
    return { ...line, price: { unit, total: unit * line.quantity } };
  });
  const rest = items.reduce((left, { price }) => left - price.total, total);
  return [
    ...items,
    { description: 'EMBALAJE Y GASTOS HASTA FOB', quantity: 1, price: { unit: rest, total: rest } },
  ];
}

/** The last lines of a file, labelled as on files of its type. */
function amountsOf({ type, dispatch, amounts, disbursed, invoiced }: PracticeDocument): Line[] {
  const { net, total } = amounts ?? {};
  const { valorFob, valorFlete, valorSeguro, valorCif } = dispatch?.wire ?? {};
  const taxLine = ['IVA 19%', pesos(amounts?.tax)] as const;
  const totalLine = ['Total', pesos(total)] as const;
  const adValorem = net === 0 ? 'Ad valorem 0%, con certificado de origen' : 'Ad valorem 6%';
  const fees = net === undefined || disbursed === undefined ? undefined : net - disbursed;
  switch (type) {
    case typeNames.dutiesPaid:
      return known([[adValorem, pesos(net)], taxLine, ['Total pagado', pesos(total)]]);
    case typeNames.bill:
      return known([['Desembolsos', pesos(disbursed)], ['Honorarios', pesos(fees)], taxLine, totalLine]);
    case typeNames.importDeclaration:
    case typeNames.exportDeclaration:
      return known([
        ['FOB', dollars(valorFob)],
        ['Flete', dollars(valorFlete)],
        ['Seguro', dollars(valorSeguro)],
        ['CIF', dollars(valorCif)],
      ]);
    case typeNames.insurance:
      return known([
        ['Valor asegurado', dollars(valorCif)],
        ['Prima', dollars(valorSeguro)],
      ]);
    default:
      if (invoiced !== undefined) return known([['Total FOB', dollars(invoiced / 100)]]);
      return known([['Neto', pesos(net)], taxLine, totalLine]);
  }
}

/** `US$ 12.345,67`. */
function dollars(amount: number | null | undefined): string | undefined {
  return amount === null || amount === undefined ? undefined : `US$ ${money(Math.round(amount * 100))}`;
}

/** Cents as `12.345,67`. */
export function money(cents: number): string {
  const [whole = '', part = ''] = (cents / 100).toFixed(2).split('.');
  return `${grouped(whole)},${part}`;
}

function pesos(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : `$ ${grouped(String(amount))}`;
}

/** Digits in groups of three. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3}){1,7}$)/g, '.');
}
