import { app, dialog } from 'electron';
import { AppError, toErrorData } from '../../../shared/errors.ts';
import type { Language } from '../../i18n/index.ts';

/** The process is ending, and has shown why. */
let isEnding = false;

/**
 * Shows once why the app cannot be opened, whatever else fails meanwhile, then ends the process: without a
 * window it would block every later start. Works before ready too, where Linux prints the sentence on stderr
 * (`dialog.showErrorBox`).
 */
export async function endWithError(
  cause: unknown,
  { language = 'es-CL', exitCode = 1 }: { language?: Language; exitCode?: number } = {},
): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const error = toErrorData(cause);
  const where = error.values?.['path'] ?? error.values?.['switches'] ?? error.values?.['reason'];
  const named = `${error.code}${where ? `: ${where}` : ''}`;
  try {
    const { createTranslator } = await import('../../i18n/index.ts');
    const { what, todo } = createTranslator(language).ofError(error);
    dialog.showErrorBox('Carpeta', `${what} ${todo}\n\n${named}`);
  } catch {
    // The translations themselves may be missing.
    dialog.showErrorBox('Carpeta', named);
  } finally {
    app.exit(exitCode);
  }
}

/** Shows which switches, or variables in capitals, a packaged app refuses, and exits with 2. */
export function refuseSwitches(names: readonly string[]): Promise<void> {
  const isVariable = (name: string) => name === name.toUpperCase();
  const values = { switches: names.map((name) => (isVariable(name) ? name : `--${name}`)).join(' ') };
  return endWithError(new AppError('SWITCH_REFUSED', 'a refused switch', { values }), { exitCode: 2 });
}

/**
 * Shows an uncaught error and ends the process, until the log takes over; the returned function stops that.
 */
export function endOnUncaught(): () => void {
  const end = (error: unknown) => void endWithError(error);
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return () => {
    process.off('uncaughtException', end);
    process.off('unhandledRejection', end);
  };
}

/**
 * Logs uncaught errors and lets the app go on: Electron's own box would show the message, which may quote a
 * URL with a key.
 */
export function noteUncaught(note: (error: unknown) => void): void {
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
}
