import { basename, dirname } from 'node:path';
import type { Store } from '../../../electron/database/index.ts';
import type { Disbursement, DispatchDocument } from '../../../shared/model/document.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { acme, document, octoberInvoices } from './documents.ts';

export const agency = 'conn-1';

/** A document of a dispatch; its type stands for the rest. */
export type DocumentDraft = Partial<Omit<DispatchDocument, 'item'>> & {
  type: string;
  customerId?: string;
  kind?: string;
  totals?: JsonObject;
};

export interface DispatchDraft {
  number: string;
  connectionId?: string;
  rut?: Rut;
  documents?: readonly (string | DocumentDraft)[];
  /** Keys of its dispatch object; without any, a sea import accepted in May. */
  object?: JsonObject;
  isComplete?: boolean;
  /** Its status, when it was asked for. */
  status?: { isCompleted?: boolean; recordType?: string; fechaLegalizacion?: string };
  payments?: readonly Partial<Disbursement>[];
  /** When the answer came. */
  at?: string;
}

/** Keeps a dispatch with its documents, as a search would. Gives the ids of its documents in their order. */
export async function storeDispatch(store: Store, draft: DispatchDraft): Promise<string[]> {
  const {
    number,
    connectionId = agency,
    rut = acme,
    documents: documentDrafts = [],
    isComplete = true,
  } = draft;
  const at = draft.at ?? '2026-11-10T12:00:00.000Z';
  const facts = { connectionId, number, rut, at };
  const documents = documentDrafts.map((documentDraft, index) => documentOf(draft, documentDraft, index));
  await store.upsertPage({ connectionId, rut, query: octoberInvoices, documents, at });
  if (isComplete) await store.markComplete(facts);
  if (draft.status) {
    const { isCompleted, recordType = 'din', fechaLegalizacion } = draft.status;
    await store.updateDispatchStatus(facts, {
      dispatchNumber: number,
      recordType,
      state: '',
      lastModified: at,
      ...(isCompleted !== undefined && { isCompleted }),
      item: {
        recordType,
        fechaLegalizacion: fechaLegalizacion ?? null,
        ...(isCompleted !== undefined && { isCompleted }),
      },
    });
  }
  if (draft.payments) {
    await store.saveDisbursements(
      facts,
      draft.payments.map((payment, index) => paymentOf(number, payment, index)),
    );
  }
  return documents.map(({ id }) => id);
}

function documentOf(
  draft: DispatchDraft,
  documentDraft: string | DocumentDraft,
  index: number,
): DispatchDocument {
  const {
    customerId,
    kind = '',
    totals,
    ...overrides
  }: DocumentDraft = typeof documentDraft === 'string' ? { type: documentDraft } : documentDraft;
  const base = document({
    id: `${draft.connectionId ?? ''}${draft.number}-${index + 1}`,
    dispatchNumber: draft.number,
    folio: `${draft.number}${index}`,
    reference: 'REF-01',
    ...overrides,
    dispatch: {
      id: draft.number,
      referencia: overrides.reference ?? 'REF-01',
      tipoTramite: 'IMPORTACION CTDO. NORMAL',
      viaTransporte: 'MARITIMA',
      fechaAceptacion: '2026-05-15T00:00:00.000Z',
      fechaApertura: '2026-05-10T15:00:00.000Z',
      ...draft.object,
    },
  });
  const info = base.item['infoDoc'];
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return base;
  return {
    ...base,
    item: {
      ...base.item,
      infoDoc: {
        ...info,
        document: { number: base.folio, issueDate: base.issueDate, type: kind },
        ...(totals && { totals }),
        ...(customerId !== undefined && { customer: { id: customerId, name: 'CLIENTE EN EL PAPEL' } }),
      },
    },
  };
}

function paymentOf(number: string, overrides: Partial<Disbursement>, index: number): Disbursement {
  return {
    id: `${number}-p${index + 1}`,
    dispatchNumber: number,
    analysisCode: '10',
    analysisName: 'ALMACENAJE',
    documentNumber: '',
    state: 'PAGADO',
    date: '2026-05-20T00:00:00.000Z',
    providerId: '',
    providerName: '',
    item: {},
    ...overrides,
  };
}

/** Says that the file of a document stands at a path, as a download would. */
export async function addDownloadedFile(
  store: Store,
  id: string,
  path: string,
  connectionId = agency,
): Promise<void> {
  const name = basename(path);
  await store.insertRecognisedFiles(dirname(path), [
    {
      connectionId,
      id,
      path: name,
      size: 1,
      sha256: '0'.repeat(64),
      modified: 0,
      requestId: '',
      at: '2026-11-10T12:00:00.000Z',
      dispatch: '',
      folder: '',
      fixedFolder: '',
      stem: name,
      key: name.toLowerCase(),
    },
  ]);
}
