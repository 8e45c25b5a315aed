import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ErrorData } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';
import { ownFileMode } from '../lib/private-modes.ts';
import {
  diskNamesSync,
  type FileNamesSync,
  isLocked,
  machineTime,
  patiently,
  patientNamesSync,
} from '../lib/retry-while-locked.ts';

/**
 * The last error, as data, so that a report of it can be asked for later. Holds no key and no link; it may
 * hold a RUT.
 */
export interface LastError {
  save(error: ErrorData): void;
  read(): ErrorData | undefined;
  /** Its answer may be about a client who is to be forgotten. */
  forget(): void;
}

const errorSchema = z.object({
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

/** The disk of the file, and the time by which one that another program holds is waited for. */
export interface LastErrorDisk {
  names?: FileNamesSync;
  clock?: Pick<Clock, 'sleep'>;
}

/** In one file of a folder, over which the next error is written. `safe` cuts every secret out of a text. */
export function createLastError(
  folder: string,
  safe: (text: string) => string,
  { names = diskNamesSync, clock = machineTime }: LastErrorDisk = {},
): LastError {
  const path = join(folder, 'last-fault.json');
  const patient = patientNamesSync(names);
  let latest: string | undefined;
  let isTrying = false;

  /** The latest, or nothing any more where it was forgotten meanwhile. */
  function write(): void {
    if (latest === undefined) return;
    // A file that is cut and written again is flushed by some systems there and then, which takes tens of
    // milliseconds.
    names.remove(path);
    names.write(path, latest, ownFileMode);
  }

  /** Beside everything else: many errors may come at once, and none of them may hold up what goes on. */
  async function goOnTrying(): Promise<void> {
    if (isTrying) return;
    isTrying = true;
    try {
      await patiently(clock, async () => write());
    } catch (error) {
      onlyForNow(error);
    } finally {
      isTrying = false;
    }
  }

  return {
    save: (error) => {
      latest = safe(JSON.stringify(error));
      try {
        write();
      } catch (cause) {
        if (isLocked(cause)) void goOnTrying();
        else onlyForNow(cause);
      }
    },
    forget: () => {
      latest = undefined;
      patient.remove(path);
    },
    read: () => {
      const text = latest ?? (existsSync(path) ? patient.read(path) : undefined);
      if (text === undefined) return undefined;
      const stored = errorSchema.safeParse(parsed(text));
      // Zod's optional fields may be undefined; ours are then absent, as they were when it was written.
      return stored.success ? (stored.data as ErrorData) : undefined;
    },
  };
}

/** A full disk is itself an error to be kept: then only as long as the app runs. */
function onlyForNow(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
