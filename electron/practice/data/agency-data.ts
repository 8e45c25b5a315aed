import { getOrMake } from '../../../shared/get-or-make.ts';
import type { Beginning } from './generate.ts';
import type { PracticeClient } from './parties.ts';
import { compareByFiling, type PracticeDocument } from './records.ts';

/** The current data of one agency, and the changes to it. */
export type AgencyData = ReturnType<typeof createAgencyData>;

/** An agency's data, indexed by id, number, client and type. */
export function createAgencyData({ parties, types, planted, dispatches, documents }: Beginning) {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const byNumber = new Map(dispatches.map((dispatch) => [dispatch.number, dispatch]));
  const revisions = new Map<string, number>();
  const byClient = new Map<PracticeClient, Map<string, PracticeDocument[]>>();

  /** Sorted on first use: a large agency must start at once. */
  const sortedByType = (client: PracticeClient) => {
    const own = [...byId.values()].filter((document) => document.client === client).sort(compareByFiling);
    return Map.groupBy(own, ({ type }) => type);
  };

  return {
    /** Every company on its documents. */
    parties,
    clients: parties.clients,
    types,
    /** The planted cases of the initial data; undefined when it had fewer than 250 documents. */
    planted,
    /** In the order of opening, which is the order of their numbers except for planted ones. */
    dispatches,
    /** Every document, with those that a test files and without those that it deletes. */
    byId,
    /** The documents of `filed`; whoever changes a client's documents deletes its entry. */
    byClient,
    documents: () => byId.values(),
    document: (id: string) => byId.get(id),
    dispatch: (number: string) => byNumber.get(number),
    /** Documents of a client and type, in the order of `GET /files`. */
    filed: (client: PracticeClient, type: string) =>
      getOrMake(byClient, client, sortedByType).get(type) ?? [],
    /** How many times the file of a document has been replaced. */
    revision: (documentId: string) => revisions.get(documentId) ?? 0,
    /** Replaces the file under the same id: other bytes, another ETag. */
    replaceFile(documentId: string): void {
      revisions.set(documentId, (revisions.get(documentId) ?? 0) + 1);
    },
  };
}
