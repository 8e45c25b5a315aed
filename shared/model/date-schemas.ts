import { z } from 'zod';
import { isDay, type Range } from './dates.ts';

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
