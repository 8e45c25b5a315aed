/** Queries over all documents of a scope. They are slow, so a separate worker runs them and no list waits. */
export { countTextDocuments } from '../queries/indexable-files.ts';
export { agencyRut, derivedAgencyRut } from './agency-rut.ts';
export { readClientMonth, readClientMonthSheets } from './client-month.ts';
export { listClosedDispatches } from './closed-dispatches.ts';
export { periodToAsk } from './coverage.ts';
export { listDocumentRequests } from './document-requests.ts';
export { listExpectations } from './expected-documents.ts';
export { listFindings } from './findings.ts';
export { getMatrix, listMissingDocuments, listPartial } from './missing-documents.ts';
export { readTabulatedPayments, tabulatePayments } from './payment-table.ts';
export { countKnown, listPayments } from './payments.ts';
export { reconcileLines } from './reconciliation.ts';
