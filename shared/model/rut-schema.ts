import { z } from 'zod';
import type { Rut } from './rut.ts';

/** A RUT in the app's own form. */
export const rutSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}-[\dK]$/)
  .transform((text) => text as Rut);
