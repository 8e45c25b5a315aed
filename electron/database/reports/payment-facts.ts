import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { groupWord } from '../../../shared/dossier/expectation-rule.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { Scope } from '../../../shared/model/dossier.ts';
import type { PaymentFilter, PaymentGroup } from '../../../shared/model/payment-queries.ts';
import type { PaymentDimension, PaymentMeasure } from '../../../shared/model/payment-table.ts';
import { paymentDimensions, paymentMeasures } from '../../../shared/model/payment-table.ts';
import { fold } from '../../../shared/without-accents.ts';
import { reportRows } from '../damaged-rows.ts';
import { memoizeUntilWrite } from '../queries/memoize-until-write.ts';
import { number, parsed, type Row, text } from '../row.ts';
import { partyKey } from '../rules/folio.ts';
import { perDatabase } from '../statements.ts';
import { scopeCondition } from './dispatch-facts.ts';
import { wordsMatcher } from './report-filter.ts';

/** A disbursement as the table needs it: its groups, its amounts, and the text that a filter looks in. */
export interface PaymentFacts extends Readonly<Record<PaymentMeasure, number | undefined>> {
  /** Its row id. */
  row: number;
  dispatch: PaymentDispatch;
  parties: Parties;
  /** `YYYY-MM-DD`; `''` without a date. */
  day: string;
  /** As the service wrote it; `''` where it declares none (names.md). */
  currency: string;
  documentNumber: string;
}

interface PaymentDispatch {
  /** Its key across all connections. */
  key: string;
  number: string;
  rut: string;
}

/** What few disbursements differ in. */
interface Parties {
  supplier: string;
  supplierName: string;
  supplierRut: string;
  concept: string;
  conceptCode: string;
  /** `''` without data. */
  conceptName: string;
  state: string;
  /** The folded names and RUT that a filter looks in. */
  searched: string;
}

/** The disbursements of a scope, once until the file changes. */
const factsOf = perDatabase((database) =>
  memoizeUntilWrite(database)((scope) => {
    const { where, input } = scopeCondition(scope);
    return reportRows(database, {
      table: 'disbursement',
      alias: 'b',
      select: (from) => `SELECT b.id, b.dispatch, c.uuid, p.number, p.rut, b.day, b.currency, b.parties,
          b.document_number, ${paymentMeasures.map((measure) => `b.${measure}`).join(', ')}
        FROM ${from} JOIN dispatch p ON p.id = b.dispatch JOIN connection c ON c.id = p.connection WHERE ${where}`,
      input,
      toValue: factsReader(),
    });
  }),
);

/** Reads rows as facts. Thousands of them have one dispatch, supplier or concept: each is read once. */
function factsReader(): (row: Row) => PaymentFacts {
  const dispatches = new Map<number, PaymentDispatch>();
  const partiesByText = new Map<string, Parties>();
  const amountIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return (row) => ({
    row: number(row, 'id'),
    dispatch: getOrMake(dispatches, number(row, 'dispatch'), () => readDispatch(row)),
    parties: getOrMake(partiesByText, text(row, 'parties'), readParties),
    day: text(row, 'day'),
    currency: text(row, 'currency'),
    documentNumber: text(row, 'document_number'),
    amount: amountIn(row['amount']),
    net: amountIn(row['net']),
    tax: amountIn(row['tax']),
    exempt: amountIn(row['exempt']),
    balance: amountIn(row['balance']),
    debit: amountIn(row['debit']),
  });
}

function readDispatch(row: Row): PaymentDispatch {
  const dispatchNumber = text(row, 'number');
  return {
    key: compositeKey(text(row, 'uuid'), dispatchNumber),
    number: dispatchNumber,
    rut: text(row, 'rut'),
  };
}

/** Words that the initials of a name leave out. */
const joining = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'e', 'of', 'the', 'and']);

/**
 * Supplier, concept and state of a disbursement; its supplier's name, initials (`TGR`) and RUT as a filter
 * finds them.
 */
function readParties(json: string): Parties {
  const [supplierRut, supplierName, code, name, state] =
    parsed<[string, string, string, string, string]>(json);
  const folded = fold(supplierName);
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !joining.has(word));
  const initials = words.map((word) => word[0]).join('');
  const rut = partyKey(supplierRut);
  return {
    supplier: rut || groupWord(supplierName),
    supplierName,
    supplierRut,
    concept: code === '' && name === '' ? '' : compositeKey(groupWord(code), groupWord(name)),
    conceptCode: code,
    conceptName: name,
    state,
    searched: [
      [folded, initials, rut.toLowerCase(), fold(supplierRut)].join(' '),
      fold(`${code} ${name}`),
      fold(state),
    ].join('\n'),
  };
}

/** The group of a disbursement in a dimension. */
export function groupKeyOf(facts: PaymentFacts, dimension: PaymentDimension): string {
  switch (dimension) {
    case 'month':
      return facts.day.slice(0, 7);
    case 'client':
      return facts.dispatch.rut;
    case 'supplier':
      return facts.parties.supplier;
    case 'concept':
      return facts.parties.concept;
    case 'dispatch':
      return facts.dispatch.key;
  }
}

/** The disbursements of a scope that a filter names, by dispatch; a client's name is one of its words. */
export function filteredPayments(
  database: DatabaseSync,
  scope: Scope,
  filter: PaymentFilter,
  names: ClientNames,
): readonly PaymentFacts[] {
  const payments = factsOf(database)(scope, '');
  const matches = [inPeriod(filter.period), inGroup(filter.group), withWords(filter.words, names)].filter(
    (isMatch) => isMatch !== undefined,
  );
  if (matches.length === 0) return payments;
  return payments.filter((facts) => matches.every((isMatch) => isMatch(facts)));
}

type Match = ((facts: PaymentFacts) => boolean) | undefined;

function inPeriod(period: PaymentFilter['period']): Match {
  return period && (({ day }) => day >= period.start && day <= period.end);
}

function inGroup(of: PaymentGroup | undefined): Match {
  if (!of) return undefined;
  const { currency, ...group } = of;
  return (facts) =>
    (currency === undefined || facts.currency === currency) &&
    paymentDimensions.every(
      (dimension) => group[dimension] === undefined || group[dimension] === groupKeyOf(facts, dimension),
    );
}

function withWords(words: string | undefined, names: ClientNames): Match {
  const hasWords = wordsMatcher(words, names);
  if (!hasWords) return undefined;
  return ({ documentNumber, dispatch, parties }) =>
    hasWords(
      [dispatch.rut],
      (word) =>
        parties.searched.includes(word) ||
        `${documentNumber} ${dispatch.number}`.toLowerCase().includes(word),
    );
}
