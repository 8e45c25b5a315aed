import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ErrorData } from '../shared/errors.ts';
import { patientNamesSync } from './patience.ts';

/** The last error, as data, so that a report of it can be asked for later. Holds no key and no link; it may hold a RUT. */
export interface LastFault {
  keep(error: ErrorData): void;
  read(): ErrorData | undefined;
  /** Its answer may be about a client who is to be forgotten. */
  forget(): void;
}

const faultSchema = z.object({
  code: z.string(),
  message: z.string(),
  status: z.number().optional(),
  requestId: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  exchange: z
    .object({
      at: z.string(),
      method: z.literal('GET'),
      path: z.string(),
      agency: z.string(),
      rut: z.string().optional(),
      status: z.number().optional(),
      requestId: z.string().optional(),
      response: z.string().optional(),
      attempts: z.number(),
    })
    .optional(),
});

/** In one file of a folder, over which the next error is written. `safe` cuts every secret out of a text. */
export function createLastFault(folder: string, safe: (text: string) => string): LastFault {
  const path = join(folder, 'last-fault.json');
  let latest: string | undefined;
  return {
    keep: (error) => {
      latest = safe(JSON.stringify(error));
      // A file that is cut and written again is flushed by some systems there and then, which takes tens of milliseconds.
      try {
        rmSync(path, { force: true });
        writeFileSync(path, latest, { mode: 0o600 });
      } catch (thrown) {
        // A full disk is itself an error to be kept: then only as long as the app runs.
        if (!(thrown instanceof Error)) throw thrown;
      }
    },
    forget: () => {
      latest = undefined;
      patientNamesSync().remove(path);
    },
    read: () => {
      const text = latest ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
      if (text === undefined) return undefined;
      const kept = faultSchema.safeParse(parsed(text));
      // Zod's optional fields may be undefined; ours are then absent, as they were when it was written.
      return kept.success ? (kept.data as ErrorData) : undefined;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
