import { containerDigit } from '../../lib/container-digit.ts';
import { figuresIn, type Token } from './token.ts';

/** The kind of a number, by its label or form; `any` where neither tells. */
export type NumberKind =
  | 'any'
  | 'dispatch'
  | 'declaration'
  | 'reference'
  | 'transport'
  | 'folio'
  | 'container';

/** Prefixes of carriers in their bill of lading numbers. */
export const carriers = new Set(
  'maeu msku medu mscu hlcu cmdu oolu cosu oney eglv evgl ymlu ymja zimu sudu hdmu aplu anlc whlc hlxu nyks molu kkfu pilu smlm cclu csav blpl mscx safm sealand ones nykl cosco tlrs dhlc dsvf expd kkft'.split(
    ' ',
  ),
);

const kinds: ReadonlySet<string> = new Set<NumberKind>([
  ...(['any', 'dispatch', 'declaration', 'reference', 'transport', 'folio', 'container'] as const),
]);

/** Whether a query can hold numbers of this kind. */
export function isKind(as: string): as is NumberKind {
  return kinds.has(as);
}

/** The kind of a number by its form alone. */
export function kindOfForm({ kind, text, folded }: Token): NumberKind | undefined {
  if (kind === 'declaration' || kind === 'transport' || kind === 'container') return kind;
  if (kind !== 'mixed') return undefined;
  if (/^(?:o\.?c|p\.?o|ref|nv)[-._]?\d/.test(folded)) return 'reference';
  if (/^(?:fac|fact|factura|inv|folio)[-._]?\d{3,}/.test(folded)) return 'folio';
  const isOfCarrier =
    carriers.has(folded.slice(0, 4)) && figuresIn(text) >= 5 && !/^[a-z]{3}[ujz]\d{6,7}$/.test(folded);
  return isOfCarrier ? 'transport' : undefined;
}

/**
 * Whether a number may be what its label says. A dispatch has at least three figures, and a container its
 * check digit. Without it, a container may be a number of a carrier or a client.
 */
export function isPossible(as: NumberKind, { kind, text }: Token): boolean {
  if (kind === 'wrong-container') return as === 'transport' || as === 'reference' || as === 'folio';
  if (as === 'dispatch') return figuresIn(text) > 2;
  return as !== 'container' || containerOf(text) !== undefined;
}

/**
 * A container as painted on its side, `MSCU1234566`: four letters ending in U, J or Z, six figures, and the
 * check digit of ISO 6346.
 */
export function containerOf(text: string): string | undefined {
  const [, owner = '', first = '', last = '', digit = ''] =
    /^([A-Z]{3}[UJZ])[ -]?(\d{3})[ .]?(\d{3})[ /]?-? ?(\d)$/i.exec(text) ?? [];
  const number = `${owner}${first}${last}`.toUpperCase();
  return digit !== '' && String(containerDigit(number)) === digit ? number + digit : undefined;
}

/** A container with its check digit added: `MSKU100000`. */
export function containerWithDigit(text: string): string | undefined {
  const bare = text.replaceAll(/[ .-]/g, '').toUpperCase();
  return /^[A-Z]{3}[UJZ]\d{6}$/.test(bare) ? bare + containerDigit(bare) : undefined;
}
