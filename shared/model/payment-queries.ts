import { z } from 'zod';
import { scopeSchema } from './dossier.ts';
import { paymentDimensions, paymentMeasures } from './payment-table.ts';
import { textFilterSchema } from './value-schemas.ts';

const groupKeySchema = z.string().max(1000);

/** One figure of the table: the keys of its groups; `''` is the group without a value. */
const paymentGroupSchema = z.object({
  month: groupKeySchema.optional(),
  client: groupKeySchema.optional(),
  supplier: groupKeySchema.optional(),
  concept: groupKeySchema.optional(),
  dispatch: groupKeySchema.optional(),
  currency: groupKeySchema.optional(),
});
export type PaymentGroup = z.infer<typeof paymentGroupSchema>;

/** Which disbursements are meant: those with all these words, of these days, of this figure. */
export const paymentFilterSchema = textFilterSchema.extend({ group: paymentGroupSchema.optional() });
export type PaymentFilter = z.infer<typeof paymentFilterSchema>;

export const paymentTableSchema = z.object({
  scope: scopeSchema,
  filter: paymentFilterSchema.optional(),
  rows: z.enum(paymentDimensions),
  /** Absent: the columns are the amounts themselves. */
  columns: z.enum(paymentDimensions).optional(),
  /** The amount that stands in the columns of groups. */
  measure: z.enum(paymentMeasures),
});
export type PaymentTableQuery = z.infer<typeof paymentTableSchema>;
