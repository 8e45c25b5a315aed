import { formatRut } from '../../../shared/model/rut.ts';
import { typeNames } from '../data/practice-types.ts';
import { streamOf } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import { goods } from '../data/sample-companies.ts';

/** A value with its label in the document. */
export type Line = readonly [label: string, value: string];

/** What a file shows. */
export type PrintedFacts = ReturnType<typeof printedFacts>;

/** The data of a document as its file shows it, in the usual blocks; empty fields are left out. */
export function printedFacts(document: PracticeDocument, revision: number) {
  const { infoDoc, dispatch, client, id } = document;
  const folio = infoDoc.document?.number ?? '';
  const type = document.type === '' ? 'DOCUMENTO SIN CLASIFICAR' : document.type;
  const { issuer, customer } = infoDoc;
  return {
    /** As one line. */
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
    /** No more than fit on a page. */
    items: itemsOf(document),
    amounts: amountsOf(document),
    /** `Versión 2` for a replaced file. */
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

/** The lines of an invoice or a packing list in cells, after their headings. */
function itemsOf({ type, dispatch, invoiced, client }: PracticeDocument): string[][] {
  if (dispatch === undefined) return [];
  const named = goods.get(client.trade.goods) ?? [];
  // Invoice and packing list of a dispatch list the same goods.
  const stream = streamOf('items', dispatch.status.id);
  const count = Math.min(dispatch.wire.totalItem ?? 1, named.length, maxItems - 1);
  const lines = named.slice(0, count).map((description, index) => ({
    description,
    quantity: stream.whole(`quantity ${index}`, 4, 120),
    unitKilos: stream.whole(`kilos ${index}`, 1, 28),
    weight: stream.whole(`weight ${index}`, 1, 9),
  }));
  const heads = ['Descripción', 'Cantidad'];
  if (type === typeNames.packingList) {
    const weighed = lines.map(({ description, quantity, unitKilos }) => {
      return [description, String(quantity), '', grouped(quantity * unitKilos)];
    });
    return [[...heads, '', 'Kilos brutos'], ...weighed];
  }
  if (invoiced === undefined) return [];
  // Unit prices are whole cents; the remainder of the total is packing and transport to the port.
  const weights = lines.reduce((sum, { weight }) => sum + weight, 0);
  let rest = invoiced;
  const priced = lines.map(({ description, quantity, weight }) => {
    const unit = Math.floor((invoiced * 0.97 * weight) / weights / quantity);
    rest -= unit * quantity;
    return [description, String(quantity), money(unit), money(unit * quantity)];
  });
  const last = ['EMBALAJE Y GASTOS HASTA FOB', '1', money(rest), money(rest)];
  return [[...heads, 'Precio unitario', 'Total US$'], ...priced, last];
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

function pesos(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : `$ ${grouped(amount)}`;
}

// German numbers have the Chilean form, and group four digits too.
const { format: grouped } = new Intl.NumberFormat('de-DE');
const cents = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 });

/** Cents as `12.345,67`. */
function money(amount: number): string {
  return cents.format(amount / 100);
}
