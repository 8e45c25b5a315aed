import { z } from 'zod';
import { paymentTableSchema } from '../model/payment-queries.ts';
import { paymentDimensions, paymentMeasures } from '../model/payment-table.ts';

const title = z.string().max(300);

/** The texts of a saved table of disbursements, in the page's language. */
const savedTableTexts = z.object({
  /** The name of the file and of its first sheet; that of the sheet with the disbursements. */
  name: z.string().trim().min(1).max(120),
  payments: z.string().trim().min(1).max(31),
  dimension: z.record(z.enum(paymentDimensions), title),
  measure: z.record(z.enum(paymentMeasures), title),
  rut: title,
  count: title,
  total: title,
  unknown: title,
  noLabel: title,
  currency: title,
  date: title,
  documentNumber: title,
  state: title,
  row: title,
  column: title,
  /** Names of the months, by `YYYY-MM`. */
  months: z.record(z.string().max(7), title),
});
export type SavedTableTexts = z.infer<typeof savedTableTexts>;

/** A table of disbursements to save. */
export const savedPaymentTable = z.object({
  format: z.enum(['csv', 'xlsx']),
  query: paymentTableSchema,
  texts: savedTableTexts,
  note: z.string().max(2000).optional(),
});
export type SavedPaymentTable = z.infer<typeof savedPaymentTable>;
