import { isoDay } from './days.ts';
import { hashText } from './random.ts';

/** Whole pesos, as printed on a document. */
export interface Amounts {
  net: number;
  tax: number;
  total: number;
}

/**
 * Rates of an import: ad valorem on CIF, which a trade agreement waives by origin; value added tax on CIF and
 * ad valorem.
 */
const adValoremRates = { general: 0.06, preferred: 0 };
export const taxRate = 0.19;

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
