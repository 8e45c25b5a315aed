import { type ErrorData, toErrorData } from '../../../shared/errors.ts';

/** How many places of the program a report names. */
const maxFrames = 6;

/**
 * What was thrown while the page was drawn, as an error to be told: of what is not the app's own, its kind
 * and where in the program it was thrown, never its message, which may quote what was drawn.
 */
export function toRenderError(cause: unknown): ErrorData {
  const error = toErrorData(cause);
  const frames = error.code === 'UNEXPECTED' && cause instanceof Error ? framesOf(cause.stack ?? '') : [];
  return frames.length === 0 ? error : { ...error, message: `${error.message} at ${frames.join(', ')}` };
}

/** The names of files, with line and column, from the innermost call on. */
function framesOf(stack: string): string[] {
  return [...stack.matchAll(/(?<![\w.-])([\w.-]{1,200}\.[cm]?[jt]sx?):(\d{1,9}):(\d{1,9})\)?$/gm)]
    .slice(0, maxFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);
}
