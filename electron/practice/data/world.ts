import type { Beginning } from './generate.ts';
import type { Parties, Party, PracticeClient } from './parties.ts';
import type { Planted } from './planted.ts';
import type { PracticeType } from './practice-types.ts';
import type { PracticeDispatch } from './records.ts';
import { compareByFiling, type PracticeDocument } from './records.ts';

/** The current data of one agency, for expectations in tests. */
export interface PracticeData {
  readonly clients: readonly PracticeClient[];
  /** The agency itself, as its documents print it. */
  readonly agencyParty: Party;
  readonly types: readonly PracticeType[];
  /** The planted cases of the initial data; undefined when it had fewer than 250 documents. */
  readonly planted: Planted | undefined;
  /** In the order of opening, which is the order of their numbers except for planted ones. */
  readonly dispatches: readonly PracticeDispatch[];
  /** Every document that has not been deleted. */
  documents(): IterableIterator<PracticeDocument>;
  document(id: string): PracticeDocument | undefined;
  dispatch(number: string): PracticeDispatch | undefined;
  /** Documents of a client and type, in the order of `GET /files`. */
  filed(client: PracticeClient, type: string): readonly PracticeDocument[];
  /** How many times the file of a document has been replaced. */
  revision(documentId: string): number;
}

/** The data of one agency, and the changes to it. */
export interface World extends PracticeData {
  /** Every company on its documents. */
  readonly parties: Parties;
  /** Deletes the record and its file; false when there was none. */
  delete(documentId: string): boolean;
  add(document: PracticeDocument): void;
  /** Replaces the file under the same id: other bytes, another ETag. */
  replaceFile(documentId: string): void;
}

/** An agency's data, indexed by id, number, client and type. */
export function createWorld(beginning: Beginning): World {
  const byId = new Map<string, PracticeDocument>();
  for (const document of beginning.documents) byId.set(document.id, document);
  const byNumber = new Map(beginning.dispatches.map((dispatch) => [dispatch.number, dispatch]));
  const revisions = new Map<string, number>();
  const byClient = new Map<PracticeClient, Map<string, PracticeDocument[]>>();

  /** Sorted on first use: a large agency must start at once. */
  const documentsByTypeOf = (client: PracticeClient): Map<string, PracticeDocument[]> => {
    const existing = byClient.get(client);
    if (existing !== undefined) return existing;
    const byType = new Map<string, PracticeDocument[]>();
    for (const document of byId.values()) {
      if (document.client !== client) continue;
      const pile = byType.get(document.type);
      if (pile === undefined) byType.set(document.type, [document]);
      else pile.push(document);
    }
    for (const pile of byType.values()) pile.sort(compareByFiling);
    byClient.set(client, byType);
    return byType;
  };

  return {
    clients: beginning.parties.clients,
    agencyParty: beginning.parties.agency,
    parties: beginning.parties,
    types: beginning.types,
    planted: beginning.planted,
    dispatches: beginning.dispatches,
    documents: () => byId.values(),
    document: (id) => byId.get(id),
    dispatch: (number) => byNumber.get(number),
    filed: (client, type) => documentsByTypeOf(client).get(type) ?? [],
    revision: (documentId) => revisions.get(documentId) ?? 0,
    delete(documentId) {
      const document = byId.get(documentId);
      if (document === undefined) return false;
      byId.delete(documentId);
      byClient.delete(document.client);
      const { dispatch } = document;
      if (dispatch !== undefined) dispatch.documents = dispatch.documents.filter((one) => one !== document);
      return true;
    },
    add(document) {
      byId.set(document.id, document);
      byClient.delete(document.client);
      document.dispatch?.documents.push(document);
      document.dispatch?.documents.sort(compareByFiling);
    },
    replaceFile(documentId) {
      revisions.set(documentId, (revisions.get(documentId) ?? 0) + 1);
    },
  };
}
