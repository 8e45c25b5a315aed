import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { groupWord } from '../../../shared/dossier/expectation-rule.ts';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import { currencyName, currencyPaths } from '../../../shared/model/currency.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { Scope } from '../../../shared/model/dossier.ts';
import type { PaymentFilter, PaymentGroup } from '../../../shared/model/payment-queries.ts';
import type { PaymentDimension, PaymentMeasure } from '../../../shared/model/payment-table.ts';
import { paymentDimensions } from '../../../shared/model/payment-table.ts';
import { fold } from '../../../shared/without-accents.ts';
import { reportRows } from '../damaged-rows.ts';
import { memoizeUntilWrite } from '../queries/memoize-until-write.ts';
import { optionalText, parsed, type Row, text } from '../row.ts';
import { exemptIn } from '../rules/document-totals.ts';
import { partyKey } from '../rules/folio.ts';
import { dateKey } from '../sort-keys.ts';
import { perDatabase } from '../statements.ts';
import { scopeCondition } from './dispatch-facts.ts';
import { wordsMatcher } from './report-filter.ts';

/** A disbursement as the table needs it: its groups, its amounts, and the text that a filter looks in. */
export interface PaymentFacts extends Readonly<Record<PaymentMeasure, number | undefined>> {
  id: string;
  connectionId: string;
  dispatchNumber: string;
  rut: string;
  /** `YYYY-MM-DD`; `''` without a date. */
  day: string;
  /** As the service wrote it; `''` where it declares none (names.md). */
  currency: string;
  supplier: string;
  supplierName: string;
  supplierRut: string;
  concept: string;
  conceptName: string;
  documentNumber: string;
  state: string;
  /** The folded texts that a filter looks in, and the numbers, of which few are folded. */
  searched: readonly string[];
  searchedNumbers: string;
}

const exemptPaths = ['montoExento', 'exento'];
const at = (paths: readonly string[]) => paths.map((path) => `b.item ->> '$.${path}'`).join(', ');
/** SQL: the currency of a disbursement `b`, for `currencyOf`. */
export const currencyColumn = `coalesce(${at(currencyPaths)}) AS currency`;

/** The disbursements of a scope, once until the file changes. */
const factsOf = perDatabase((database) =>
  memoizeUntilWrite(database)((scope) => {
    const { where, input } = scopeCondition(scope);
    return reportRows(database, {
      table: 'disbursement',
      alias: 'b',
      select: (from) => `SELECT b.id, c.uuid, p.number, p.rut, b.fields, ${currencyColumn},
          coalesce(${at(exemptPaths)}) AS exempt,
          coalesce(b.item -> '$.invoiceInfo.totals', b.item -> '$.documentInfo.totals') AS totals
        FROM ${from} JOIN dispatch p ON p.id = b.dispatch JOIN connection c ON c.id = p.connection WHERE ${where}`,
      input,
      toValue: factsReader(),
    });
  }),
);

/** Reads rows as facts. Thousands of them have one supplier, concept or day: each is folded once. */
function factsReader(): (row: Row) => PaymentFacts {
  const suppliers = new Map<string, SupplierText>();
  const concepts = new Map<string, ConceptText>();
  const days = new Map<string, Day>();
  const states = new Map<string, string>();
  return (row) => {
    const payment = parsed<Omit<Disbursement, 'item'>>(text(row, 'fields'));
    const { providerId, providerName, analysisCode, analysisName, documentNumber, state } = payment;
    const { amount, net, tax, balance, debit } = payment;
    const dispatchNumber = text(row, 'number');
    const supplier = once(suppliers, `${providerId}\n${providerName}`, () =>
      supplierText(providerId, providerName),
    );
    const concept = once(concepts, `${analysisCode}\n${analysisName}`, () =>
      conceptText(analysisCode, analysisName),
    );
    return {
      id: payment.id,
      connectionId: text(row, 'uuid'),
      dispatchNumber,
      rut: text(row, 'rut'),
      day: once(days, payment.date, () => dateKey(payment.date)),
      documentNumber,
      state,
      currency: currencyOf(row),
      supplier: supplier.key,
      supplierName: providerName,
      supplierRut: providerId,
      concept: concept.key,
      conceptName: concept.name,
      amount,
      net,
      tax,
      balance,
      debit,
      exempt: exemptOf(row),
      searched: [supplier.searched, concept.searched, once(states, state, () => fold(state))],
      searchedNumbers: `${documentNumber} ${dispatchNumber}`,
    };
  };
}

function once<Made>(known: Map<string, Made>, key: string, make: () => Made): Made {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

/** An object in place of a currency's name is no name. */
export function currencyOf(row: Row): string {
  const name = currencyName(row['currency']);
  return name.startsWith('{') || name.startsWith('[') ? '' : name;
}

function exemptOf(row: Row): number | undefined {
  const value = row['exempt'];
  if (typeof value === 'number') return value;
  const totals = optionalText(row, 'totals');
  return totals !== undefined && /ex|noaf/i.test(totals) ? exemptIn(parsed(totals)) : undefined;
}

/** Words that the initials of a name leave out. */
const joining = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'e', 'of', 'the', 'and']);

interface SupplierText {
  key: string;
  searched: string;
}

/** The key of a supplier, and its name, initials (`TGR`) and RUT as a filter finds them. */
function supplierText(id: string, name: string): SupplierText {
  const folded = fold(name);
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !joining.has(word));
  const initials = words.map((word) => word[0]).join('');
  const rut = partyKey(id);
  return {
    key: rut || groupWord(name),
    searched: [folded, initials, rut.toLowerCase(), fold(id)].join(' '),
  };
}

interface ConceptText extends SupplierText {
  name: string;
}

function conceptText(code: string, name: string): ConceptText {
  return {
    key: code === '' && name === '' ? '' : compositeKey(groupWord(code), groupWord(name)),
    name: [code, name].filter(Boolean).join(' · '),
    searched: fold(`${code} ${name}`),
  };
}

/** The group of a disbursement in a dimension. */
export function groupKeyOf(facts: PaymentFacts, dimension: PaymentDimension): string {
  switch (dimension) {
    case 'month':
      return facts.day.slice(0, 7);
    case 'client':
      return facts.rut;
    case 'supplier':
      return facts.supplier;
    case 'concept':
      return facts.concept;
    case 'dispatch':
      return compositeKey(facts.connectionId, facts.dispatchNumber);
  }
}

/** The disbursements of a scope that a filter names, by dispatch; a client's name is one of its words. */
export function filteredPayments(
  database: DatabaseSync,
  scope: Scope,
  filter: PaymentFilter,
  names: ClientNames,
): readonly PaymentFacts[] {
  const matches = [inPeriod(filter.period), inGroup(filter.group), withWords(filter.words, names)];
  return factsOf(database)(scope, '').filter((facts) => matches.every((isMatch) => isMatch(facts)));
}

type Match = (facts: PaymentFacts) => boolean;
const all: Match = () => true;

function inPeriod(period: PaymentFilter['period']): Match {
  return period ? ({ day }) => day >= period.start && day <= period.end : all;
}

function inGroup({ currency, ...group }: PaymentGroup = {}): Match {
  return (facts) =>
    (currency === undefined || facts.currency === currency) &&
    paymentDimensions.every(
      (dimension) => group[dimension] === undefined || group[dimension] === groupKeyOf(facts, dimension),
    );
}

function withWords(words: string | undefined, names: ClientNames): Match {
  const hasWords = wordsMatcher(words, names);
  if (!hasWords) return all;
  return ({ searched, searchedNumbers, rut }) =>
    hasWords(
      [rut],
      (word) => searched.some((each) => each.includes(word)) || searchedNumbers.toLowerCase().includes(word),
    );
}
