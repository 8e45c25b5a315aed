import { dayInMs } from './days.ts';
import type { Charge, PracticeDispatch } from './dispatch.ts';
import { filePaper } from './oddities.ts';
import type { Random } from './random.ts';
import { infoDocOf } from './reading.ts';
import type { Setting } from './tally.ts';
import { typeNames } from './types.ts';

/** One payment of the agency for a dispatch, most often with the provider's invoice among its papers. */
export function addCharge(dispatch: PracticeDispatch, setting: Setting): void {
  const { random, tally, today } = setting;
  const place = tally.charges++;
  const repeated = tally.toRepeat.get(dispatch.client.rut);
  const isRepeat = repeated !== undefined && !dispatch.charges.includes(repeated);
  const bill = isRepeat ? repeated : newBill(dispatch, place, setting);
  const { provider, folio, amounts } = bill;
  const paidAt = dispatch.openedAt + random.whole(5, 25) * dayInMs + random.whole(0, 600) * 60_000;
  const charge: Charge = {
    id: random.id(),
    provider,
    folio,
    // What is charged twice shows its amount both times, else nobody could see it.
    ...((isRepeat || place % 7 !== 3) && amounts !== undefined && { amounts }),
    ...(place % 9 !== 4 && paidAt < today && { paidAt }),
    state: random.pick(['PAGADO', 'PAGADO', 'PAGADO', 'PENDIENTE', 'RENDIDO', '']),
  };
  dispatch.charges.push(charge);
  if (isRepeat) tally.toRepeat.delete(dispatch.client.rut);
  else if (place % 29 === 12 && charge.amounts !== undefined) tally.toRepeat.set(dispatch.client.rut, charge);
  const isUnsupported = !isRepeat && place % 8 === 6;
  if (!isUnsupported) fileInvoice(dispatch, bill, { place, paidAt }, setting);
}

type Bill = Pick<Charge, 'provider' | 'folio' | 'amounts'>;

function newBill(dispatch: PracticeDispatch, place: number, { random, parties }: Setting): Bill {
  const before = dispatch.charges.at(-1);
  // Now and then two providers bill one dispatch under the same number: a folio alone names no paper.
  const isSameFolio = place % 23 === 20 && before !== undefined;
  const providers = isSameFolio
    ? parties.providers.filter((provider) => provider !== before.provider)
    : parties.providers;
  const printed = amountsOf(random, random.whole(15, 2200) * 1000);
  return {
    provider: random.pick(providers),
    folio: isSameFolio ? before.folio : String(random.whole(900, 1_999_999)),
    // Some totals are not the sum of net and tax, as it happens on paper.
    amounts: place % 41 === 5 ? { ...printed, total: printed.total + 1190 } : printed,
  };
}

function fileInvoice(
  dispatch: PracticeDispatch,
  { provider, folio, amounts }: Bill,
  { place, paidAt }: { place: number; paidAt: number },
  setting: Setting,
): void {
  const { random, parties } = setting;
  filePaper(dispatch, setting, {
    type: typeNames.thirdPartyInvoice,
    filedAt: paidAt + random.whole(0, 4) * dayInMs,
    ...(amounts !== undefined && { amounts }),
    infoDoc: infoDocOf(random, {
      folio: random.chance(0.1) ? folio.padStart(9, '0') : folio,
      type: typeNames.thirdPartyInvoice,
      issuedAt: paidAt - random.whole(0, 6) * dayInMs,
      issuer: provider.party,
      customer: place % 5 === 2 ? parties.agency : dispatch.client.party,
    }),
  });
}

/** Net, value added tax of 19 percent or none, total; whole pesos. */
export function amountsOf(random: Random, net: number): NonNullable<Charge['amounts']> {
  const tax = random.chance(0.15) ? 0 : Math.round(net * 0.19);
  return { net, tax, total: net + tax };
}
