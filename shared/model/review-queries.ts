import { z } from 'zod';
import { scopeSchema } from './dossier.ts';
import { paymentFilterSchema } from './payment-queries.ts';
import { findingKinds } from './review.ts';

export const reconcileSchema = z.object({
  text: z.string().max(2_000_000),
  connectionIds: z.array(z.string().min(1).max(200)).max(50).optional(),
});

export const paymentsQuery = z.object({
  scope: scopeSchema,
  only: z.enum(['supported', 'unsupported', 'no-number']).optional(),
  filter: paymentFilterSchema.optional(),
});

export const findingsQuery = z.object({
  scope: scopeSchema,
  kinds: z.array(z.enum(findingKinds)).min(1).optional(),
  withDismissed: z.boolean(),
});
