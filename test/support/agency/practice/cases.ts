import type { AgencyData } from '../../../../electron/practice/data/agency-data.ts';
import { expectationsOf, typeNames } from '../../../../electron/practice/data/practice-types.ts';
import type {
  Charge,
  FileKind,
  PracticeDispatch,
  PracticeDocument,
} from '../../../../electron/practice/data/records.ts';
import { sameRut } from './same-rut.ts';

/** The anomalies in an agency's current data, found in the data itself; for tests and demonstrations. */
export interface PracticeCases {
  /** Completed dispatches without a document that similar ones have. */
  missing: { dispatch: PracticeDispatch; type: string }[];
  /** Documents filed five weeks or more after their dispatch was opened. */
  lateArrivals: PracticeDocument[];
  /** Two documents of one issuer and folio, in two dispatches. */
  chargedTwice: [PracticeDocument, PracticeDocument][];
  /** Dispatches in which two providers billed under the same folio. */
  sameFolio: { dispatch: PracticeDispatch; folio: string }[];
  /** Documents made out to someone who is neither the client nor the agency. */
  foreignDocuments: PracticeDocument[];
  /** Dispatches with two documents of a type that usually occurs once. */
  twoOfOne: { dispatch: PracticeDispatch; type: string }[];
  /** Net plus tax is not the total. */
  totalsOff: { dispatch: PracticeDispatch; charge: Charge }[];
  /** Charges whose provider's document is not among the dispatch's documents. */
  unsupported: { dispatch: PracticeDispatch; charge: Charge }[];
  withoutAmount: { dispatch: PracticeDispatch; charge: Charge }[];
  undated: { dispatch: PracticeDispatch; charge: Charge }[];
  byFileKind: Record<FileKind, PracticeDocument[]>;
  long: PracticeDocument[];
  withoutFile: PracticeDocument[];
  inactive: PracticeDocument[];
  emptyInfoDoc: PracticeDocument[];
  unclassified: PracticeDocument[];
  /** Of a type outside the catalogue. */
  offCatalogue: PracticeDocument[];
  withoutDispatch: PracticeDocument[];
  dispatchesWithoutDocuments: PracticeDispatch[];
}

/** What a test reads of an agency's current data. */
export type ReadableData = Omit<AgencyData, 'planted' | 'byId' | 'byClient' | 'replaceFile'>;

/** Finds the anomalies of an agency's data. */
export function findCases(data: ReadableData): PracticeCases {
  const documents = [...data.documents()];
  const catalogue = new Set(data.types.filter((type) => type.isActive).map((type) => type.name));
  const charges = data.dispatches.flatMap((dispatch) =>
    dispatch.charges.map((charge) => ({ dispatch, charge })),
  );
  const ofKind = (kind: FileKind) => documents.filter((document) => document.file?.kind === kind);
  return {
    missing: data.dispatches.flatMap(missingOf),
    lateArrivals: documents.filter(isLate),
    chargedTwice: chargedTwice(documents),
    sameFolio: data.dispatches.flatMap(sameFolio),
    foreignDocuments: documents.filter((document) => isForeign(document, data)),
    twoOfOne: data.dispatches.flatMap(twoOfOne),
    totalsOff: charges.filter(
      ({ charge: { amounts } }) => amounts && amounts.net + amounts.tax !== amounts.total,
    ),
    unsupported: charges.filter(({ dispatch, charge }) => supportOf(dispatch, charge) === undefined),
    withoutAmount: charges.filter(({ charge }) => charge.amounts === undefined),
    undated: charges.filter(({ charge }) => charge.paidAt === undefined),
    byFileKind: {
      pdf: ofKind('pdf'),
      encrypted: ofKind('encrypted'),
      damaged: ofKind('damaged'),
      png: ofKind('png'),
      jpg: ofKind('jpg'),
      xml: ofKind('xml'),
    },
    long: documents.filter((document) => (document.file?.pages ?? 0) >= 100),
    withoutFile: documents.filter((document) => document.file === undefined),
    inactive: documents.filter((document) => !document.isActive),
    emptyInfoDoc: documents.filter((document) => Object.keys(document.infoDoc).length === 0),
    unclassified: documents.filter((document) => document.type === ''),
    offCatalogue: documents.filter((document) => document.type !== '' && !catalogue.has(document.type)),
    withoutDispatch: documents.filter((document) => document.dispatch === undefined),
    dispatchesWithoutDocuments: data.dispatches.filter((dispatch) => dispatch.documents.length === 0),
  };
}

/**
 * The document that supports a charge: same folio, leading zeros aside, and same issuer as RUTs (names.md).
 */
export function supportOf(dispatch: PracticeDispatch, charge: Charge): PracticeDocument | undefined {
  return dispatch.documents.find(
    ({ infoDoc: { document, issuer } }) =>
      document !== undefined &&
      plainFolio(document.number) === plainFolio(charge.folio) &&
      (issuer === undefined || sameRut(issuer.id, charge.provider.rut)),
  );
}

function plainFolio(folio: string): string {
  return folio.replace(/^0+/, '');
}

/** Documents that nine of ten dispatches of this kind have, and this one has not. */
function missingOf(dispatch: PracticeDispatch): { dispatch: PracticeDispatch; type: string }[] {
  if (!dispatch.status.isCompleted || dispatch.documents.length === 0) return [];
  return expectedTypes(dispatch)
    .filter((type) => !dispatch.documents.some((document) => document.type === type))
    .map((type) => ({ dispatch, type }));
}

/** The types that at least nine of ten dispatches of this kind have. */
export function expectedTypes(dispatch: PracticeDispatch): string[] {
  const expectations = expectationsOf(dispatch);
  return expectations.filter(({ frequency }) => frequency !== 'rare').map(({ type }) => type);
}

function isLate({ dispatch, filedAt }: PracticeDocument): boolean {
  return dispatch !== undefined && filedAt - dispatch.openedAt >= 35 * 86_400_000;
}

function chargedTwice(documents: readonly PracticeDocument[]): [PracticeDocument, PracticeDocument][] {
  const seen = new Map<string, PracticeDocument>();
  return documents.flatMap((document): [PracticeDocument, PracticeDocument][] => {
    const { issuer, document: read } = document.infoDoc;
    if (document.type !== typeNames.thirdPartyInvoice || !issuer?.id || !read?.number) return [];
    const name = `${issuer.id.replaceAll('.', '')}/${plainFolio(read.number)}`;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, document);
    return first === undefined || first.dispatch === document.dispatch ? [] : [[first, document]];
  });
}

function sameFolio(dispatch: PracticeDispatch): { dispatch: PracticeDispatch; folio: string }[] {
  const folios = dispatch.charges.map((charge) => charge.folio);
  const doubled = folios.filter((folio, index) => folios.indexOf(folio) !== index);
  return doubled.map((folio) => ({ dispatch, folio }));
}

function isForeign({ infoDoc: { customer }, client }: PracticeDocument, data: ReadableData): boolean {
  return (
    customer !== undefined &&
    ![client.party, data.parties.agency].some((party) => sameRut(party.id, customer.id))
  );
}

function twoOfOne(dispatch: PracticeDispatch): { dispatch: PracticeDispatch; type: string }[] {
  const single = [
    typeNames.billOfLading,
    typeNames.airWaybill,
    typeNames.roadWaybill,
    typeNames.loadingInstructions,
  ];
  return single
    .filter((type) => dispatch.documents.filter((document) => document.type === type).length > 1)
    .map((type) => ({ dispatch, type }));
}
