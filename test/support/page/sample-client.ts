import type { StoredDocument } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';

/** A client's RUT, as tests of the page name it. */
export const acme = '76086428-5' as Rut;

/** A stored document; where its file stands only when a path is given. */
export function storedDocument(id: string, dispatchNumber: string, path?: string): StoredDocument {
  return {
    connectionId: 'c',
    id,
    dispatchNumber,
    rut: acme,
    seenAt: '',
    isActive: true,
    file: 'available',
    type: 'FACTURA',
    folio: '',
    issueDate: '',
    issuerId: '',
    issuerName: '',
    reference: '',
    item: {},
    ...(path !== undefined && { path }),
  };
}
