import { withoutThousands } from './bare-number.ts';
import type { LineElement } from './line-state.ts';
import type { Token } from './token.ts';

/** Whether a token may be a number of unknown kind. */
export function isNumber(token: Token): boolean {
  return token.kind === 'plain' || token.kind === 'dotted' || token.kind === 'mixed';
}

/** A word for dispatches without a blank before the number: `despacho411953`, `Carpeta-411953`. */
const gluedLabel = /^(?:despachos?|carpetas?|dispatch)[-._]?(?=\d{5,}$)/i;

/** The number of a token, without thousands marks, blanks and zero decimals. */
export function numberOf({ text, kind }: Token): string {
  if (kind === 'declaration') return text.replaceAll(/[ .]/g, '');
  if (kind === 'mixed') return text.replace(gluedLabel, '').replace(/^(\d{1,3})\.(?=\d{3}-)/, '$1');
  return kind === 'dotted' ? withoutThousands(text) : kind === 'plain' ? text.replace(/[.,]0+$/, '') : text;
}

/** A number that is a dispatch or not depending on the rest of the text. */
export function candidate(token: Token): Extract<LineElement, { kind: 'candidate' }> {
  const form = token.kind === 'plain' || token.kind === 'dotted' ? token.kind : 'mixed';
  return { kind: 'candidate', number: numberOf(token), from: token.from, to: token.to, form };
}
