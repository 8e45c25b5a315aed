import type { LineState } from './line-state.ts';
import type { NumberKind } from './numbers.ts';
import type { Token } from './token.ts';

/**
 * Declarations or air waybills between slashes, `3910797756-2/3910797757-0`, or a declaration whose first
 * figures are those of the one before: `57-0`.
 */
export function joinedNumbers({ kind, text }: Token, as: NumberKind, last: string): string[] {
  if (kind !== 'joined') return [];
  const whole = as === 'declaration' ? /^\d{10}(?:-\d)?$/ : as === 'transport' ? /^\d{3}-\d{8}$/ : undefined;
  const several = text.split('/');
  if (several.length > 1 && whole && several.every((one) => whole.test(one))) return several;
  const [, end = '', digit = ''] = /^(\d{2,4})-(\d)$/.exec(text) ?? [];
  const body = as === 'declaration' ? /^\d{10}(?=-|$)/.exec(last)?.[0] : undefined;
  return end === '' || body === undefined ? [] : [`${body.slice(0, -end.length)}${end}-${digit}`];
}

/**
 * A declaration behind its label as people group it, and its last token: `391-0797756-2`, `39 1 0797756 2`,
 * `3910797756/2`.
 */
export function groupedDeclaration(
  line: LineState,
  { from }: Token,
): { number: string; end: Token } | undefined {
  const [written] = declarationGroups.exec(line.text.slice(from, from + maxLettersOfDeclaration)) ?? [];
  if (written === undefined) return undefined;
  const end = line.tokens.find(({ to }) => to === from + written.length);
  const figures = written.replaceAll(/[ ./-]/g, '');
  const digit = figures.slice(10);
  return end && { number: digit === '' ? figures : `${figures.slice(0, 10)}-${digit}`, end };
}

const maxLettersOfDeclaration = 24;
const declarationGroups =
  /^(?:\d{10}|\d{2}[ .-]\d[ .-]\d{7}|\d{2}[/-]\d{8}|\d{3}[ .-]\d{7}|\d{2}[ .-]\d{2}[ .-]\d{6}|\d{4}[ .-]\d{6}|\d{3}(?:\.\d{3}){2}\.\d)(?: ?[/-] ?[\dk]| \d(?= ?(?:$|[,;)])))?(?![\p{L}\d]|[./-]\d)/iu;
