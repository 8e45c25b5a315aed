import { compositeKey } from '../../../shared/composite-key.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';

/** What is to be delivered: dispatches whole, or of them only the documents that were selected. */
export interface DeliverySelection {
  dispatches: readonly DispatchKey[];
  /** Only these; every document of the dispatches when left out. */
  documents?: readonly (DocumentKey & { path?: string })[];
}

/** Dispatches that an agency is asked for, of which one PDF each is made once it has answered. */
export interface PendingDispatches {
  resultSetId: string;
  /** In the order in which they were asked for. */
  numbers: readonly string[];
  /** As how many clients each is asked for at the most. */
  clients: number;
}

/** The delivery of selected documents; those without a dispatch can be packed and printed, not merged. */
export function deliveryOfDocuments(rows: readonly StoredDocument[]): DeliverySelection {
  const dispatches = new Map<string, DispatchKey>();
  for (const { connectionId, dispatchNumber: number } of rows) {
    if (number !== '') dispatches.set(compositeKey(connectionId, number), { connectionId, number });
  }
  return {
    dispatches: [...dispatches.values()],
    documents: rows.map(({ connectionId, id, path }) => ({
      connectionId,
      id,
      ...(path !== undefined && { path }),
    })),
  };
}

/** The delivery of selected dispatches. */
export function deliveryOfDispatches(rows: readonly DispatchKey[]): DeliverySelection {
  return { dispatches: rows.map(({ connectionId, number }) => ({ connectionId, number })) };
}

/** Those of selected documents whose file is on this computer, or may be had from the agency. */
export function filesToHave(rows: readonly StoredDocument[]): (DocumentKey & { path?: string })[] {
  return rows
    .filter(mayBeHad)
    .map(({ connectionId, id, path }) => ({ connectionId, id, ...(path !== undefined && { path }) }));
}

/** Whether a document has a file here, or its agency may have one. */
export function mayBeHad(document: Pick<StoredDocument, 'file' | 'path' | 'removedAt'>): boolean {
  const status = fileStatus(document);
  return status !== 'none' && status !== 'gone';
}

/**
 * The documents that are on this computer: the selected ones where some were selected, else all active ones.
 */
export function documentsHere(
  { documents }: DeliverySelection,
  candidates: readonly DeliveryDocument[],
): DocumentKey[] {
  const here = documents
    ? documents.filter(({ path }) => path !== undefined)
    : candidates
        .filter(({ isActive, path }) => isActive && path !== undefined)
        .map(({ connectionId, documentId }) => ({ connectionId, id: documentId }));
  return here.map(({ connectionId, id }) => ({ connectionId, id }));
}

/**
 * The documents that are meant, on this computer or not: the selected ones where some were selected, else all
 * active ones.
 */
export function selectedDocuments(
  { documents }: DeliverySelection,
  candidates: readonly DeliveryDocument[],
): DocumentKey[] {
  return (
    documents?.map(({ connectionId, id }) => ({ connectionId, id })) ??
    candidates
      .filter(({ isActive }) => isActive)
      .map(({ connectionId, documentId }) => ({ connectionId, id: documentId }))
  );
}

/** How many of the meant documents are not on this computer. */
export function countNotHere(selection: DeliverySelection, candidates: readonly DeliveryDocument[]): number {
  return selectedDocuments(selection, candidates).length - documentsHere(selection, candidates).length;
}

/** The numbers of dispatches, and further ones, as a person would paste them. */
export function asPasted(dispatches: readonly DispatchKey[], more: readonly string[] = []): string {
  return [...new Set([...dispatches.map(({ number }) => number), ...more])].join('\n');
}
