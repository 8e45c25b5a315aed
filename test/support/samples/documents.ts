import type { DocumentsQuery } from '../../../electron/api/index.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';

/** A client's RUT, as tests name it. */
export const acme = '76086428-5' as Rut;

/** The query that tests say found a document. */
export const octoberInvoices: DocumentsQuery = {
  kind: 'files',
  rut: acme,
  start: '2026-10-01',
  end: '2026-10-31',
  type: 'FACTURA TERCEROS',
};

/** A document as the API module reads it; what is not given is that of a plain supplier's invoice. */
export function document(
  overrides: Partial<Omit<DispatchDocument, 'item'>> & {
    id: string;
    dispatch?: JsonObject;
    more?: JsonObject;
  },
): DispatchDocument {
  const { dispatch, more, ...fields } = overrides;
  const plain = {
    isActive: true,
    type: 'FACTURA TERCEROS',
    dispatchNumber: '123456',
    file: 'available' as const,
    folio: '000123',
    issueDate: '2026-10-05T00:00:00.000Z',
    issuerId: '96591760-8',
    issuerName: 'Importadora Ñuñoa Ltda.',
    reference: 'REF-01',
    ...fields,
  };
  return {
    ...plain,
    item: {
      id: plain.id,
      isActive: plain.isActive,
      name: plain.type,
      numeroDespacho: plain.dispatchNumber,
      infoDoc: {
        document: { number: plain.folio, issueDate: plain.issueDate },
        issuer: { id: plain.issuerId, name: plain.issuerName },
      },
      dispatch: {
        id: plain.dispatchNumber,
        referencia: plain.reference,
        estadoDIN: 'ACEPTADA',
        doctoTransporte: 'MEDU1234567',
        numeroIdentificacion: '',
        ...dispatch,
      },
      ...more,
    },
  };
}
