import { formatRut } from '../../../shared/model/rut.ts';
import type { PracticeDocument } from '../data/document.ts';

/** A value with what it is called on paper. */
export type Line = readonly [label: string, value: string];

/** What a paper shows: its document's data, in the blocks in which papers have it. Nothing empty. */
export interface Sheet {
  /** Type and number, as one line. */
  title: string;
  type: string;
  folio: string;
  /** The id of the document, so that a paper can be told from every other. */
  id: string;
  issuer: string[];
  issuerRut: string;
  customer: Line[];
  dispatch: Line[];
  amounts: Line[];
  /** `Versión 2` once the paper has been replaced. */
  version: string;
}

/** The data of a document as its paper shows it. */
export function sheetOf(document: PracticeDocument, revision: number): Sheet {
  const { infoDoc, dispatch, amounts, client, id } = document;
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
    amounts: known([
      ['Neto', pesos(amounts?.net)],
      ['IVA 19%', pesos(amounts?.tax)],
      ['Total', pesos(amounts?.total)],
    ]),
    version: revision === 0 ? '' : `Versión ${revision + 1}`,
  };
}

function known(lines: readonly (readonly [string, string | undefined])[]): Line[] {
  return lines.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [[label, value] as const],
  );
}

function pesos(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : `$ ${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}`;
}
