import { anchor, inRound } from './data-periods.ts';
import { dayInMs, workingTime } from './days.ts';
import { makeDispatch } from './dispatch.ts';
import { issuerOf } from './documents-of-dispatch.ts';
import type { PracticeClient } from './parties.ts';
import { type PlainDispatch, plainDispatch, plainDocument } from './plain-dispatch.ts';
import type { Stream } from './random.ts';
import type { Charge, FileKind, PracticeDispatch, PracticeDocument } from './records.ts';
import type { Setting } from './tally.ts';
import { typeNames } from './types.ts';

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

/** The planted cases, and the dispatches that contain them. */
export interface Planted {
  cases: PlantedCases;
  /** Each with the number of its month or week. */
  dispatches: { dispatch: PracticeDispatch; turn: number }[];
}

/** Creates the planted cases of a day's month, each dispatch from the stream of its name. */
export function plantCases(
  streamFor: (name: string) => Stream,
  [first, second = first]: readonly [PracticeClient, ...PracticeClient[]],
  { parties, today }: PlantSetting,
): Planted {
  const { month, day } = monthOf(today);
  // As on one fixed day of the month, so that they are equal on all of its days.
  const setting = { parties, today: day };
  const ofMonth = (name: string) => streamFor(inRound(name, month));
  const dispatches: Planted['dispatches'] = [];
  const plain = (name: string): PlainDispatch => {
    // Early enough for documents that come weeks later; the first ones within the last 90 days.
    const openedAt = workingTime(setting.today - (50 + dispatches.length * 9) * dayInMs + dayInMs / 2);
    const planted = plainDispatch(ofMonth(name), { client: first, openedAt }, setting);
    dispatches.push({ dispatch: planted.dispatch, turn: month });
    return planted;
  };
  const complete = plain('complete');
  complete.pay(complete.bill(0));
  complete.pay(complete.bill(1));
  const missing = plain('missingPaper').dispatch;
  missing.documents = missing.documents.filter(({ type }) => type !== typeNames.packingList);
  const withoutDocuments = plain('withoutDocuments').dispatch;
  withoutDocuments.documents = [];
  const week = Math.floor((today - anchor) / (7 * dayInMs));
  const drawnUpAs = { parties, today: anchor + week * 7 * dayInMs };
  const beingDrawnUp = drawnUp(streamFor(inRound('beingDrawnUp', week)), second, drawnUpAs);
  dispatches.push({ dispatch: beingDrawnUp, turn: week });
  const cases: PlantedCases = {
    complete: complete.dispatch,
    missingDocument: { dispatch: missing, type: typeNames.packingList },
    withoutCharges: missing,
    withoutDocuments,
    beingDrawnUp,
    ...chargesOf(plain('chargedTwice'), plain('chargedAgain'), plain('oddAmounts')),
    ...documentsOf(plain('scans'), plain('damaged'), plain('long'), setting),
    withoutDispatch: looseDocument(ofMonth('withoutDispatch'), first, setting),
  };
  return { cases, dispatches };
}

type PlantSetting = Pick<Setting, 'parties' | 'today'>;

/**
 * The calendar month of a day's start, counted from that of round 0's end, and the day on which its cases are
 * created.
 */
function monthOf(today: number): { month: number; day: number } {
  // Santiago is three or four hours behind.
  const [at, from] = [new Date(today - dayInMs / 8), new Date(anchor - dayInMs / 8)];
  const month = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  return { month, day: new Date(anchor).setUTCMonth(new Date(anchor).getUTCMonth() + month) };
}

function drawnUp(stream: Stream, client: PracticeClient, { parties, today }: PlantSetting): PracticeDispatch {
  const kind = { recordType: 'dus', tipoTramite: 'EXPORTACION NORMAL', way: 'AEREO' } as const;
  const dispatch = makeDispatch(stream, parties, kind, { client, openedAt: today - dayInMs / 2, today });
  const type = typeNames.loadingInstructions;
  dispatch.documents.push(
    plainDocument(
      stream,
      { client, dispatch, type, filedAt: today - dayInMs / 4 },
      { ...issuerOf(type, dispatch, stream, parties), customer: client.party },
    ),
  );
  return dispatch;
}

type ChargeCase =
  | 'chargedTwice'
  | 'paidTwice'
  | 'sameFolio'
  | 'totalsOff'
  | 'unsupported'
  | 'withoutAmount'
  | 'undated';

function chargesOf(
  one: PlainDispatch,
  other: PlainDispatch,
  odd: PlainDispatch,
): Pick<PlantedCases, ChargeCase> {
  const [billedTwice, paidTwice] = [one.bill(0), one.bill(1)];
  const [before, again] = [other.bill(2), other.bill(3)];
  other.pay(before);
  other.pay({ ...again, folio: before.folio });
  const [plain, dateless, unknown] = [odd.bill(0), odd.bill(1), odd.bill(2)];
  const off = { net: 100_000, tax: 19_000, total: 120_190 };
  return {
    chargedTwice: [one.pay(billedTwice).invoice, other.pay(billedTwice).invoice],
    paidTwice: [
      { dispatch: one.dispatch, charge: one.pay(paidTwice).charge },
      { dispatch: other.dispatch, charge: other.payWithoutInvoice(paidTwice) },
    ],
    sameFolio: { dispatch: other.dispatch, folio: before.folio },
    totalsOff: { dispatch: odd.dispatch, charge: odd.pay({ ...plain, amounts: off }).charge },
    unsupported: { dispatch: odd.dispatch, charge: odd.payWithoutInvoice(odd.bill(3)) },
    withoutAmount: { dispatch: odd.dispatch, charge: odd.pay(unknown, 'amounts').charge },
    undated: { dispatch: odd.dispatch, charge: odd.pay(dateless, 'paidAt').charge },
  };
}

type DocumentCase =
  | 'twoOfOne'
  | 'lateArrival'
  | 'foreignDocument'
  | 'byFileKind'
  | 'long'
  | 'withoutFile'
  | 'inactive'
  | 'emptyInfoDoc'
  | 'unclassified'
  | 'offCatalogue';

function documentsOf(
  scans: PlainDispatch,
  damaged: PlainDispatch,
  long: PlainDispatch,
  { parties }: PlantSetting,
): Pick<PlantedCases, DocumentCase> {
  const { client, openedAt } = scans.dispatch;
  const stranger = parties.clients.find((other) => other !== client) ?? client;
  const lateAt = openedAt + 42 * dayInMs;
  const foreign = long.document(typeNames.invoice);
  foreign.infoDoc = { ...foreign.infoDoc, customer: stranger.party };
  long.file(typeNames.billOfLading);
  return {
    twoOfOne: { dispatch: long.dispatch, type: typeNames.billOfLading },
    lateArrival: Object.assign(scans.document(typeNames.origin), { filedAt: lateAt }),
    foreignDocument: foreign,
    byFileKind: {
      pdf: long.document(typeNames.agencyInvoice),
      encrypted: withFile(scans.document(typeNames.invoice), 'encrypted', 2),
      png: withFile(scans.document(typeNames.packingList), 'png', 1),
      jpg: withFile(damaged.document(typeNames.packingList), 'jpg', 1),
      damaged: withFile(damaged.document(typeNames.invoice), 'damaged', 3),
      xml: withFile(damaged.file(typeNames.thirdPartyInvoice), 'xml', 1),
    },
    long: withFile(long.document(typeNames.packingList), 'pdf', 300),
    withoutFile: withoutItsFile(damaged.file(typeNames.insurance)),
    inactive: scans.file(typeNames.insurance, { isActive: false }),
    emptyInfoDoc: long.file(typeNames.insurance, { infoDoc: {} }),
    unclassified: scans.file(typeNames.storageReceipt, { type: '' }),
    offCatalogue: damaged.file(typeNames.importReport),
  };
}

function withFile(document: PracticeDocument, kind: FileKind, pages: number): PracticeDocument {
  document.file = { kind, pages };
  return document;
}

function withoutItsFile(document: PracticeDocument): PracticeDocument {
  delete document.file;
  return document;
}

function looseDocument(
  stream: Stream,
  client: PracticeClient,
  { parties, today }: PlantSetting,
): PracticeDocument {
  const filedAt = today - 60 * dayInMs;
  const type = typeNames.mandate;
  const folio = String(stream.whole('folio', 1, 900));
  const printed = { folio, issuer: client.party, customer: parties.agency };
  return plainDocument(stream, { client, type, filedAt }, printed);
}
