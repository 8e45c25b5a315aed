import { z } from 'zod';
import { rutSchema } from './rut-schema.ts';

/** A month of a calendar, `YYYY-MM`. */
export const monthSchema = z.string().regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/);

export const clientMonthSchema = z.object({ rut: rutSchema, month: monthSchema });
export type ClientMonthKey = z.infer<typeof clientMonthSchema>;
