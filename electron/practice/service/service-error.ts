import type { ServiceCode } from '../../../shared/error-codes.ts';

const serviceErrors: Record<ServiceCode, readonly [status: number, message: string]> = {
  API_KEY_INVALID: [403, 'The API key is missing, revoked or not usable.'],
  PROJECT_ID_UNAUTHORIZED: [403, 'The API key is not authorised for this agency.'],
  PROJECT_ID_UNDEFINED: [400, 'The agency identifier is missing from the path.'],
  TENANT_UNRESOLVED: [500, 'The configuration of the agency could not be resolved.'],
  DISPATCH_ID_INVALID: [400, 'The dispatch number must not be empty.'],
  RUT_NUMBER_INVALID: [400, 'The rut is missing or is not in the form of a RUT.'],
  ACCOUNT_NOT_FOUND: [404, 'The account does not exist or is not active.'],
  DISPATCH_NOT_FOUND: [404, 'The dispatch does not exist.'],
  START_DATE_REQUIRED: [400, 'startDate is required.'],
  END_DATE_REQUIRED: [400, 'endDate is required.'],
  START_DATE_INVALID: [400, 'startDate is not a valid date.'],
  END_DATE_INVALID: [400, 'endDate is not a valid date.'],
  DATE_RANGE_INVALID: [400, 'startDate must not be greater than endDate.'],
  FILE_TYPE_NAME_INVALID: [400, 'fileTypeName is required.'],
  NEXT_TOKEN_INVALID: [400, 'nextToken does not match an existing document.'],
  RECORD_TYPE_INVALID: [400, 'recordType must be one of the accepted values.'],
  INTERNAL_ERROR: [500, 'The operation failed.'],
};

/**
 * Codes that the API's document does not name, for cases it leaves open: unknown paths and methods, invalid
 * list queries.
 */
const ownErrors = {
  NOT_FOUND: [404, 'The path does not exist.'],
  METHOD_NOT_ALLOWED: [405, 'Only GET is allowed.'],
  REQUEST_INVALID: [400, 'The request could not be read.'],
  IS_COMPLETED_INVALID: [400, 'isCompleted must be true or false.'],
  ORDER_BY_INVALID: [400, 'orderBy is not a field to order by.'],
  ORDER_DIRECTION_INVALID: [400, 'orderDirection must be asc or desc.'],
  LIMIT_INVALID: [400, 'limit must be a whole number from 1 to 200.'],
} as const satisfies Record<string, readonly [number, string]>;

/** A code that the practice agency can respond with. */
export type ServiceErrorCode = ServiceCode | keyof typeof ownErrors;

/** Thrown by a check; becomes the response. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;

  /** A code of the catalogue; any other code needs an explicit status. */
  constructor(code: ServiceErrorCode | { status: number; code: string }) {
    const known = typeof code === 'string' ? { ...serviceErrors, ...ownErrors }[code] : undefined;
    super(known?.[1] ?? 'The operation failed.');
    this.code = typeof code === 'string' ? code : code.code;
    this.status = typeof code === 'string' ? (known?.[0] ?? 500) : code.status;
  }

  /** The four fields of every response of 400 or more (api.md, Errors). */
  body(requestId: string): object {
    return { status: this.status, code: this.code, message: this.message, requestId };
  }
}

/** The status of a code in the catalogue; 500 for any other code. */
export function statusOf(code: string): number {
  const all: Readonly<Record<string, readonly [number, string]>> = { ...serviceErrors, ...ownErrors };
  return all[code]?.[0] ?? 500;
}
