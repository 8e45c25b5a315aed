import { compareTexts } from '../../../shared/compare-texts.ts';
import { compositeKey } from '../../../shared/composite-key.ts';
import { groupWord } from '../../../shared/dossier/expectation-rule.ts';
import { type AmountSum, sumAmounts } from '../../../shared/model/amounts.ts';
import type { PaymentSums, SumGroup } from '../../../shared/model/review.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { type Concept, conceptLabels } from './concept-labels.ts';

/** The summed values of a disbursement. Absent amounts are unknown, never 0 (names.md). */
interface PaymentAmounts {
  state: string;
  analysisCode: string;
  analysisName: string;
  /** `''` where the service declares none. */
  currency: string;
  amount?: number;
  net?: number;
  tax?: number;
  balance?: number;
  debit?: number;
}

const amounts = ['amount', 'net', 'tax', 'balance', 'debit'] as const;

/**
 * Sums of disbursements: total, by currency, and in each currency by state and by analysis; each with the
 * number of unknown amounts that it leaves out.
 */
export function sumPayments(payments: readonly PaymentAmounts[]): PaymentSums {
  const conceptLabel = conceptLabels(payments.map(conceptOf));
  return {
    all: sumGroup('', '', payments),
    byCurrency: grouped(
      payments,
      ({ currency }) => currency,
      ({ currency }) => currency,
    ),
    byState: grouped(
      payments,
      ({ currency, state }) => compositeKey(currency, groupWord(state)),
      ({ state }) => stateText(state),
    ),
    byAnalysis: grouped(
      payments,
      ({ currency, analysisCode, analysisName }) =>
        compositeKey(currency, groupWord(analysisCode), groupWord(analysisName)),
      (payment) => conceptLabel(conceptOf(payment)),
    ),
  };
}

function conceptOf({ analysisCode, analysisName }: PaymentAmounts): Concept {
  return { code: analysisCode, name: analysisName };
}

function grouped(
  payments: readonly PaymentAmounts[],
  key: (payment: PaymentAmounts) => string,
  label: (payment: PaymentAmounts) => string,
): SumGroup[] {
  const groups = Map.groupBy(payments, key);
  return [...groups]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([name, members]) => sumGroup(name, members[0] ? label(members[0]) : '', members));
}

function sumGroup(key: string, label: string, payments: readonly PaymentAmounts[]): SumGroup {
  const [amount, net, tax, balance, debit] = amounts.map((name) =>
    sumAmounts(payments.map((one) => one[name])),
  );
  const none: AmountSum = { sum: 0, known: 0, unknown: payments.length };
  return {
    key,
    label,
    currency: payments[0]?.currency ?? '',
    count: payments.length,
    amount: amount ?? none,
    net: net ?? none,
    tax: tax ?? none,
    balance: balance ?? none,
    debit: debit ?? none,
  };
}
