import { z } from 'zod';
import { scopeSchema } from './dossier.ts';
import { paymentFilterSchema } from './payment-queries.ts';
import { findingKinds, maxRegisterLength } from './review.ts';
import { rutSchema, textFilterSchema } from './value-schemas.ts';

export const reconcileSchema = z.object({
  text: z.string().max(maxRegisterLength),
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
  ruts: z.array(rutSchema).max(1000).optional(),
});

/** The bytes of a workbook. */
export const registerWorkbook = z.object({
  base64: z.string().max(Math.ceil(maxRegisterLength / 3) * 4),
});

export type ReconcileQuery = z.infer<typeof reconcileSchema>;

export const paymentsQuery = z.object({
  scope: scopeSchema,
  only: z.enum(['supported', 'unsupported', 'no-number']).optional(),
  filter: paymentFilterSchema.optional(),
});

export const findingsQuery = z.object({
  scope: scopeSchema,
  kinds: z.array(z.enum(findingKinds)).min(1).optional(),
  withDismissed: z.boolean(),
  /** The days are those of dispatches. */
  filter: textFilterSchema.optional(),
});
