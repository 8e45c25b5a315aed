import { fillers } from './labels.ts';
import { addNumber, continueList, type LineState } from './line-state.ts';
import { carriers, containerWithDigit } from './numbers.ts';
import { figuresIn, type Token } from './token.ts';

/**
 * Reads the four letters of a carrier and its figures after a blank, `MEDU 1234-5`, with or without a label;
 * with one, those of a port between them: `BL MEDU VL 123456`. Returns whether there are any.
 */
export function readCarrier(line: LineState, { text, folded, from }: Token): boolean {
  const isLabelled = line.list?.label.as === 'transport';
  const isOfPort =
    isLabelled && carriers.has(folded) && /^[A-Z]{2,3}$/.test(line.tokens[line.at + 1]?.text ?? '');
  const count = isOfPort ? 3 : 2;
  const next = line.tokens[line.at + count - 1];
  const end = endOfGroups(line, line.at + count - 1) ?? next;
  const isNumber =
    end !== next ||
    ((next?.kind === 'plain' || next?.kind === 'joined') && figuresIn(next.text) >= 4) ||
    ((isLabelled || carriers.has(folded)) && next?.kind === 'mixed' && /^[A-Z]{1,4}\d{5,}$/.test(next.text));
  // `CRT AR 123456` has the letters of a country.
  const isOfCountry = isLabelled && /^(?:AR|BO|BR|CL|PE|PY|UY)$/.test(text);
  // `ACME 410931` is a client and its dispatch.
  const isDispatch = next?.kind === 'plain' && next.text.length < 7;
  const isAlone = line.tokens.length === 2 && !fillers.has(folded) && !isDispatch;
  if (
    !next ||
    !end ||
    !isNumber ||
    !(
      isOfCountry ||
      /^[A-Z]{4}$/.test(text) ||
      (isLabelled && /^[A-Z]{5,7}$/.test(text) && carriers.has(folded.slice(0, 4)))
    ) ||
    !(isLabelled || isAlone || carriers.has(folded))
  )
    return false;
  const container = isLabelled ? undefined : containerWithDigit(`${text}${next.text}`);
  if (container) {
    addNumber(line, 'container', container, line.text.slice(from, next.to), from, next.to);
    line.at += count;
    return true;
  }
  const begin = isLabelled && !line.list?.isBegun ? (line.list?.from ?? from) : from;
  addNumber(line, 'transport', line.text.slice(from, end.to), line.text.slice(begin, end.to), begin, end.to);
  continueList(line, end.text);
  line.at = line.tokens.indexOf(end) + 1;
  return true;
}

/** The last of the groups of figures from an index on that are one number, `2345 67890`, and no dispatch. */
function endOfGroups({ tokens }: LineState, at: number): Token | undefined {
  let figures = 0;
  for (let index = at; index < at + 4; index++) {
    const { kind, text, from } = tokens[index] ?? {};
    const isGroup =
      kind === 'plain' &&
      (text?.length ?? 0) < 6 &&
      (index === at || tokens[index - 1]?.to === (from ?? 0) - 1);
    if (!isGroup) return index > at + 1 && figures > 6 ? tokens[index - 1] : undefined;
    figures += text?.length ?? 0;
    if (figures > 10) return undefined;
  }
  return undefined;
}

/** The last part of a waybill with blanks, `045 1234 5675`, `12 3456 7890`, after its label. */
export function endOfWaybill(line: LineState): Token | undefined {
  const tokens = line.tokens.slice(line.at, line.at + 3);
  const lengths = tokens.map(({ kind, text }) => (kind === 'plain' ? text.length : 0)).join(' ');
  if (lengths.startsWith('3 8')) return tokens[1];
  return /^[234] 4 4$/.test(lengths) ? tokens[2] : undefined;
}
