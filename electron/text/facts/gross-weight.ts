import { containersIn } from './containers.ts';
import type { FactLine } from './fact-line.ts';
import { amountPattern, unambiguousAmount } from './unambiguous-values.ts';

const unit = String.raw`\(?(?:KGS?|KILOS|KB)\)?`;
const kilos = new RegExp(String.raw`(?<![\d.,])${amountPattern} ?(?:KGS?|KILOS)\b`, 'g');
/** A weight that may be one of several: nothing says that it is the sum. */
const plainWeight = /^(?:GROSS WEIGHT|PESO BRUTO)(?! TOTAL)/;

/** What stands before the gross weight of all: on a bill of lading, without a word for the sum, too. */
export const weightLabels = {
  bill: /^(?:TOTAL )?(?:GROSS WEIGHT|PESO BRUTO)[.: ]*/,
  sum: new RegExp(
    `^(?:TOTAL (?:GROSS WEIGHT|PESO BRUTO|KILOS BRUTOS)|(?:GROSS WEIGHT|PESO BRUTO) TOTAL)(?: ${unit})?[.: ]*`,
  ),
} as const;

/** The weight at the start of a text, kilos; of a declaration, which knows no other unit, also without it. */
export function readWeight(text: string, needsUnit: boolean): string | undefined {
  const [, written = ''] =
    new RegExp(`^${amountPattern}( ?${unit})${needsUnit ? '' : '?'}[. ]*$`).exec(text) ?? [];
  return unambiguousAmount(written);
}

/** Whether a document has a larger weight, or this one may be that of a container or an item. */
export function mayBePartOfWeight(lines: readonly FactLine[], weight: number): boolean {
  const isLarger = lines.some(({ folded, isUnsure }) =>
    [...folded.matchAll(kilos)].some(([, written = '']) => {
      // Without its signs, an amount that can be read in two ways is the larger one.
      return isUnsure || Number(unambiguousAmount(written) ?? written.replace(/\D/g, '')) > weight;
    }),
  );
  if (isLarger) return true;
  const plain = lines.filter(({ folded }) => plainWeight.test(folded));
  const containers = new Set(lines.flatMap(({ folded }) => containersIn(folded)));
  return plain.length > 1 || (plain.length === 1 && containers.size > 1);
}
