import { ruleOf } from '../../shared/error-codes.ts';
import type { ErrorData } from '../../shared/errors.ts';

/** How a command ended (README, The terminal). */
export const exitCode = {
  done: 0,
  someFailed: 1,
  wrongUsage: 2,
  refused: 3,
  noNetwork: 4,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The exit code of an error; the agency's own refusal of an input is no wrong usage. */
export function exitCodeOf({ code, status }: Pick<ErrorData, 'code' | 'status'>): ExitCode {
  const { exit } = ruleOf(code);
  return exitCode[status !== undefined && exit !== 'noNetwork' ? 'refused' : exit];
}

/** The most severe of several exit codes: no network, a refusal, wrong usage, then failures. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return [...codes].sort((a, b) => b - a)[0] ?? exitCode.done;
}
