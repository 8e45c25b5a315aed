import { cleanPasted } from '../../../shared/model/rut.ts';
import type { AsideKind } from '../../../shared/model/search.ts';

/** What a part of a line is by its form. */
export type TokenKind =
  | 'word'
  | 'mark'
  | 'separator'
  | 'plain'
  | 'dotted'
  | 'mixed'
  | 'joined'
  | 'rut'
  | 'wrong-rut'
  | 'declaration'
  | 'transport'
  | 'container'
  /** A container with a wrong check digit. */
  | 'wrong-container'
  /** A date that does not exist. */
  | 'no-day'
  /** A number that lost some figures. */
  | 'rounded'
  | AsideKind;

/** A word, a number or a punctuation mark of a line. */
export interface Token {
  kind: TokenKind;
  /** As written. */
  text: string;
  /** Without accents and case. */
  folded: string;
  from: number;
  to: number;
}

/** Whether a token may be a number of unknown kind. */
export function isNumber(token: Token): boolean {
  return token.kind === 'plain' || token.kind === 'dotted' || token.kind === 'mixed';
}

/** A word for dispatches without a blank before the number: `despacho411953`, `Carpeta-411953`. */
const gluedLabel = /^(?:despachos?|carpetas?|dispatch)[-._]?(?=\d{5,}$)/i;

/** The number of a token, without thousands marks, blanks and zero decimals. */
export function numberOf({ text, kind }: Token): string {
  if (kind === 'declaration') return text.replaceAll(/[ .-]/g, '').replace(/(?<=^\d{10})(?=.)/, '-');
  if (kind === 'mixed') return text.replace(gluedLabel, '').replace(/^(\d{1,3})\.(?=\d{3}-)/, '$1');
  return kind === 'dotted' ? withoutThousands(text) : kind === 'plain' ? text.replace(/[.,]0+$/, '') : text;
}

/** The number of figures in a text. */
export function figuresIn(text: string): number {
  let figures = 0;
  for (const letter of text) if (letter >= '0' && letter <= '9') figures++;
  return figures;
}

/** A number without its thousands mark; more than seven figures may be a RUT, and stay unchanged. */
export function withoutThousands(text: string): string {
  return /^\d{1,3}[., ]\d{3}$|^\d\.\d{3}\.\d{3}$/.test(text) ? text.replace(/[., ]/g, '') : text;
}

/** A number without its label, note and thousands mark: an argument of the terminal. */
export function bareNumber(text: string): string {
  const cleaned = cleanPasted(text);
  const bare = cleaned
    .replace(leading, '')
    .replace(/^\(?([^()]*)(?:\([^()]*\)|(?=\)|$))[).,:;!?]*$/, (whole, inner) =>
      /\d/.test(inner) ? inner : whole,
    )
    .replace(/(?<![-.,:;!? ])[-.,:;!? ]+$/, '');
  return /\d/.test(bare) ? withoutThousands(bare) : cleaned;
}

const leading =
  /^(?:(?:despachos?|desp|dispatch(?:es)?|carpetas?|din|dus)(?:\.:|[.:-])? ?)?(?:(?:n°|n\.o|n[.:]|no|nro|num|numero|número|number)[°.:]{0,2} ?|# ?)?(?=.*\d)/i;
