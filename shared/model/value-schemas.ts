import { z } from 'zod';
import { isDay, type Range } from './dates.ts';
import type { Rut } from './rut.ts';

/** A calendar day that exists. */
export const daySchema = z.string().refine(isDay);

/** A range of days, as it crosses the IPC bridge. */
export const rangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), start: daySchema, end: daySchema }),
  z.object({ kind: z.literal('last-days'), days: z.number().int().min(1).max(3660) }),
  z.object({ kind: z.literal('this-month') }),
  z.object({ kind: z.literal('last-month') }),
  z.object({ kind: z.literal('this-year') }),
]) satisfies z.ZodType<Range>;

/** A RUT in the app's own form. */
export const rutSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}-[\dK]$/)
  .transform((text) => text as Rut);

/** A document of a connection, as the page identifies it. */
export const documentKey = z.object({ connectionId: z.string().min(1), id: z.string().min(1) });

/** A month of a calendar, `YYYY-MM`. */
export const monthSchema = z.string().regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/);

export const clientMonthSchema = z.object({ rut: rutSchema, month: monthSchema });
export type ClientMonthKey = z.infer<typeof clientMonthSchema>;

/** First and last day, both included. */
export const periodSchema = z.object({ start: daySchema, end: daySchema });

/** Which rows of a list are meant: those with all these words, of these days. */
export const textFilterSchema = z.object({
  words: z.string().max(500).optional(),
  period: periodSchema.optional(),
});
export type TextFilter = z.infer<typeof textFilterSchema>;
