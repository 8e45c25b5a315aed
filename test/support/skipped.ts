export const isWindows = process.platform === 'win32';

/**
 * Options of a test, or of a suite, that is skipped for this reason; the run tells it. None where there is no
 * reason.
 */
export function skippedFor(reason: string | false | undefined) {
  return reason ? { skip: true, meta: { skipReason: reason } } : {};
}
