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
 * The last error, as data, so that its report can be saved later. Contains no key and no link; it may contain
 * a RUT.
 */
export interface LastError {
  save(error: ErrorData): void;
  read(): ErrorData | undefined;
  /** Its response may be about a client whose data is removed. */
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

/** The file system, and the clock that paces retries while another program locks the file. */
interface LastErrorDisk {
  names?: FileNamesSync;
  clock?: Pick<Clock, 'sleep'>;
}

/** One file in a folder, which the next error overwrites. `safe` removes every secret from a text. */
export function createLastError(
  folder: string,
  safe: (text: string) => string,
  { names = diskNamesSync, clock = machineTime }: LastErrorDisk = {},
): LastError {
  const path = join(folder, 'last-fault.json');
  const patient = patientNamesSync(names);
  let latest: string | undefined;
  let isRetrying = false;

  /** Writes the latest error, or nothing where it was removed meanwhile. */
  function write(): void {
    if (latest === undefined) return;
    // Some systems flush a truncated and rewritten file at once, which takes tens of milliseconds.
    names.remove(path);
    names.write(path, latest, ownFileMode);
  }

  /** In the background: many errors may come at once, and none of them may delay other work. */
  async function writeOnceUnlocked(): Promise<void> {
    if (isRetrying) return;
    isRetrying = true;
    try {
      await patiently(clock, async () => write());
    } catch (error) {
      rethrowBug(error);
    } finally {
      isRetrying = false;
    }
  }

  return {
    save: (error) => {
      latest = safe(JSON.stringify(error));
      try {
        write();
      } catch (cause) {
        if (isLocked(cause)) void writeOnceUnlocked();
        else rethrowBug(cause);
      }
    },
    forget: () => {
      latest = undefined;
      patient.remove(path);
    },
    read: () => {
      const text = latest ?? (existsSync(path) ? patient.read(path) : undefined);
      if (text === undefined) return undefined;
      const stored = errorSchema.safeParse(parseJson(text));
      // Zod's optional fields may be undefined; ours are absent, as they were when they were written.
      return stored.success ? (stored.data as ErrorData) : undefined;
    },
  };
}

/** A full disk is itself an error to save: then it is only in memory. */
function rethrowBug(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
