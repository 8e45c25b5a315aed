import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';

/** A document of a delivery: its local file, and whether its agency has one; absent where unknown. */
type SelectedDocument = DocumentKey & Partial<Pick<DeliveryDocument, 'path' | 'hasFile'>>;

/** The input of a delivery: whole dispatches, or only the selected documents of them. */
export interface DeliverySelection {
  dispatches: readonly DispatchKey[];
  /** Only these; all documents of the dispatches if absent. */
  documents?: readonly SelectedDocument[];
  /** Numbers that were asked for with them and not found, which a message names. */
  notFound?: readonly string[];
}

/** Dispatches that are being requested from an agency; one PDF each is made once they are fetched. */
export interface PendingDispatches {
  resultSetId: string;
  /** In the order of the request. */
  numbers: readonly string[];
  /** Maximum number of clients for which each is requested. */
  clients: number;
}

/** The delivery of selected documents; those without a dispatch can be packed and printed, but not merged. */
export function deliveryOfDocuments(rows: readonly StoredDocument[]): DeliverySelection {
  const numbered = rows.filter(({ dispatchNumber }) => dispatchNumber !== '');
  return {
    ...deliveryOfDispatches(
      numbered.map(({ connectionId, dispatchNumber: number }) => ({ connectionId, number })),
    ),
    documents: rows.map(({ connectionId, id, file, path }) => ({
      connectionId,
      id,
      hasFile: file !== 'none',
      ...(path !== undefined && { path }),
    })),
  };
}

/** Throws `NO_PAPER_TO_HAND_OVER` if nothing is selected. */
export function requireDocuments(selection: DeliverySelection): DeliverySelection {
  if ((selection.documents ?? selection.dispatches).length === 0)
    throw new AppError('NO_PAPER_TO_HAND_OVER', 'the selected rows have no documents');
  return selection;
}

/** The delivery of the dispatches of selected rows, each once. */
export function deliveryOfDispatches(rows: readonly DispatchKey[]): DeliverySelection {
  const dispatches = new Map<string, DispatchKey>();
  for (const { connectionId, number } of rows)
    dispatches.set(compositeKey(connectionId, number), { connectionId, number });
  return { dispatches: [...dispatches.values()] };
}

/** A file that can be dragged: at once if it has a path, else after its download. */
export type FileToHave = Pick<StoredDocument, 'connectionId' | 'id' | 'rut' | 'path'>;

/** The selected documents whose file is on this computer or may be available from the agency. */
export function filesToHave(rows: readonly StoredDocument[]): FileToHave[] {
  return rows.filter(mayBeHad).map(({ connectionId, id, rut, path }) => ({
    connectionId,
    id,
    rut,
    ...(path !== undefined && { path }),
  }));
}

/** Whether a document has a file here or may have one at its agency. */
export function mayBeHad(document: Pick<StoredDocument, 'file' | 'path' | 'removedAt'>): boolean {
  const status = fileStatus(document);
  return status !== 'none' && status !== 'gone';
}

/** Whether a delivery of its whole dispatch has a document: it is active, and no rule leaves its type out. */
export function isIncluded({ isActive, isOutsideRules }: DeliveryDocument): boolean {
  return isActive && !isOutsideRules;
}

/** The documents as without rules of their clients. */
export function withoutRules(documents: readonly DeliveryDocument[]): readonly DeliveryDocument[] {
  return documents.map(({ isOutsideRules: _, ...document }) => document);
}

/** The selected documents, downloaded or not; those that are kept if none were selected. */
export function selectedDocuments(
  selection: DeliverySelection,
  candidates: readonly DeliveryDocument[],
): DocumentKey[] {
  return withFiles(selection, candidates).map(({ connectionId, id }) => ({ connectionId, id }));
}

/** How many of the selected documents are here, are downloaded first, and are known to have no file. */
export function countFiles(selection: DeliverySelection, candidates: readonly DeliveryDocument[]) {
  const documents = withFiles(selection, candidates);
  const missing = documents.filter(({ path }) => path === undefined);
  const toDownload = missing.filter(({ hasFile }) => hasFile !== false).length;
  return {
    here: documents.length - missing.length,
    toDownload,
    withoutFile: missing.length - toDownload,
  };
}

function withFiles(
  { documents }: DeliverySelection,
  candidates: readonly DeliveryDocument[],
): readonly SelectedDocument[] {
  return (
    documents ??
    candidates.filter(isIncluded).map((candidate) => ({ ...candidate, id: candidate.documentId }))
  );
}

/** Numbers of dispatches, and additional ones, in the format that a person would paste. */
export function asPasted(dispatches: readonly DispatchKey[], more: readonly string[] = []): string {
  return [...new Set([...dispatches.map(({ number }) => number), ...more])].join('\n');
}
