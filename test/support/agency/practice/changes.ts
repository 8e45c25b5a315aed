import type { AgencyData } from '../../../../electron/practice/data/agency-data.ts';
import { plainDocument } from '../../../../electron/practice/data/anomalies.ts';
import { issuerOf } from '../../../../electron/practice/data/documents-of-dispatch.ts';
import { infoDocOf } from '../../../../electron/practice/data/machine-reading.ts';
import { typeNames } from '../../../../electron/practice/data/practice-types.ts';
import { streamOf } from '../../../../electron/practice/data/random.ts';
import {
  compareByFiling,
  type PracticeDispatch,
  type PracticeDocument,
} from '../../../../electron/practice/data/records.ts';
import { AppError } from '../../../../shared/errors.ts';
import { expectedTypes } from './cases.ts';

/** Changes that can happen in an agency's data while it is in use. */
export interface PracticeChanges {
  /**
   * Files a document now. By default it is one that is missing in the newest incomplete dispatch; `dispatch`
   * is a number. Throws when there is no such dispatch.
   */
  arrive(choice?: { dispatch?: string; type?: string }): PracticeDocument;
  /** Deletes a document and its file; false when there was none. */
  delete(documentId: string): boolean;
  /**
   * Files a document under another type: queries by its former type no longer find it. False when there is
   * none.
   */
  retype(documentId: string, type: string): boolean;
  /** Replaces the file under the same id: other bytes, another ETag. */
  replaceFile(documentId: string): void;
  /**
   * Moves a dispatch to its next state: from draft to accepted, then to completed. Throws when there is no
   * such dispatch.
   */
  moveOn(dispatch: string): void;
  /** Removes all types of this name (`null` for those without one) from the catalogue, or restores them. */
  setTypeActive(name: string | null, isActive: boolean): void;
}

/** The changes of one agency's data; `now` in milliseconds since 1970. */
export function createChanges(
  agencyData: AgencyData,
  { seed, now }: { seed: string; now(): number },
): PracticeChanges {
  let arrivals = 0;
  const dispatchOf = (number: string): PracticeDispatch => {
    const dispatch = agencyData.dispatch(number);
    if (dispatch === undefined) throw new AppError('INPUT_INVALID', `no dispatch ${number}`);
    return dispatch;
  };
  return {
    arrive({ dispatch: number, type } = {}) {
      const dispatch = number === undefined ? newestIncomplete(agencyData) : dispatchOf(number);
      const typeName = type ?? missingOf(dispatch)[0] ?? typeNames.other;
      const stream = streamOf(seed, `arrival/${arrivals++}`);
      const { client } = dispatch;
      const document = plainDocument(
        stream,
        { client, dispatch, type: typeName, filedAt: now() },
        { ...issuerOf(typeName, dispatch, stream, agencyData.parties), customer: client.party },
        infoDocOf,
      );
      addDocument(agencyData, document);
      return document;
    },
    delete: (documentId) => deleteDocument(agencyData, documentId),
    retype(documentId, type) {
      const document = agencyData.document(documentId);
      if (document === undefined) return false;
      deleteDocument(agencyData, documentId);
      document.type = type;
      addDocument(agencyData, document);
      return true;
    },
    replaceFile: agencyData.replaceFile,
    moveOn(number) {
      const { wire, status, ...dispatch } = dispatchOf(number);
      const isAccepted = wire.fechaAceptacion !== null;
      const at = new Date(now()).toISOString();
      wire.fechaAceptacion ??= `${at.slice(0, 10)}T00:00:00.000Z`;
      if (dispatch.recordType === 'din') {
        wire.estadoDIN = 'ACEPTADA';
        status.EstadoDIN = 'Aceptada';
      }
      if (dispatch.recordType === 'dus') status.EstadoDUS = isAccepted ? 'Legalizada' : 'Aceptada';
      if (dispatch.recordType === 'dus' && isAccepted)
        status.fechaLegalizacion = `${at.slice(0, 10)}T00:00:00.000Z`;
      status.isCompleted = isAccepted;
      status.lastModifiedDate = at;
      if (isAccepted) status.dueStatus = null;
    },
    setTypeActive(name, isActive) {
      for (const type of agencyData.types) if (type.name === name) type.isActive = isActive;
    },
  };
}

/** Deletes the record and its file; false when there was none. */
export function deleteDocument({ byId, byClient }: AgencyData, documentId: string): boolean {
  const document = byId.get(documentId);
  if (document === undefined) return false;
  byId.delete(documentId);
  byClient.delete(document.client);
  const { dispatch } = document;
  if (dispatch !== undefined) dispatch.documents = dispatch.documents.filter((one) => one !== document);
  return true;
}

function addDocument({ byId, byClient }: AgencyData, document: PracticeDocument): void {
  byId.set(document.id, document);
  byClient.delete(document.client);
  document.dispatch?.documents.push(document);
  document.dispatch?.documents.sort(compareByFiling);
}

function missingOf(dispatch: PracticeDispatch): string[] {
  return expectedTypes(dispatch).filter(
    (type) => !dispatch.documents.some((document) => document.type === type),
  );
}

function newestIncomplete(agencyData: AgencyData): PracticeDispatch {
  const found = agencyData.dispatches.findLast((dispatch) => missingOf(dispatch).length > 0);
  if (found === undefined) throw new AppError('INPUT_INVALID', 'no dispatch lacks a paper');
  return found;
}
