import { compositeKey } from '../../../shared/composite-key.ts';
import { dayMs, writtenDay } from '../../../shared/model/dates.ts';
import type { DocumentFact } from '../text-index/fact-queries.ts';
import {
  areTransportMarks,
  type Claim,
  claim,
  type DeclaredDispatch,
  factOf,
  isOtherEdition,
  isSameBill,
  isSameDeclaration,
  isSureNumber,
  type StatedDocument,
  stated,
  transportKey,
} from './claim.ts';
import { claimsBetweenDocuments } from './claims-between-documents.ts';
import { folioKey, isSameNumber, mayBeSameNumber } from './folio.ts';
import { mayBeMisread } from './misread.ts';

/**
 * Everything that these documents state and that the service, another document or their own sum contradicts.
 * A value on a scan that may be the other one, read wrong, contradicts nothing.
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
    ...claimsBetweenDocuments(documents, dispatches),
  ].filter(({ isScanned, reason }) => !isScanned || !mayBeMisread(reason.stated.value, reason.known));
}

function signatureClaim(document: StatedDocument): Claim[] {
  const signature = factOf(document, 'signature');
  return signature?.value === 'changed' ? [claim('signature-differs', document, signature, '')] : [];
}

/** An invoice whose own number is not the folio of the service, nor a part of it, and does not have it. */
function folioClaim(document: StatedDocument): Claim[] {
  const number = factOf(document, 'number');
  const folio = folioKey(document.folio);
  if (!number || !isInvoice(number) || !/\d/.test(folio) || mayBeSameNumber(number.value, folio)) return [];
  return [claim('folio-differs', document, number, document.folio)];
}

function isInvoice({ form }: DocumentFact): boolean {
  return form === 'dte' || form === 'printed-dte' || form === 'invoice';
}

/** A guide may value what it does not bill; notes change the total of another document. */
const unbilledTypes: ReadonlySet<string> = new Set(['52', '56', '61']);

function isBilled(document: StatedDocument, { form }: DocumentFact): boolean {
  const isElectronic = form === 'dte' || form === 'printed-dte';
  return isElectronic && !unbilledTypes.has(factOf(document, 'type')?.value ?? '');
}

/** The total of an electronic invoice beside the service's, and beside the sum of its own parts. */
function totalClaims(document: StatedDocument): Claim[] {
  const [total, sum] = [factOf(document, 'total'), factOf(document, 'sum')];
  if (!total || !isBilled(document, total)) return [];
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
  const [number, total] = [factOf(document, 'number'), factOf(document, 'total')];
  const { paid } = document;
  if (!number || !isSureNumber(document, number)) return [];
  if (!total || !paid || !isBilled(document, total)) return [];
  const isNear = (amount: number | undefined) =>
    amount !== undefined && Math.abs(amount - Number(total.value)) <= 1;
  if (isNear(paid.total) || isNear(paid.amount)) return [];
  return [claim('total-differs', document, total, String(paid.total), { against: 'disbursement' })];
}

/**
 * The day of an invoice beside the service's; one day more or less may be its time zone. That of a commercial
 * invoice counts where the service names its number: it speaks of the same document.
 */
function issueDateClaim(document: StatedDocument): Claim[] {
  const [number, date] = [factOf(document, 'number'), factOf(document, 'date')];
  const known = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(document.issueDate)?.[0];
  if (!number || !date || !isInvoice(date) || known === undefined) return [];
  const { folio } = document;
  const isNamed = [folio, folioKey(folio)].some((one) => isSameNumber(number.value, one));
  // The service may speak of the original.
  if (date.form === 'invoice' && (!isNamed || isOtherEdition(document))) return [];
  const apart = Math.abs(Date.parse(date.value) - Date.parse(known));
  return apart > dayMs ? [claim('issue-date-differs', document, date, known)] : [];
}

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

/**
 * A bill of lading that is another dispatch's alone, and one to which the service gives the number of another
 * dispatch's. Nothing of the first kind where its dispatch has a bill with the number that the service gives:
 * this one may be the master bill of both.
 */
function billClaims(
  documents: readonly StatedDocument[],
  dispatches: readonly DeclaredDispatch[],
  byRow: ReadonlyMap<number, DeclaredDispatch>,
): Claim[] {
  const keyOf = (connectionId: string, number: string) => compositeKey(connectionId, transportKey(number));
  const byNumber = Map.groupBy(dispatches, ({ connectionId, transport }) => keyOf(connectionId, transport));
  const ofDispatch = Map.groupBy(documents, ({ dispatchRow }) => dispatchRow);
  return documents.flatMap((document) => {
    const number = factOf(document, 'number');
    const own = byRow.get(document.dispatchRow);
    if (number?.form !== 'bill' || !own) return [];
    const [stated, known, folio] = [number.value, own.transport, document.folio].map(transportKey);
    if (!stated || !known || !areTransportMarks(stated, known)) return [];
    const onlyOf = (key: string) => {
      const [only, ...others] = byNumber.get(keyOf(own.connectionId, key)) ?? [];
      return others.length === 0 ? only : undefined;
    };
    if (isSameBill(stated, known)) {
      if (!folio || !areTransportMarks(folio) || isSameBill(folio, stated)) return [];
      return onlyOf(folio) ? [claim('folio-differs', document, number, document.folio)] : [];
    }
    const other = onlyOf(stated);
    if (!other) return [];
    const hasOwnBill = ofDispatch.get(own.row)?.some(({ facts }) =>
      facts.some(({ name, form, value }) => {
        return form === 'bill' && name === 'number' && isSameBill(transportKey(value), known);
      }),
    );
    // Asks the index for every document of the dispatch: it comes last.
    if (hasOwnBill || !own.isWhole()) return [];
    const more = { otherDispatch: other.number };
    return [{ ...claim('other-dispatch-bill', document, number, own.transport, more), otherDispatch: other }];
  });
}
