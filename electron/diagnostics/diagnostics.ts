import { join } from 'node:path';
import { toErrorData } from '../../shared/errors.ts';
import { growingRedactor } from '../../shared/redact.ts';
import type { Host } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import { createLastError, type LastError } from './last-error.ts';
import { createLog, type Log } from './log.ts';

/** Facts about the start of the app. */
interface StartFacts {
  version: string;
  /** Damaged files that were set aside. */
  setAside: readonly string[];
  translator(): Translator;
}

/** The log, the last error, and the keys in use, which none of them repeats. */
interface Diagnostics {
  log: Log;
  lastError: LastError;
  /** The keys in use: the set itself, which grows with each new key. */
  keys: ReadonlySet<string>;
  /** Must be called with each key before it is used. */
  noteKey(key: string): void;
  /** Removes every key in use, and every link's query, from a text. */
  redact(text: string): string;
  /** Logs the error of a rejected call, and saves it as the last error. */
  recordRejection(call: string, error: unknown): void;
  /**
   * Logs the start, and warns where other users may read the folder of the user's data; resolves when that is
   * done.
   */
  noteStart(facts: StartFacts): Promise<void>;
}

/** Opens the log, and reads the last error. */
export function openDiagnostics(
  host: Pick<Host, 'kind' | 'userData' | 'clock' | 'desktop' | 'readersOfHome'>,
): Diagnostics {
  const keys = new Set<string>();
  const redact = growingRedactor(keys);
  const log = createLog({ folder: join(host.userData, 'logs'), clock: host.clock, secrets: () => [...keys] });
  const lastError = createLastError(host.userData, redact);
  return {
    log,
    lastError,
    keys,
    noteKey: (key) => void keys.add(key),
    redact,
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

/** Logs and notifies that other users may read the folder of the user's data; never rejects. */
async function reportReadersOfHome(
  host: Pick<Host, 'userData' | 'desktop' | 'readersOfHome'>,
  log: Log,
  translator: () => Translator,
): Promise<void> {
  try {
    const groups = (await host.readersOfHome?.()) ?? [];
    if (groups.length === 0) return;
    log.note('others may read the folder of the user', { groups: groups.join(' ') });
    const t = (key: 'title' | 'body') =>
      translator().t(`host:notices.openHome.${key}`, { path: host.userData });
    host.desktop.notify?.({ title: t('title'), body: t('body') });
  } catch (error) {
    log.error('reading the rights of the folder of the user', error);
  }
}
