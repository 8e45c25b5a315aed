import type { ServiceCode } from '../../../shared/error-codes.ts';
import errors from './service-errors.json' with { type: 'json' };

/**
 * A code that the practice agency can respond with. The API's document does not name the last seven of the
 * table: they are for cases it leaves open, as unknown paths and methods, or invalid list queries.
 */
export type ServiceErrorCode = keyof typeof errors;

const known: Readonly<Record<string, { status: number; message: string }>> = errors satisfies Record<
  ServiceCode,
  object
>;

/** Thrown by a check; becomes the response. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;

  /** A code of the table, or any other one; its status is that of the table, else 500. */
  constructor(error: ServiceErrorCode | { code: string; status?: number | undefined }) {
    const { code, status } = typeof error === 'string' ? { code: error, status: undefined } : error;
    super(known[code]?.message ?? 'The operation failed.');
    this.code = code;
    this.status = status ?? known[code]?.status ?? 500;
  }

  /** The four fields of every response of 400 or more (api.md, Errors). */
  body(requestId: string): object {
    return { status: this.status, code: this.code, message: this.message, requestId };
  }
}
