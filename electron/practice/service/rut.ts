const form = /^([1-9]\d{0,8}|[1-9]\d{0,2}(?:\.\d{3}){1,2})-?([\dkK])$/;

/**
 * The API's lookup key of a client: digits and check digit, K folded to 1. Undefined when the text is not in
 * the form of a RUT; the check digit itself is never checked (names.md, RUT on the wire).
 */
export function accountOf(rut: string): string | undefined {
  const [, body, digit] = form.exec(rut) ?? [];
  if (body === undefined || digit === undefined) return undefined;
  return body.replaceAll('.', '') + (/k/i.test(digit) ? '1' : digit);
}
