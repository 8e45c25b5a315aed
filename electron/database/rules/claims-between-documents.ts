import { compositeKey } from '../../../shared/composite-key.ts';
import type { ClaimKind } from '../../../shared/model/review.ts';
import type { FactForm, FactName } from '../text-index/fact-queries.ts';
import {
  areTransportMarks,
  type Claim,
  claimAgainst,
  type DeclaredDispatch,
  type FactOfDocument,
  factOf,
  isOtherEdition,
  isSameBill,
  isSameDeclaration,
  isSureNumber,
  type StatedDocument,
  transportKey,
} from './claim.ts';
import { folioKey, partyKey } from './folio.ts';

/** What documents of one dispatch state, and another document of it contradicts. */
export function claimsBetweenDocuments(
  documents: readonly StatedDocument[],
  dispatches: readonly DeclaredDispatch[],
): Claim[] {
  const byRow = new Map(dispatches.map((dispatch) => [dispatch.row, dispatch]));
  let shared: ReadonlySet<string> | undefined;
  const isShared = (dispatch: DeclaredDispatch) => {
    shared ??= sharedBills(dispatches);
    return shared.has(billOf(dispatch));
  };
  return [...Map.groupBy(documents, ({ dispatchRow }) => dispatchRow)].flatMap(([row, own]) => {
    const originals = own.filter((document) => !isOtherEdition(document));
    const copies = [...copiesOfInvoices(originals), ...copiesOfBills(originals)];
    const dispatch = byRow.get(row);
    // Nothing says which edition of a bill or declaration is the valid one.
    if (!dispatch || originals.length < own.length) return copies;
    const weights = weightClaims(own, dispatch);
    const isOfOther = weights.length > 0 && isShared(dispatch);
    const ofWhole = [...(isOfOther ? [] : weights), ...loneContainers(own, dispatch)];
    // Asks the index for every document of the dispatch: it comes last.
    return [...copies, ...(ofWhole.length > 0 && dispatch.isWhole() ? ofWhole : [])];
  });
}

/** The agency and the transport document of a dispatch. */
function billOf({ connectionId, transport }: DeclaredDispatch): string {
  return compositeKey(connectionId, transportKey(transport));
}

/**
 * The bills of lading that several dispatches of an agency may have. Of each number all parts are looked up
 * that are as long as another number: comparing every two numbers takes minutes for 20,000 dispatches.
 */
function sharedBills(dispatches: readonly DeclaredDispatch[]): ReadonlySet<string> {
  const marked = dispatches.filter(({ transport }) => areTransportMarks(transportKey(transport)));
  const byBill = Map.groupBy(marked, billOf);
  const lengths = new Set(marked.map(({ transport }) => transportKey(transport).length));
  const shared = new Set<string>();
  for (const [bill, [first, ...others]] of byBill) {
    if (!first) continue;
    if (others.length > 0) shared.add(bill);
    const number = transportKey(first.transport);
    for (const length of lengths) {
      for (let from = 0; from + length <= number.length && length < number.length; from++) {
        const part = compositeKey(first.connectionId, number.slice(from, from + length));
        if (byBill.has(part)) shared.add(bill).add(part);
      }
    }
  }
  return shared;
}

/** Invoices with the same issuer and number, and another currency, total or day. */
function copiesOfInvoices(documents: readonly StatedDocument[]): Claim[] {
  const copies = Map.groupBy(documents, invoiceKey);
  copies.delete(undefined);
  return [...copies.values()].flatMap((same) => {
    const currencies = firstContradiction('currency-differs', 'currency', same);
    const isOneCurrency = currencies.length === 0;
    return [
      ...currencies,
      // Amounts of two currencies are not compared.
      ...(isOneCurrency ? firstContradiction('total-differs', 'total', same) : []),
      ...firstContradiction('issue-date-differs', 'date', same),
    ];
  });
}

/** What copies of one invoice have in common; undefined where its issuer or its type is not known. */
function invoiceKey(document: StatedDocument): string | undefined {
  const [number, issuer] = [factOf(document, 'number'), factOf(document, 'issuer')];
  if (!number || !isSureNumber(document, number)) return undefined;
  const type = factOf(document, 'type');
  if (issuer) return type && compositeKey('dte', type.value, partyKey(issuer.value), folioKey(number.value));
  if (number.form !== 'invoice') return undefined;
  const known = partyKey(document.issuerId || document.issuerName);
  return known === '' ? undefined : compositeKey('invoice', known, number.value);
}

/** Bills of lading with the same number and another weight. */
function copiesOfBills(documents: readonly StatedDocument[]): Claim[] {
  const bills = Map.groupBy(documents, (document) => {
    const number = numberOf('bill', document);
    return number !== undefined && areTransportMarks(number) ? number : undefined;
  });
  bills.delete(undefined);
  return [...bills.values()].flatMap((same) => firstContradiction('weight-differs', 'weight', same));
}

/** The first of these documents that states a fact, beside the first that states another value of it. */
function firstContradiction(kind: ClaimKind, name: FactName, documents: readonly StatedDocument[]): Claim[] {
  const [first, ...others] = factsNamed(name, documents);
  const other = others.find(({ fact }) => first && isOther(name, first.fact.value, fact.value));
  return first && other ? [claimAgainst(kind, first, other)] : [];
}

function factsNamed(name: FactName, documents: readonly StatedDocument[]): FactOfDocument[] {
  return documents.flatMap((document) => {
    const fact = factOf(document, name);
    return fact ? [{ document, fact }] : [];
  });
}

/** Weights are rounded to kilos, totals to cents or not at all. */
function isOther(name: FactName, a: string, b: string): boolean {
  if (name === 'weight') return Math.abs(Number(a) - Number(b)) > 1;
  return name === 'total' ? Number(a) !== Number(b) : a !== b;
}

/** The number of a bill or declaration in comparable form. */
function numberOf(form: FactForm, document: StatedDocument): string | undefined {
  const number = factOf(document, 'number');
  return number?.form === form && isSureNumber(document, number) ? transportKey(number.value) : undefined;
}

/**
 * The declaration of a dispatch that weighs more than its only bill of lading. One that weighs less may be of
 * a part: from a warehouse, or of a bill that is divided. A packing list may be of the whole order.
 */
function weightClaims(documents: readonly StatedDocument[], dispatch: DeclaredDispatch): Claim[] {
  const known = transportKey(dispatch.transport);
  const bills = documents.filter(({ facts }) => facts.some(({ form }) => form === 'bill'));
  const isOnly = bills.every((bill) => {
    const number = numberOf('bill', bill);
    return number !== undefined && areTransportMarks(number, known) && isOneBill(number, known);
  });
  const [bill] = factsNamed('weight', bills);
  if (!bill || !isOnly) return [];
  return factsNamed('weight', documents)
    .filter(({ document, fact }) => {
      const number = numberOf('din', document);
      const isDeclared = number !== undefined && isSameDeclaration(number, dispatch.declaration);
      // Weights are rounded to kilos.
      return isDeclared && Number(fact.value) - Number(bill.fact.value) > 1;
    })
    .map((other) => claimAgainst('weight-differs', bill, other));
}

/** Whether two keys are of one bill and name no further one: only the letters of a carrier differ. */
function isOneBill(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return isSameBill(short, long) && /^[A-Z]*$/.test(long.replace(short, ''));
}

/** Containers of a bill of lading that no other document names, though others name some. */
function loneContainers(documents: readonly StatedDocument[], dispatch: DeclaredDispatch): Claim[] {
  const containersOf = (document: StatedDocument): FactOfDocument[] =>
    document.facts.filter(({ name }) => name === 'container').map((fact) => ({ document, fact }));
  return documents
    .filter(({ facts }) => facts.some(({ form }) => form === 'bill'))
    .flatMap((bill) => {
      const named = documents.filter((document) => document !== bill).flatMap(containersOf);
      const [first] = named;
      const known = new Set(named.map(({ fact }) => fact.value));
      if (!first) return [];
      return containersOf(bill)
        .filter(({ fact }) => !known.has(fact.value) && !dispatch.transport.includes(fact.value))
        .map((own) => claimAgainst('lone-container', own, first, [...known].join(', ')));
    });
}
