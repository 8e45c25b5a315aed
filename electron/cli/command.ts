import type { ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/** One command of the terminal. Throws `UsageError` or `AppError`. */
export type Command = (terminal: Terminal) => Promise<ExitCode>;
