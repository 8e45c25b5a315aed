import { app, dialog } from 'electron';
import { AppError, toErrorData } from '../../../shared/errors.ts';
import type { Language } from '../../i18n/index.ts';

/** The process is ending, and has said why. */
let isEnding = false;

/**
 * Says why the app cannot be opened, once whatever else goes wrong meanwhile, then ends the process: one that
 * stayed without a window would keep every later one from opening. Works before ready too, where Linux has
 * the sentence on stderr (`dialog.showErrorBox`).
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
    // The words themselves may be what is missing.
    dialog.showErrorBox('Carpeta', named);
  } finally {
    app.exit(exitCode);
  }
}

/**
 * Says which switches of the command line, or variables in capitals, a packaged app does not run with, and
 * ends it with 2.
 */
export function refuseSwitches(names: readonly string[]): Promise<void> {
  const isVariable = (name: string) => name === name.toUpperCase();
  const values = { switches: names.map((name) => (isVariable(name) ? name : `--${name}`)).join(' ') };
  return endWithError(new AppError('SWITCH_REFUSED', 'a refused switch', { values }), { exitCode: 2 });
}

/**
 * Has what nobody caught end the process with words, until the log can take it; the returned function stops
 * that.
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
 * Has what nobody caught noted, and the app go on: Electron's own box would show its message, which may quote
 * an address with a key in it.
 */
export function noteUncaught(note: (error: unknown) => void): void {
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
}
