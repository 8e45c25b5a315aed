import { dayMs } from '../../../shared/model/dates.ts';
import { type Drafted, fileDocument } from './anomalies.ts';
import { isoDay } from './days.ts';
import { infoDocOf } from './machine-reading.ts';
import { typeNames } from './practice-types.ts';
import { hashText, type Random, type Stream } from './random.ts';
import type { Amounts, Charge, PracticeDispatch, Setting } from './records.ts';

/**
 * Adds one payment of the agency for a dispatch, possibly in the future, usually with the provider's invoice
 * among its documents. Returns the paid amount in whole pesos, also where the disbursement omits it.
 */
export function addCharge(dispatch: PracticeDispatch, stream: Stream, setting: Setting): number {
  const { toRepeat } = setting;
  const repeated = toRepeat.get(dispatch.client.rut);
  const isRepeat = repeated !== undefined && !dispatch.charges.includes(repeated);
  const bill = isRepeat ? repeated : newBill(dispatch, stream, setting);
  const { provider, folio, amounts } = bill;
  const paidAt =
    dispatch.openedAt + stream.whole('paidDay', 5, 14) * dayMs + stream.whole('paidMinute', 0, 600) * 60_000;
  // A repeated charge shows its amount both times, else the duplicate could not be detected.
  const hasAmount = isRepeat || !stream.chance('withoutAmount', 1 / 7);
  const isDated = !stream.chance('undated', 1 / 9);
  const charge: Charge = {
    id: stream.field('charge.id').id(),
    provider,
    folio,
    amounts: hasAmount ? amounts : undefined,
    paidAt: isDated ? paidAt : undefined,
    state: stream.pick('state', ['PAGADO', 'PAGADO', 'PAGADO', 'PENDIENTE', 'RENDIDO', '']),
  };
  dispatch.charges.push(charge);
  if (isRepeat) toRepeat.delete(dispatch.client.rut);
  else if (stream.chance('isRepeated', 1 / 29) && charge.amounts !== undefined) {
    toRepeat.set(dispatch.client.rut, charge);
  }
  const isUnsupported = !isRepeat && stream.chance('unsupported', 1 / 8);
  if (!isUnsupported) fileInvoice(dispatch, bill, paidAt, stream, setting);
  return bill.amounts?.total ?? 0;
}

/**
 * Adds the payment of duties and tax, which the treasury's receipt of an import documents. Returns the paid
 * amount in whole pesos.
 */
export function addDuties(dispatch: PracticeDispatch, stream: Stream, { parties }: Setting): number {
  const { duties } = dispatch;
  if (duties?.amounts === undefined) return 0;
  const { folio, amounts, paidAt } = duties;
  const id = stream.field('charge.id').id();
  dispatch.charges.push({ id, provider: parties.treasury, folio, amounts, paidAt, state: 'PAGADO' });
  return amounts.total;
}

/** The content of a provider's invoice. */
export type Bill = Pick<Charge, 'provider' | 'folio' | 'amounts'>;

function newBill(dispatch: PracticeDispatch, stream: Stream, { parties }: Setting): Bill {
  const before = dispatch.charges.at(-1);
  // Sometimes two providers bill one dispatch under the same number: a folio alone does not identify a
  // document.
  const isSameFolio = before !== undefined && stream.chance('isSameFolio', 1 / 12);
  const able = parties.providersBy[dispatch.way];
  const providers = isSameFolio ? able.filter((provider) => provider !== before.provider) : able;
  const random = stream.field('amounts');
  const printed = amountsOf(random, random.whole(15, 2200) * 1000);
  return {
    provider: stream.pick('provider', providers),
    folio: isSameFolio ? before.folio : String(stream.whole('folio', 900, 1_999_999)),
    // Some totals are not the sum of net and tax, as in real data.
    amounts: stream.chance('isTotalOff', 1 / 41) ? { ...printed, total: printed.total + 1190 } : printed,
  };
}

function fileInvoice(
  dispatch: PracticeDispatch,
  { provider, folio, amounts }: Bill,
  paidAt: number,
  stream: Stream,
  { parties, today }: Setting,
): void {
  const isToAgency = stream.chance('isToAgency', 1 / 5);
  const drafted: Drafted = {
    type: typeNames.thirdPartyInvoice,
    filedAt: paidAt + stream.whole('filedAt', 0, 4) * dayMs,
    amounts,
    infoDoc: infoDocOf(
      {
        folio: stream.chance('isPadded', 0.1) ? folio.padStart(9, '0') : folio,
        type: typeNames.thirdPartyInvoice,
        issuedAt: paidAt - stream.whole('issuedAt', 0, 6) * dayMs,
        issuer: provider.party,
        customer: isToAgency ? parties.agency : dispatch.client.party,
      },
      stream,
    ),
  };
  fileDocument(dispatch, stream, drafted, today);
}

/** Net, value added tax of 19 percent or none, total; whole pesos. */
function amountsOf(random: Random, net: number): Amounts {
  return random.chance(0.15) ? { net, tax: 0, total: net } : taxed(net);
}

/** With value added tax of 19 percent; whole pesos. */
export function taxed(net: number): Amounts {
  const tax = Math.round(net * taxRate);
  return { net, tax, total: net + tax };
}

/**
 * Rates of an import: ad valorem on CIF, which a trade agreement waives by origin; value added tax on CIF and
 * ad valorem.
 */
const adValoremRates = { general: 0.06, preferred: 0 };
const taxRate = 0.19;

/** Pesos per dollar for customs in the month of an instant; invented, the same for every agency. */
export function customsDollar(instant: number): number {
  return 890 + (hashText(`dólar aduanero ${isoDay(instant).slice(0, 7)}`) % 90);
}

/**
 * Duties and tax of an import of a CIF value in dollars at an instant: ad valorem as `net`, value added tax
 * as `tax`.
 */
export function dutiesOn(
  valorCif: number,
  paidAt: number,
  rate: keyof typeof adValoremRates = 'general',
): Amounts {
  const value = Math.round(valorCif * customsDollar(paidAt));
  const net = Math.round(value * adValoremRates[rate]);
  const tax = Math.round((value + net) * taxRate);
  return { net, tax, total: net + tax };
}
