import type { PaymentGroup } from '../../shared/model/payment-queries.ts';

/** The fields of a figure, in the order in which they are shown. */
const groupFields = [
  ...(['month', 'client', 'supplier', 'concept', 'dispatch', 'currency'] as const),
] satisfies (keyof PaymentGroup)[];

/** The figure of the table of disbursements that an address names; undefined where it names none. */
export function readGroup(parameters: URLSearchParams): PaymentGroup | undefined {
  const values = groupFields.flatMap((field) => {
    const key = parameters.get(`of-${field}`);
    return key === null ? [] : [[field, key]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/**
 * The parameters of such a figure, `''` without any. A group's key may be `''`, which is the group without a
 * value: it stays, unlike an empty parameter elsewhere.
 */
export function writeGroup(group: PaymentGroup): string {
  const values = groupFields.flatMap((field) => {
    const key = group[field];
    return key === undefined ? [] : [[`of-${field}`, key]];
  });
  return new URLSearchParams(values).toString();
}
