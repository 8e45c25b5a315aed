import { appErrors, type ErrorRule, final, serviceErrors } from './error-table.ts';
import type { AppError, ErrorCode } from './errors.ts';

/**
 * Maximum number of attempts, including the first (docs/service/reading.md, How long, how large, how often).
 */
export const maxAttempts = 5;

const rules: ReadonlyMap<string, ErrorRule> = new Map(Object.entries({ ...serviceErrors, ...appErrors }));

/** Every code of this version. */
export const errorCodes: readonly string[] = [...rules.keys()];

/** The rule of a code; an unknown service code is final. */
export function ruleOf(code: ErrorCode): ErrorRule {
  return rules.get(code) ?? final;
}

/** Whether a code is the app's own. */
export function isAppCode(code: ErrorCode): boolean {
  return Object.hasOwn(appErrors, code);
}

/** Whether an error is caused by the service, or the network to it, and not by the request. */
export function isServiceError({ code }: Pick<AppError, 'code'>): boolean {
  const { concerns } = ruleOf(code);
  return concerns === 'service' || concerns === 'way';
}

/** Whether an error lasts until its connection has another key, agency or address. */
export function refusesConnection({ code }: Pick<AppError, 'code'>): boolean {
  return ruleOf(code).concerns === 'connection';
}
