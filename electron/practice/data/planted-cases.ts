import { AppError } from '../../../shared/errors.ts';
import { dayMs } from '../../../shared/model/dates.ts';
import { plainDocument } from './anomalies.ts';
import { type Bill, taxed } from './charges.ts';
import { inRound } from './data-periods.ts';
import { workingTime } from './days.ts';
import { makeDispatch, usualImport } from './dispatch.ts';
import { exemptFromAdValorem, feesOf, issuerOf, printedAmounts } from './documents-of-dispatch.ts';
import { completeInfoDoc } from './machine-reading.ts';
import type { Parties, PracticeClient } from './parties.ts';
import { expectationsOf, type TypeName, typeNames } from './practice-types.ts';
import type { Stream } from './random.ts';
import type { Charge, PracticeDispatch, PracticeDocument, Setting } from './records.ts';

/** The dispatches in which every agency has one case of each kind, whatever its seed. */
export type Planted = ReturnType<typeof plantCases>;

/**
 * Creates the planted cases of a day's month, each dispatch from the stream of its name. They are completed
 * imports by sea of the first client, and an export of the second, or only, one that is being drawn up.
 */
export function plantCases(
  streamFor: (name: string) => Stream,
  [first, second = first]: readonly [PracticeClient, ...PracticeClient[]],
  { parties, today, end }: PlantSetting & { end: number },
) {
  const { month, day } = monthOf(today, end);
  // As on one fixed day of the month, so that they are equal on all of its days.
  const setting = { parties, today: day };
  /** By the name of its case, each with the number of its month or week. */
  const dispatches = new Map<string, { dispatch: PracticeDispatch; turn: number }>();
  const plain = (name: string): PlainDispatch => {
    // Early enough for documents that come weeks later; the first ones within the last 90 days.
    const openedAt = workingTime(setting.today - (50 + dispatches.size * 9) * dayMs + dayMs / 2);
    const planted = plainDispatch(streamFor(inRound(name, month)), { client: first, openedAt }, setting);
    dispatches.set(name, { dispatch: planted.dispatch, turn: month });
    return planted;
  };
  const complete = plain('complete');
  complete.pay(complete.bill(0));
  complete.pay(complete.bill(1));
  const missing = plain('missingPaper').dispatch;
  missing.documents = missing.documents.filter(({ type }) => type !== typeNames.packingList);
  plain('withoutDocuments').dispatch.documents = [];
  const week = Math.floor((today - end) / (7 * dayMs));
  const drawnUpAs = { parties, today: end + week * 7 * dayMs };
  const beingDrawnUp = drawnUp(streamFor(inRound('beingDrawnUp', week)), second, drawnUpAs);
  dispatches.set('beingDrawnUp', { dispatch: beingDrawnUp, turn: week });
  plantCharges(plain('chargedTwice'), plain('chargedAgain'), plain('oddAmounts'));
  plantDocuments(plain('scans'), plain('damaged'), plain('long'), parties);
  const loose = streamFor(inRound('withoutDispatch', month));
  const folio = String(loose.whole('folio', 1, 900));
  const withoutDispatch = plainDocument(
    loose,
    { client: first, type: typeNames.mandate, filedAt: day - 60 * dayMs },
    { folio, issuer: first.party, customer: parties.agency },
  );
  return { dispatches, withoutDispatch };
}

type PlantSetting = Pick<Setting, 'parties' | 'today'>;

/**
 * The calendar month of a day's start, counted from that of round 0's end, and the day on which its cases are
 * created.
 */
function monthOf(today: number, end: number): { month: number; day: number } {
  // Santiago is three or four hours behind.
  const [at, from] = [new Date(today - dayMs / 8), new Date(end - dayMs / 8)];
  const month = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  return { month, day: new Date(end).setUTCMonth(new Date(end).getUTCMonth() + month) };
}

function drawnUp(stream: Stream, client: PracticeClient, { parties, today }: PlantSetting): PracticeDispatch {
  const kind = { recordType: 'dus', tipoTramite: 'EXPORTACION NORMAL', way: 'AEREO' } as const;
  const dispatch = makeDispatch(stream, parties, kind, { client, openedAt: today - dayMs / 2, today });
  const type = typeNames.loadingInstructions;
  dispatch.documents.push(
    plainDocument(
      stream,
      { client, dispatch, type, filedAt: today - dayMs / 4 },
      { ...issuerOf(type, dispatch, stream, parties), customer: client.party },
    ),
  );
  return dispatch;
}

function plantCharges(one: PlainDispatch, other: PlainDispatch, odd: PlainDispatch): void {
  // Two providers bill under one folio.
  const before = other.bill(2);
  other.pay(before);
  other.pay({ ...other.bill(3), folio: before.folio });
  // One bill is charged twice, with its invoice; the next one again, without.
  one.pay(one.bill(0));
  other.pay(one.bill(0));
  one.pay(one.bill(1));
  other.payWithoutInvoice(one.bill(1));
  // Net plus tax is not the total.
  odd.pay({ ...odd.bill(0), amounts: { net: 100_000, tax: 19_000, total: 120_190 } });
  odd.payWithoutInvoice(odd.bill(3));
  odd.pay(odd.bill(2), { amounts: undefined });
  odd.pay(odd.bill(1), { paidAt: undefined });
}

function plantDocuments(
  scans: PlainDispatch,
  damaged: PlainDispatch,
  long: PlainDispatch,
  { clients }: Parties,
): void {
  const { client, openedAt } = scans.dispatch;
  const stranger = clients.find((other) => other !== client) ?? client;
  const foreign = long.document(typeNames.invoice);
  foreign.infoDoc = { ...foreign.infoDoc, customer: stranger.party };
  // A second one of a type that usually occurs once.
  long.file(typeNames.billOfLading);
  // Six weeks late.
  scans.document(typeNames.origin).filedAt = openedAt + 42 * dayMs;
  scans.document(typeNames.invoice).file = { kind: 'encrypted', pages: 2 };
  scans.document(typeNames.packingList).file = { kind: 'png', pages: 1 };
  damaged.document(typeNames.packingList).file = { kind: 'jpg', pages: 1 };
  damaged.document(typeNames.invoice).file = { kind: 'damaged', pages: 3 };
  damaged.file(typeNames.thirdPartyInvoice).file = { kind: 'xml', pages: 1 };
  long.document(typeNames.packingList).file = { kind: 'pdf', pages: 300 };
  delete damaged.file(typeNames.insurance).file;
  scans.file(typeNames.insurance, { isActive: false });
  long.file(typeNames.insurance, { infoDoc: {} });
  // Unclassified, and of a type outside the catalogue.
  scans.file(typeNames.storageReceipt, { type: '' });
  damaged.file(typeNames.importReport);
}

/**
 * A dispatch without anomalies, to which a caller adds single ones. Its documents are active, read
 * completely, and PDFs of one page.
 */
type PlainDispatch = ReturnType<typeof plainDispatch>;

/**
 * Creates a completed import by sea with every usual document from its stream; `openedAt` in milliseconds
 * since 1970, weeks before today.
 */
function plainDispatch(
  stream: Stream,
  { client, openedAt }: { client: PracticeClient; openedAt: number },
  { parties, today }: PlantSetting,
) {
  const dispatch = makeDispatch(stream, parties, usualImport, { client, openedAt, today });
  const { charges, wire } = dispatch;
  Object.assign(dispatch.status, { isCompleted: true, dueStatus: null });
  // The usual documents include its certificate of origin.
  exemptFromAdValorem(dispatch);
  const fees = feesOf(stream);
  let disbursed = 0;
  const filed = (type: TypeName, days: number, from: Stream): PracticeDocument => {
    const printed = { ...issuerOf(type, dispatch, from, parties), customer: client.party };
    const at = { client, dispatch, type, filedAt: openedAt + days * dayMs };
    const document = plainDocument(from, at, printed);
    Object.assign(document, printedAmounts(type, dispatch, { fees, disbursed }));
    if (type === typeNames.invoice && wire.valorFob !== null)
      document.invoiced = Math.round(wire.valorFob * 100);
    dispatch.documents.push(document);
    return document;
  };
  for (const { type, arrives, frequency } of expectationsOf(dispatch)) {
    if (frequency !== 'rare') filed(type, arrives[1], stream.of(type));
  }
  /** Files one more document of a type, without anomalies except for `overrides`. */
  const file = (type: TypeName, overrides: Partial<PracticeDocument> = {}): PracticeDocument => {
    const before = dispatch.documents.filter((document) => document.type === type).length;
    return Object.assign(filed(type, 12, stream.of(`${type} ${before}`)), overrides);
  };
  /** Pays a bill whose invoice is never filed; the charge can differ from others. */
  const payWithoutInvoice = (bill: Bill, overrides: Partial<Charge> = {}): void => {
    const id = stream.of(`charge ${charges.length}`).field('id').id();
    const paidAt = openedAt + 10 * dayMs;
    charges.push({ ...bill, id, paidAt, state: 'PAGADO', hasEveryAmount: true, ...overrides });
    disbursed += bill.amounts?.total ?? 0;
    for (const document of dispatch.documents)
      if (document.type === typeNames.bill)
        Object.assign(document, printedAmounts(typeNames.bill, dispatch, { fees, disbursed }));
  };
  return {
    dispatch,
    file,
    payWithoutInvoice,
    /** Its document of a type. */
    document(type: TypeName): PracticeDocument {
      const found = dispatch.documents.find((document) => document.type === type);
      if (found === undefined) throw new AppError('UNEXPECTED', `a plain dispatch has no ${type}`);
      return found;
    },
    /** A provider's bill by index: each has its own provider. */
    bill(index: number): Bill {
      const from = stream.of(`bill ${index}`);
      const provider = parties.providers[index % parties.providers.length];
      if (provider === undefined) throw new AppError('UNEXPECTED', 'an agency has no provider');
      const folio = String(from.whole('folio', 100_000, 999_999));
      return { provider, folio, amounts: taxed(from.whole('net', 15, 2200) * 1000) };
    },
    /** Pays a bill and files its invoice; the charge can differ from others. */
    pay(bill: Bill, overrides?: Partial<Charge>): void {
      payWithoutInvoice(bill, overrides);
      const invoice = file(typeNames.thirdPartyInvoice, { amounts: bill.amounts });
      const printed = { folio: bill.folio, type: invoice.type, issuedAt: invoice.filedAt - 5 * dayMs };
      invoice.infoDoc = completeInfoDoc({ ...printed, issuer: bill.provider.party, customer: client.party });
    },
  };
}
