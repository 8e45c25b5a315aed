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
