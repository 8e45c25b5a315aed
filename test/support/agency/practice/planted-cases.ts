import type { Planted } from '../../../../electron/practice/data/planted-cases.ts';
import { type TypeName, typeNames } from '../../../../electron/practice/data/practice-types.ts';
import type {
  Charge,
  FileKind,
  PracticeDispatch,
  PracticeDocument,
} from '../../../../electron/practice/data/records.ts';
import { AppError } from '../../../../shared/errors.ts';
import { supportOf } from './cases.ts';

/** A charge and the dispatch that it was paid for. */
export interface ChargeOfDispatch {
  dispatch: PracticeDispatch;
  charge: Charge;
}

/**
 * Cases in an agency's data whatever its seed, by name. By default they belong to the first client's
 * completed imports by sea. Apart from what its name says, a document is active, classified, read completely,
 * and a PDF of one page.
 */
export interface PlantedCases {
  /** With every usual document, and two charges with their documents. */
  complete: PracticeDispatch;
  /** Without a document that similar dispatches have. */
  missingDocument: { dispatch: PracticeDispatch; type: string };
  withoutCharges: PracticeDispatch;
  withoutDocuments: PracticeDispatch;
  /**
   * An export of the second client, or of the only one: opened within eight days, not accepted yet, with its
   * loading instructions.
   */
  beingDrawnUp: PracticeDispatch;
  /** One invoice of a provider, charged in two dispatches. */
  chargedTwice: readonly [PracticeDocument, PracticeDocument];
  /** One charge in two dispatches; the first has its document, the second has not. */
  paidTwice: readonly [ChargeOfDispatch, ChargeOfDispatch];
  /** Two providers billed the dispatch under this folio. */
  sameFolio: { dispatch: PracticeDispatch; folio: string };
  /** With two documents of a type that usually occurs once. */
  twoOfOne: { dispatch: PracticeDispatch; type: string };
  /** Net plus tax is not the total. */
  totalsOff: ChargeOfDispatch;
  /** Its amount is known; its document is not among those of its dispatch. */
  unsupported: ChargeOfDispatch;
  withoutAmount: ChargeOfDispatch;
  undated: ChargeOfDispatch;
  /** Filed six weeks after its dispatch was opened. */
  lateArrival: PracticeDocument;
  /** Made out to another client. */
  foreignDocument: PracticeDocument;
  /** One of each kind; the PDF has amounts. */
  byFileKind: Readonly<Record<FileKind, PracticeDocument>>;
  /** Of 300 pages. */
  long: PracticeDocument;
  withoutFile: PracticeDocument;
  inactive: PracticeDocument;
  emptyInfoDoc: PracticeDocument;
  unclassified: PracticeDocument;
  /** Of a type outside the catalogue. */
  offCatalogue: PracticeDocument;
  withoutDispatch: PracticeDocument;
}

/** The cases in an agency's initial data; throws where there was no room for them. */
export function plantedCases(planted: Planted | undefined): PlantedCases {
  if (planted === undefined) throw new AppError('INPUT_INVALID', 'so few documents have no planted cases');
  const named = (name: string): PracticeDispatch => found(planted.dispatches.get(name)?.dispatch, name);
  const missing = named('missingPaper');
  return {
    complete: named('complete'),
    missingDocument: { dispatch: missing, type: typeNames.packingList },
    withoutCharges: missing,
    withoutDocuments: named('withoutDocuments'),
    beingDrawnUp: named('beingDrawnUp'),
    ...casesOfCharges(named('chargedTwice'), named('chargedAgain'), named('oddAmounts')),
    ...casesOfDocuments(named('scans'), named('damaged'), named('long')),
    withoutDispatch: planted.withoutDispatch,
  };
}

function casesOfCharges(one: PracticeDispatch, other: PracticeDispatch, odd: PracticeDispatch) {
  const charged = (dispatch: PracticeDispatch, index: number): ChargeOfDispatch => ({
    dispatch,
    charge: found(dispatch.charges[index], `charge ${index}`),
  });
  const invoiced = (dispatch: PracticeDispatch, index: number): PracticeDocument =>
    found(supportOf(dispatch, charged(dispatch, index).charge), `invoice ${index}`);
  return {
    chargedTwice: [invoiced(one, 0), invoiced(other, 2)] as const,
    paidTwice: [charged(one, 1), charged(other, 3)] as const,
    sameFolio: { dispatch: other, folio: charged(other, 0).charge.folio },
    totalsOff: charged(odd, 0),
    unsupported: charged(odd, 1),
    withoutAmount: charged(odd, 2),
    undated: charged(odd, 3),
  };
}

function casesOfDocuments(scans: PracticeDispatch, damaged: PracticeDispatch, long: PracticeDispatch) {
  const of = ({ documents }: PracticeDispatch, typeName: TypeName | ''): PracticeDocument =>
    found(
      documents.find(({ type }) => type === typeName),
      typeName,
    );
  return {
    twoOfOne: { dispatch: long, type: typeNames.billOfLading },
    lateArrival: of(scans, typeNames.origin),
    foreignDocument: of(long, typeNames.invoice),
    byFileKind: {
      pdf: of(long, typeNames.agencyInvoice),
      encrypted: of(scans, typeNames.invoice),
      png: of(scans, typeNames.packingList),
      jpg: of(damaged, typeNames.packingList),
      damaged: of(damaged, typeNames.invoice),
      xml: of(damaged, typeNames.thirdPartyInvoice),
    },
    long: of(long, typeNames.packingList),
    withoutFile: of(damaged, typeNames.insurance),
    inactive: of(scans, typeNames.insurance),
    emptyInfoDoc: of(long, typeNames.insurance),
    unclassified: of(scans, ''),
    offCatalogue: of(damaged, typeNames.importReport),
  };
}

function found<Found>(one: Found | undefined, name: string): Found {
  if (one === undefined) throw new AppError('UNEXPECTED', `there is no planted ${name}`);
  return one;
}
