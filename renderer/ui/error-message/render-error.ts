import { type ErrorData, toErrorData } from '../../../shared/errors.ts';

/** Maximum number of stack frames in a report. */
const maxFrames = 6;

/**
 * An exception from rendering as a reportable error. A foreign exception contributes its class and its stack
 * frames, never its message, which may quote rendered data.
 */
export function toRenderError(cause: unknown): ErrorData {
  const error = toErrorData(cause);
  const frames = error.code === 'UNEXPECTED' && cause instanceof Error ? framesOf(cause.stack ?? '') : [];
  return frames.length === 0 ? error : { ...error, message: `${error.message} at ${frames.join(', ')}` };
}

/** File names with line and column, from the innermost call outwards. */
function framesOf(stack: string): string[] {
  return [...stack.matchAll(/(?<![\w.-])([\w.-]{1,200}\.[cm]?[jt]sx?):(\d{1,9}):(\d{1,9})\)?$/gm)]
    .slice(0, maxFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);
}
