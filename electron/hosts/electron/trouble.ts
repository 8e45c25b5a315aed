import { app, dialog } from 'electron';
import type { ErrorData } from '../../../shared/errors.ts';

/**
 * Says why the desk cannot be opened, then ends the process: one that stayed without a window would keep every later one from opening.
 * `words` are those of the error's code.
 */
export function endWithWords({ code, values }: ErrorData, words: { what: string; todo: string }): void {
  const where = values?.['path'];
  dialog.showErrorBox('Carpeta', `${words.what} ${words.todo}\n\n${code}${where ? `: ${where}` : ''}`);
  app.exit(1);
}

/** Has what nobody caught noted, and the desk go on: Electron's own box would show its message, which may quote an address with a key in it. */
export function noteUncaught(note: (thrown: unknown) => void): void {
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
}
