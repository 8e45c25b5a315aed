import { AppError } from '../../../shared/errors.ts';
import { type Bill, taxed } from './charges.ts';
import { dayInMs } from './days.ts';
import { type DispatchKind, makeDispatch } from './dispatch.ts';
import {
  exemptFromAdValorem,
  expectationsOf,
  feesOf,
  issuerOf,
  printedAmounts,
} from './documents-of-dispatch.ts';
import type { Setting } from './generation-state.ts';
import { completeInfoDoc, type Printed } from './machine-reading.ts';
import type { PracticeClient } from './parties.ts';
import { type TypeName, typeNames } from './practice-types.ts';
import type { Stream } from './random.ts';
import type { PracticeDocument } from './records.ts';

/**
 * A dispatch without anomalies, to which a caller adds single ones. Its documents are active, read
 * completely, and PDFs of one page.
 */
export type PlainDispatch = ReturnType<typeof plainDispatch>;

/**
 * Creates a completed import by sea with every usual document from its stream; `openedAt` in milliseconds
 * since 1970, weeks before today.
 */
export function plainDispatch(
  stream: Stream,
  { client, openedAt }: { client: PracticeClient; openedAt: number },
  { parties, today }: Pick<Setting, 'parties' | 'today'>,
) {
  const dispatch = makeDispatch(stream, parties, plainKind, { client, openedAt, today });
  const { charges, wire } = dispatch;
  Object.assign(dispatch.status, { isCompleted: true, dueStatus: null });
  // The usual documents include its certificate of origin.
  exemptFromAdValorem(dispatch);
  const fees = feesOf(stream);
  let disbursed = 0;
  const filed = (type: TypeName, days: number, from: Stream): PracticeDocument => {
    const printed = { ...issuerOf(type, dispatch, from, parties), customer: client.party };
    const at = { client, dispatch, type, filedAt: openedAt + days * dayInMs };
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
  /** Pays a bill whose invoice is never filed; the charge can lack its amounts or its date. */
  const payWithoutInvoice = ({ provider, folio, amounts }: Bill, without?: 'amounts' | 'paidAt'): void => {
    charges.push({
      id: stream.of(`charge ${charges.length}`).field('id').id(),
      provider,
      folio,
      ...(without !== 'amounts' && amounts !== undefined && { amounts }),
      ...(without !== 'paidAt' && { paidAt: openedAt + 10 * dayInMs }),
      state: 'PAGADO',
      hasEveryAmount: true,
    });
    disbursed += amounts?.total ?? 0;
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
    /** Pays a bill and files its invoice; the charge can lack its amounts or its date. */
    pay(bill: Bill, without?: 'amounts' | 'paidAt'): void {
      payWithoutInvoice(bill, without);
      const invoice = file(typeNames.thirdPartyInvoice);
      const printed = { folio: bill.folio, type: invoice.type, issuedAt: invoice.filedAt - 5 * dayInMs };
      invoice.infoDoc = completeInfoDoc({ ...printed, issuer: bill.provider.party, customer: client.party });
      if (bill.amounts !== undefined) invoice.amounts = bill.amounts;
    },
  };
}

/** A document without anomalies, issued the day before it was filed. */
export function plainDocument(
  stream: Stream,
  filed: Pick<PracticeDocument, 'client' | 'dispatch' | 'type' | 'filedAt'>,
  printed: Pick<Printed, 'folio' | 'issuer' | 'customer'>,
): PracticeDocument {
  const { type, filedAt } = filed;
  return {
    ...filed,
    id: stream.field('id').id(),
    isActive: true,
    file: { kind: 'pdf', pages: 1 },
    infoDoc: completeInfoDoc({ ...printed, type, issuedAt: filedAt - dayInMs }),
  };
}

const plainKind: DispatchKind = {
  recordType: 'din',
  tipoTramite: 'IMPORTACION NORMAL',
  way: 'MARITIMA, FLUVIAL Y LACUSTRE',
};
