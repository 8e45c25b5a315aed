import type { ErrorCode } from './error-codes.ts';

export type { ErrorCode } from './error-codes.ts';

/** One request and its response, safe to be shown and sent: no key, links without their query. */
export interface Exchange {
  /** UTC, ISO 8601. */
  at: string;
  method: 'GET';
  /** Path and query after the host; of the key at most its first and last 4 characters. */
  path: string;
  agency: string;
  rut?: string;
  /** Absent if no response arrived. */
  status?: number;
  /** From the response, else the one that was sent. */
  requestId?: string;
  /** The full response, redacted. */
  response?: string;
  /** Number of attempts. */
  attempts: number;
}

/** An error as plain data, the form in which it crosses to the page (docs/design/ipc.md). */
export interface ErrorData {
  code: ErrorCode;
  /** For logs and developers; the page selects a text by code. Never contains a secret. */
  message: string;
  status?: number;
  requestId?: string;
  /** Values that the code's text may name: a path, a value, a number. */
  values?: Readonly<Record<string, string | number>>;
  exchange?: Exchange;
}

type AppErrorOptions = Omit<ErrorData, 'code' | 'message'> & { cause?: unknown };

/** The app's only error class: thrown where found, translated where shown. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status?: number;
  readonly requestId?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly exchange?: Exchange;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    if (options.status !== undefined) this.status = options.status;
    if (options.requestId !== undefined) this.requestId = options.requestId;
    if (options.values !== undefined) this.values = options.values;
    if (options.exchange !== undefined) this.exchange = options.exchange;
  }
}

/** The result of a call: errors travel as data. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** Whether an exception is the app's own error, and has this code if one is given. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Any exception as plain data; a foreign one becomes `UNEXPECTED` with only its class name. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof AppError) {
    const { code, message, status, requestId, values, exchange } = error;
    return {
      code,
      message,
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      ...(values !== undefined && { values }),
      ...(exchange !== undefined && { exchange }),
    };
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'CANCELLED', message: 'cancelled' };
  }
  // For whatever was to be opened: a file, a socket, a process.
  if (error instanceof Error && 'code' in error && /^E[MN]FILE$/.test(String(error.code))) {
    return { code: 'TOO_MANY_OPEN_FILES', message: 'too many open files' };
  }
  // A foreign message may quote a URL with its key: only its class is safe to pass on.
  const kind = error instanceof Error ? error.name : typeof error;
  return { code: 'UNEXPECTED', message: `unexpected ${kind}` };
}

/** The error of plain data. */
export function fromErrorData(data: ErrorData): AppError {
  const { code, message, ...options } = data;
  return new AppError(code, message, options);
}

/** Any exception as the app's own error; a foreign one becomes `UNEXPECTED` with only its class name. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : fromErrorData(toErrorData(error));
}
