import { compositeKey } from '../../../shared/composite-key.ts';
import { writtenDay } from '../../../shared/model/dates.ts';
import type { ClaimKind, ClaimReason, StatedLine } from '../../../shared/model/review.ts';
import type { DocumentFact, FactName } from '../text-index/fact-queries.ts';
import type { Totals } from './document-totals.ts';
import { folioKey, partyKey } from './folio.ts';

/** A document, what the service says of it, and what it states itself. */
export interface StatedDocument {
  /** Its own row, and that of its dispatch. */
  row: number;
  connectionId: string;
  documentId: string;
  dispatchRow: number;
  /** Of the service; `''` unknown. */
  folio: string;
  issuerId: string;
  totals: Totals;
  /** As the service has it; `''` unknown. */
  issueDate: string;
  /** What the only disbursement with its number and issuer says of its total. */
  paid: { total: number; amount: number | undefined } | undefined;
  facts: readonly DocumentFact[];
}

/** A dispatch, with what the service says of its declaration. */
export interface DeclaredDispatch {
  row: number;
  connectionId: string;
  number: string;
  /** Digits and check digit; `''` unknown. */
  declaration: string;
  acceptance: string;
  /** Its transport document, whose number may look like a container's. */
  transport: string;
  /** Whether every document of it is stored, is here, and is read completely. */
  isWhole(): boolean;
}

/** What a document states and something else contradicts. */
export interface Claim {
  reason: ClaimReason;
  /** The documents that show it, the one that states it first. */
  documents: readonly StatedDocument[];
  /** A dispatch that it concerns beside that of its documents. */
  otherDispatch?: DeclaredDispatch;
}

/**
 * Everything that these documents state and that the service, another document or their own sum contradicts.
 */
export function findClaims(
  documents: readonly StatedDocument[],
  dispatches: readonly DeclaredDispatch[],
): Claim[] {
  const byRow = new Map(dispatches.map((dispatch) => [dispatch.row, dispatch]));
  return [
    ...documents.flatMap(signatureClaim),
    ...documents.flatMap(folioClaim),
    ...documents.flatMap(totalClaims),
    ...documents.flatMap(paidClaim),
    ...documents.flatMap(issueDateClaim),
    ...declarationClaims(documents, dispatches, byRow),
    ...billClaims(documents, dispatches, byRow),
    ...totalsOfOneNumber(documents),
    ...loneContainers(documents, byRow),
  ];
}

const factOf = ({ facts }: StatedDocument, name: FactName) => facts.find((fact) => fact.name === name);

function stated({ documentId }: StatedDocument, { value, page, line }: DocumentFact): StatedLine {
  return { documentId, value, page, line };
}

function claim(
  kind: ClaimKind,
  document: StatedDocument,
  fact: DocumentFact,
  known: string,
  more: Partial<ClaimReason> = {},
): Claim {
  const reason = { kind, against: 'service', known, stated: stated(document, fact), ...more } as const;
  return { reason, documents: [document] };
}

function signatureClaim(document: StatedDocument): Claim[] {
  const signature = factOf(document, 'signature');
  return signature?.value === 'changed' ? [claim('signature-differs', document, signature, '')] : [];
}

/** An invoice whose own number is not the folio of the service. One that contains the other is the same. */
function folioClaim(document: StatedDocument): Claim[] {
  const number = factOf(document, 'number');
  const [own, known] = [folioKey(number?.value ?? ''), folioKey(document.folio)];
  if (
    !number ||
    !isInvoice(number) ||
    known === '' ||
    !/\d/.test(known) ||
    own.includes(known) ||
    known.includes(own)
  )
    return [];
  return [claim('folio-differs', document, number, document.folio)];
}

function isInvoice({ form }: DocumentFact): boolean {
  return form === 'dte' || form === 'printed-dte' || form === 'invoice';
}

/** The total of an electronic invoice beside the service's, and beside the sum of its own parts. */
function totalClaims(document: StatedDocument): Claim[] {
  const [total, sum] = [factOf(document, 'total'), factOf(document, 'sum')];
  if (total?.form !== 'dte' && total?.form !== 'printed-dte') return [];
  const { total: known } = document.totals;
  const differs = (other: number | undefined) =>
    other !== undefined && Math.abs(Number(total.value) - other) > 1;
  return [
    ...(differs(known) ? [claim('total-differs', document, total, String(known))] : []),
    ...(sum && differs(Number(sum.value))
      ? [
          claim('total-differs', document, total, sum.value, {
            against: 'own-sum',
            other: stated(document, sum),
          }),
        ]
      : []),
  ];
}

/** The total of an electronic invoice beside that of the one disbursement which names it. */
function paidClaim(document: StatedDocument): Claim[] {
  const total = factOf(document, 'total');
  const { paid } = document;
  if (!total || !paid || (total.form !== 'dte' && total.form !== 'printed-dte')) return [];
  const isNear = (amount: number | undefined) =>
    amount !== undefined && Math.abs(amount - Number(total.value)) <= 1;
  if (isNear(paid.total) || isNear(paid.amount)) return [];
  return [claim('total-differs', document, total, String(paid.total), { against: 'disbursement' })];
}

/** The day of an electronic invoice beside the service's; one day more or less may be its time zone. */
function issueDateClaim(document: StatedDocument): Claim[] {
  const date = factOf(document, 'date');
  const known = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(document.issueDate)?.[0];
  if (date?.form !== 'dte' || known === undefined) return [];
  const apart = Math.abs(Date.parse(date.value) - Date.parse(known));
  return apart > dayMs ? [claim('issue-date-differs', document, date, known)] : [];
}

const dayMs = 86_400_000;

/** A declaration that is another dispatch's, or whose date is not that of its dispatch. */
function declarationClaims(
  documents: readonly StatedDocument[],
  dispatches: readonly DeclaredDispatch[],
  byRow: ReadonlyMap<number, DeclaredDispatch>,
): Claim[] {
  const keyOf = ({ connectionId, declaration }: Pick<DeclaredDispatch, 'connectionId' | 'declaration'>) =>
    compositeKey(connectionId, declaration);
  const byNumber = Map.groupBy(
    dispatches.filter(({ declaration }) => declaration !== ''),
    keyOf,
  );
  return documents.flatMap((document) => {
    const [number, date] = [factOf(document, 'number'), factOf(document, 'date')];
    const own = byRow.get(document.dispatchRow);
    if (number?.form !== 'din' || !own || own.declaration === '') return [];
    if (isSameDeclaration(number.value, own.declaration)) {
      const known = writtenDay(own.acceptance);
      const isOther = date && known !== undefined && date.value !== known;
      return isOther ? [claim('date-differs', document, date, known)] : [];
    }
    const declaration = number.value;
    const [only, ...others] = byNumber.get(keyOf({ ...own, declaration })) ?? [];
    if (!only || others.length > 0) return [];
    const more = { otherDispatch: only.number };
    return [{ ...claim('other-dispatch', document, number, own.declaration, more), otherDispatch: only }];
  });
}

/** Shorter numbers of a transport document are no mark of one shipment. */
const minTransportLength = 8;

/**
 * A bill of lading that is another dispatch's alone. None where its dispatch has a bill with the number that
 * the service gives: this one may be the master bill of both.
 */
function billClaims(
  documents: readonly StatedDocument[],
  dispatches: readonly DeclaredDispatch[],
  byRow: ReadonlyMap<number, DeclaredDispatch>,
): Claim[] {
  const keyOf = (connectionId: string, number: string) => compositeKey(connectionId, transportKey(number));
  const byNumber = Map.groupBy(dispatches, ({ connectionId, transport }) => keyOf(connectionId, transport));
  return documents.flatMap((document) => {
    const number = factOf(document, 'number');
    const own = byRow.get(document.dispatchRow);
    if (number?.form !== 'bill' || !own) return [];
    const [stated, known] = [transportKey(number.value), transportKey(own.transport)];
    const isLong = Math.min(stated.length, known.length) >= minTransportLength;
    if (!isLong || isSameBill(stated, known)) return [];
    const [only, ...others] = byNumber.get(keyOf(own.connectionId, number.value)) ?? [];
    const hasOwnBill = documents.some(
      (other) =>
        other.dispatchRow === own.row &&
        other.facts.some(({ name, form, value }) => {
          return form === 'bill' && name === 'number' && isSameBill(transportKey(value), known);
        }),
    );
    // Asks the index for every document of the dispatch: it comes last.
    if (!only || others.length > 0 || hasOwnBill || !own.isWhole()) return [];
    const more = { otherDispatch: only.number };
    return [{ ...claim('other-dispatch-bill', document, number, own.transport, more), otherDispatch: only }];
  });
}

function transportKey(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** With or without the prefix of its carrier, or a suffix. */
function isSameBill(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

/** With or without its check digit. */
function isSameDeclaration(a: string, b: string): boolean {
  return a === b || (a.length > 8 && b.length > 8 && (a.startsWith(b) || b.startsWith(a)));
}

/** Invoices of one dispatch with the same number and currency, and different totals. */
function totalsOfOneNumber(documents: readonly StatedDocument[]): Claim[] {
  const named = documents.flatMap((document) => {
    const [number, total, currency] = (['number', 'total', 'currency'] as const).map((name) =>
      factOf(document, name),
    );
    if (number?.form !== 'invoice' || !total || !currency) return [];
    const key = compositeKey(document.dispatchRow, number.value, currency.value, partyKey(document.issuerId));
    return [{ key, document, total }];
  });
  return [...Map.groupBy(named, ({ key }) => key).values()].flatMap(([first, ...others]) => {
    const other = others.find(({ total }) => Number(total.value) !== Number(first?.total.value));
    if (!first || !other) return [];
    const more = { against: 'document', other: stated(other.document, other.total) } as const;
    const found = claim('total-differs', first.document, first.total, other.total.value, more);
    return [{ ...found, documents: [first.document, other.document] }];
  });
}

/** A container of a bill of lading that no other document of its dispatch names, though others name some. */
function loneContainers(
  documents: readonly StatedDocument[],
  byRow: ReadonlyMap<number, DeclaredDispatch>,
): Claim[] {
  const containersOf = ({ facts }: StatedDocument) => facts.filter(({ name }) => name === 'container');
  return [...Map.groupBy(documents, ({ dispatchRow }) => dispatchRow)].flatMap(([row, own]) => {
    const dispatch = byRow.get(row);
    if (!dispatch) return [];
    const lone = own
      .filter(({ facts }) => facts.some(({ form }) => form === 'bill'))
      .flatMap((bill) => {
        const named = own
          .filter((document) => document !== bill)
          .flatMap((document) => containersOf(document).map((fact) => ({ document, fact })));
        const [first] = named;
        const known = new Set(named.map(({ fact }) => fact.value));
        if (!first) return [];
        return containersOf(bill)
          .filter(({ value }) => !known.has(value) && !dispatch.transport.includes(value))
          .map((fact) => {
            const more = { against: 'document', other: stated(first.document, first.fact) } as const;
            const found = claim('lone-container', bill, fact, [...known].join(', '), more);
            return { ...found, documents: [bill, first.document] };
          });
      });
    // Asks the index for every document of the dispatch: it comes last.
    return lone.length > 0 && dispatch.isWhole() ? lone : [];
  });
}
