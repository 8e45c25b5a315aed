import type { ErrorData } from '../../shared/errors.ts';
import type { App } from '../app.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** Shows an error and keeps it for the error report; returns the exit code that it stands for. */
export function reportError(
  { lastError }: { lastError: Pick<App['lastError'], 'save'> },
  terminal: Terminal,
  error: ErrorData,
): ExitCode {
  terminal.complain(error);
  lastError.save(error);
  return exitCodeOf(error);
}
