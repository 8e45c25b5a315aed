import { containersIn } from './containers.ts';
import type { FactLine } from './fact-line.ts';
import { amountPattern, currencyPattern, unambiguousAmount } from './unambiguous-values.ts';

const unit = String.raw`\(?(?:KGS?|KILOS|KB)\)?`;
const kilos = new RegExp(String.raw`(?<![\d.,])${amountPattern} ?(?:KGS?|KGM|KILOS|KB)\b`, 'g');
const tonnes = /\d ?(?:M?TONS?|TONNES?|TONELADAS?|MT|TM|TNE?)\b/;
/** Not inside a number, and not behind a currency. */
const notBehind = String.raw`(?<![\d.,/-]|(?:${currencyPattern}|\$) ?)`;
/** Without a unit, or with one that is not told from it; numbers of telephones and orders have no signs. */
const signedAmount = new RegExp(
  String.raw`${notBehind}(\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d+[.,]\d+)(?![\d.,/-]| ?(?:M3|CBM|CFT|LBS?)\b)`,
  'g',
);
const anyAmount = new RegExp(`${notBehind}${amountPattern}`, 'g');
const otherWeight = /^(?:TOTAL )?(?:NET|PESO NETO|TARE|TARA)\b/;
/** A weight that may be one of several: nothing says that it is the sum, or it stands in a column. */
const plainWeight = new RegExp(
  `^(?:GROSS WEIGHT|PESO BRUTO)(?! TOTAL)|^TOTAL (?:GROSS WEIGHT|PESO BRUTO)[.: ]*(?:${unit}[.: ]*)?$`,
);

/** What stands before the gross weight of all: on a bill of lading, without a word for the sum, too. */
export const weightLabels = {
  bill: /^(?:TOTAL )?(?:GROSS WEIGHT|PESO BRUTO)[.: ]*/,
  sum: new RegExp(
    `^(?:TOTAL (?:GROSS WEIGHT|PESO BRUTO|KILOS BRUTOS)|(?:GROSS WEIGHT|PESO BRUTO) TOTAL)(?: ${unit})?[.: ]*`,
  ),
} as const;

/** The weight at the start of a text, kilos; without its unit only where nothing else can stand there. */
export function readWeight(text: string, needsUnit: boolean): string | undefined {
  const [, written = ''] =
    new RegExp(`^${amountPattern}( ?${unit})${needsUnit ? '' : '?'}[. ]*$`).exec(text) ?? [];
  return unambiguousAmount(written);
}

/** Whether a document has a larger weight, or this one may be that of a container or an item. */
export function mayBePartOfWeight(lines: readonly FactLine[], weight: number): boolean {
  const isLarger = lines.some((line, index) => {
    if (tonnes.test(line.folded)) return true;
    const amounts = amountsOf(line, lines[index - 1]);
    return amounts.some((amount) => line.isUnsure || amount > weight);
  });
  if (isLarger) return true;
  const plain = lines.filter(({ folded }) => plainWeight.test(folded));
  if (plain.length === 0) return false;
  const weights = lines.flatMap(({ folded }) => (otherWeight.test(folded) ? [] : readAmounts(kilos, folded)));
  const containers = new Set(lines.flatMap(({ folded }) => containersIn(folded)));
  return plain.length > 1 || containers.size > 1 || weights.some((other) => other !== weight);
}

/** The amounts of a line that may be weights. Those of a total, too, which may have no sign. */
function amountsOf({ folded }: FactLine, above: FactLine | undefined): number[] {
  const isTotal = /^TOTAL\b/.test(folded) || /^TOTAL[.: ]*$/.test(above?.folded ?? '');
  return [kilos, isTotal ? anyAmount : signedAmount].flatMap((pattern) => readAmounts(pattern, folded));
}

/** Without its signs, an amount that can be read in two ways is the larger one. */
function readAmounts(pattern: RegExp, folded: string): number[] {
  return [...folded.matchAll(pattern)].map(([, written = '']) =>
    Number(unambiguousAmount(written) ?? written.replace(/\D/g, '')),
  );
}
