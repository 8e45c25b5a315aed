import { join } from 'node:path';
import { toErrorData } from '../../shared/errors.ts';
import { growingRedactor } from '../../shared/redact.ts';
import type { Host } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import { createLastError, type LastError } from './last-error.ts';
import { createLog, type Log } from './log.ts';
import { reportReadersOfHome } from './readers-of-home.ts';

/** How the app has started. */
export interface StartFacts {
  version: string;
  /** Damaged files that were put aside. */
  setAside: readonly string[];
  translator(): Translator;
}

/** What the app notes of itself, and the keys in use, which nothing that it notes repeats. */
export interface Diagnostics {
  log: Log;
  lastError: LastError;
  /** The keys in use: the set itself, which grows with each that is noted. */
  keys: ReadonlySet<string>;
  /** Told each key before it is used. */
  noteKey(key: string): void;
  /** Cuts every key in use, and every link's query, out of a text. */
  redact(text: string): string;
  /** Notes what a call was refused with, and keeps it as the last error. */
  recordRejection(call: string, error: unknown): void;
  /**
   * Notes the start, and tells the person where others of the computer may read the folder of the user's
   * data; resolves when that is done.
   */
  noteStart(facts: StartFacts): Promise<void>;
}

/** Opens the log, and reads which error was the last. */
export function openDiagnostics(
  host: Pick<Host, 'kind' | 'userData' | 'clock' | 'desktop' | 'readersOfHome'>,
): Diagnostics {
  const keys = new Set<string>();
  const safe = growingRedactor(keys);
  const log = createLog({ folder: join(host.userData, 'logs'), clock: host.clock, secrets: () => [...keys] });
  const lastError = createLastError(host.userData, safe);
  return {
    log,
    lastError,
    keys,
    noteKey: (key) => void keys.add(key),
    redact: safe,
    recordRejection: (call, error) => {
      log.error(`refused ${call}`, error);
      lastError.save(toErrorData(error));
    },
    noteStart: ({ version, setAside, translator }) => {
      for (const path of setAside) log.note('set aside', { path });
      log.note('started', { version, host: host.kind, platform: process.platform });
      return reportReadersOfHome(host, log, translator);
    },
  };
}
