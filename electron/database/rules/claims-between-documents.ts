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
  const byTransport = Map.groupBy(dispatches, transportOf);
  return [...Map.groupBy(documents, ({ dispatchRow }) => dispatchRow)].flatMap(([row, own]) => {
    const copies = [...copiesOfInvoices(own), ...copiesOfBills(own)];
    const dispatch = byRow.get(row);
    if (!dispatch) return copies;
    const isShared = (byTransport.get(transportOf(dispatch)) ?? []).length > 1;
    const ofWhole = [...(isShared ? [] : weightClaims(own, dispatch)), ...loneContainers(own, dispatch)];
    // Asks the index for every document of the dispatch: it comes last.
    return [...copies, ...(ofWhole.length > 0 && dispatch.isWhole() ? ofWhole : [])];
  });
}

function transportOf({ connectionId, transport }: DeclaredDispatch): string {
  return compositeKey(connectionId, transportKey(transport));
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

/** What copies of one invoice have in common; undefined where its issuer is not known. */
function invoiceKey(document: StatedDocument): string | undefined {
  const [number, issuer] = [factOf(document, 'number'), factOf(document, 'issuer')];
  if (!number || !isSureNumber(document, number)) return undefined;
  if (issuer) return compositeKey('dte', partyKey(issuer.value), folioKey(number.value));
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
 * The weight of the only bill of lading of a dispatch beside that of its declaration, and beside a packing
 * list that has more: one that has less may be one of several.
 */
function weightClaims(documents: readonly StatedDocument[], dispatch: DeclaredDispatch): Claim[] {
  const known = transportKey(dispatch.transport);
  const bills = documents.filter(({ facts }) => facts.some(({ form }) => form === 'bill'));
  const isOnly = bills.every((bill) => {
    const number = numberOf('bill', bill);
    return number !== undefined && areTransportMarks(number, known) && isSameBill(number, known);
  });
  const [bill] = factsNamed('weight', bills);
  if (!bill || !isOnly) return [];
  return factsNamed('weight', documents)
    .filter((other) => {
      if (!isOther('weight', bill.fact.value, other.fact.value)) return false;
      if (other.fact.form === 'packing') return Number(other.fact.value) > Number(bill.fact.value);
      const number = numberOf('din', other.document);
      return number !== undefined && isSameDeclaration(number, dispatch.declaration);
    })
    .map((other) => claimAgainst('weight-differs', bill, other));
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
