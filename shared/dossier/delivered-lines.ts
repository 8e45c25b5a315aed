import { documentKey } from '../composite-key.ts';
import { ruleOf } from '../error-codes.ts';
import type { ErrorCode } from '../errors.ts';
import type {
  AttachReason,
  DeliveredDispatch,
  Delivery,
  DeliveryDocument,
  PackageReading,
  UndeliveredDocument,
} from '../model/delivery.ts';
import type { UndeliveredReason } from './undelivered-reason.ts';

/** The outcome of a document in a delivery, or of a requested dispatch. */
export type DeliveryVerdict =
  /** In the merged file. */
  | 'merged'
  | `beside-${AttachReason}`
  | UndeliveredReason
  /** The dispatch of a package was not found. */
  | 'not-found'
  /** It is in the package, but not all of its documents were ever requested. */
  | 'partial';

/** A line about a delivery: a document, or a dispatch of a package. */
export interface DeliveredLine {
  connectionId: string;
  number: string;
  /** `''` if none was given. */
  rut: string;
  /** `''` for a line about a dispatch. */
  documentId: string;
  type: string;
  folio: string;
  verdict: DeliveryVerdict;
  /** First page in the merged file, counted from 1. */
  page?: number;
  pages?: number;
  /** A signature is valid only in the original file. */
  isSigned?: boolean;
  /** The path of its copy next to the merged file. */
  path?: string;
  /** The error code, if it is unavailable. */
  code?: ErrorCode;
}

/** The outcome of every document of a delivery, by dispatch; `documents` has their names. */
export function deliveredLines(
  { dispatches, packed, lacking: undelivered }: Pick<Delivery, 'dispatches' | 'packed' | 'lacking'>,
  documents: readonly DeliveryDocument[],
): DeliveredLine[] {
  const named = new Map(documents.map((document) => [documentKey(document), document]));
  const partial = packed?.partial ?? [];
  const notFound = packed?.notFound ?? [];
  const withoutFile = packed?.withoutFileNamed ?? [];
  const undeliveredDocuments = undelivered?.papers ?? [];
  const isUndelivered = new Set(undeliveredDocuments.map(documentKey));
  const lines = dispatches.flatMap((dispatch) => linesOf(dispatch, named));
  // A document whose file vanished during the delivery has a line of its own, and an unavailable one has its
  // reason.
  const reported = lines.filter(
    ({ connectionId, documentId, verdict }) =>
      verdict.startsWith('beside-') ||
      verdict === 'merged' ||
      !isUndelivered.has(documentKey({ connectionId, documentId })),
  );
  const isReported = new Set(reported.map((one) => documentKey(one)));
  return [
    ...reported,
    ...undeliveredDocuments.filter((one) => !isReported.has(documentKey(one))).map(undeliveredLine),
    ...withoutFile.map((document) => ({ ...document, rut: '', verdict: 'without-file' as const })),
    ...partial.map(({ connectionId, number, rut }) => ({
      ...dispatchLine(number, rut),
      connectionId,
      verdict: 'partial' as const,
    })),
    ...notFound.map(({ number, rut }) => ({ ...dispatchLine(number, rut), verdict: 'not-found' as const })),
  ];
}

function undeliveredLine({
  connectionId,
  number,
  documentId,
  type,
  folio,
  code,
}: UndeliveredDocument): DeliveredLine {
  const verdict = code === undefined ? 'not-downloaded' : ruleOf(code).undelivered;
  return {
    connectionId,
    number,
    rut: '',
    documentId,
    type,
    folio,
    verdict,
    ...(code !== undefined && { code }),
  };
}

function dispatchLine(number: string, rut: string) {
  return { connectionId: '', number, rut, documentId: '', type: '', folio: '' };
}

function linesOf(dispatch: DeliveredDispatch, named: ReadonlyMap<string, DeliveryDocument>): DeliveredLine[] {
  const { connectionId, number, merged, beside: attached, notHere } = dispatch;
  const nameOf = (documentId: string) => {
    const document = named.get(documentKey({ connectionId, documentId }));
    const { type = '', folio = '' } = document ?? {};
    return { connectionId, number, rut: '', documentId, type, folio };
  };
  return [
    ...merged.map(({ documentId, page, pages, isSigned }) => ({
      ...nameOf(documentId),
      verdict: 'merged' as const,
      page,
      pages,
      isSigned,
    })),
    ...attached.map(({ documentId, reason, path }) => ({
      ...nameOf(documentId),
      verdict: `beside-${reason}` as const,
      ...(path !== undefined && { path }),
    })),
    ...notHere.map(({ documentId, hasFile }) => ({
      ...nameOf(documentId),
      verdict: hasFile ? ('not-downloaded' as const) : ('without-file' as const),
    })),
  ];
}

/** A line of a parsed list. */
export interface ReadLine {
  connectionId: string;
  /** As pasted, if it cannot be parsed. */
  number: string;
  rut: string;
  verdict: 'found' | 'partial' | 'not-found' | 'not-asked' | 'unreadable';
  /** If not found, the number of clients for which it was requested. */
  clients?: number;
  papers?: number;
  filesHere?: number;
  withoutFile?: number;
}

/** The result of a pasted list, line by line: unreadable and missing ones first, because they need review. */
export function readLines({ found, notFound, unreadable }: PackageReading): ReadLine[] {
  return [
    ...unreadable.map((text) => ({
      connectionId: '',
      number: text,
      rut: '',
      verdict: 'unreadable' as const,
    })),
    ...notFound.map(({ number, rut, asked }) => ({
      connectionId: '',
      number,
      rut,
      verdict: asked ? ('not-found' as const) : ('not-asked' as const),
      ...(asked && { clients: asked.clients }),
    })),
    ...found.map(({ connectionId, number, rut, documents, filesHere, withoutFile, isComplete }) => ({
      connectionId,
      number,
      rut,
      papers: documents,
      filesHere,
      withoutFile,
      verdict: isComplete ? ('found' as const) : ('partial' as const),
    })),
  ];
}
