import { cleanPasted, parseRut, type Rut } from '../../../shared/model/rut.ts';
import { withoutAccents } from '../../../shared/without-accents.ts';

/** Words and marks that users and scanners put before a document's number. */
const label = /^(?:FOLIO|FACTURA|FACT|NUMERO|NUM|NRO|NO(?=[\s.:#°])|[NF](?=[\s.:#°])|[\s.:#°])+(?=\d)/;

/**
 * A document's number in comparable form. Case, spaces, `N°` and similar labels, thousands' dots and leading
 * zeros do not count. Letters, hyphens and slashes do: `A-12` and `12` are different documents. `''` when
 * nothing is left.
 */
export function folioKey(text: string): string {
  // Most numbers are their own key.
  if (/^[1-9]\d*$/.test(text)) return text;
  // Before compatibility normalization turns these signs into letters.
  const capitals = cleanPasted(text.replaceAll('№', 'N°').replaceAll('º', '°')).toUpperCase();
  const clean = withoutAccents(capitals, 'NFD').trim();
  return (
    clean
      .replace(label, '')
      .replace(/(?<=\d)[.\s](?=\d)/g, '')
      // `cleanPasted` leaves at most one space next to a sign.
      .replace(/ ?([-/]) ?/g, '$1')
      .replace(/^0+(?=.)/, '')
  );
}

/** Whether two numbers are one in two writings. Signs do not count, nor leading zeros of a group. */
export function isSameNumber(a: string, b: string): boolean {
  return signsOf(a) === signsOf(b) || groupsOf(a) === groupsOf(b);
}

/** Whether two numbers may be one: one has the other, but for signs and zeros. */
export function mayBeSameNumber(a: string, b: string): boolean {
  const [one, other] = [signsOf(a).replaceAll('0', ''), signsOf(b).replaceAll('0', '')];
  return one.includes(other) || other.includes(one);
}

function signsOf(number: string): string {
  return withoutAccents(number.toUpperCase(), 'NFD').replace(/[^A-Z0-9]/g, '');
}

/** Groups of letters and of digits, these without leading zeros. */
function groupsOf(number: string): string {
  const groups = withoutAccents(number.toUpperCase(), 'NFD').match(/[A-Z]+|\d+/g) ?? [];
  return groups.map((group) => group.replace(/^0+(?=\d)/, '')).join(' ');
}

/** The RUT in a text, without leading zeros; undefined when it is none (names.md, RUT on the wire). */
export function rutIn(text: string): Rut | undefined {
  const parsed = parseRut(cleanPasted(text).replace(/^[0.\s]+/, ''));
  return parsed.form === 'right' ? parsed.rut : undefined;
}

/**
 * A document's issuer in comparable form: its RUT or, for a foreign one, its identifier in capitals; `''`
 * unknown.
 */
export function partyKey(text: string): string {
  return rutIn(text) ?? cleanPasted(text).toUpperCase().replace(/\s+/g, '');
}
