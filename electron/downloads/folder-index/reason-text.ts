import { ruleOf } from '../../../shared/error-rules.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import reasons from '../../../shared/locales/es-CL/indice.json' with { type: 'json' };

// Always Spanish, as the rest of the index.
const textByCode: ReadonlyMap<ErrorCode, string> = new Map(Object.entries(reasons));

/** The reason that an index gives for an error code: in words where it has them, with the code. */
export function reasonText(code: ErrorCode): string {
  const text = ruleOf(code).isInIndex && textByCode.get(code);
  return text ? `${text} (${code})` : code;
}
