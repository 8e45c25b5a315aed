import { cleanPasted, parseRut, type Rut } from '../../../shared/model/rut.ts';

/** Words and marks that people and scanners put before a document's number and that are no part of it. */
const label = /^(?:FOLIO|FACTURA|FACT|NUMERO|NUM|NRO|NO(?=[\s.:#°])|[NF](?=[\s.:#°])|[\s.:#°])+(?=\d)/;

/**
 * A document's number in the form in which two of them are compared: case, spaces, `N°` and the like,
 * thousands' dots and leading zeros do not count; letters, hyphens and slashes do, because `A-12` and `12`
 * are different documents. `''` when nothing is left.
 */
export function folioKey(text: string): string {
  // What most documents have, and its own key.
  if (/^[1-9]\d*$/.test(text)) return text;
  // Before compatibility forms are resolved, which turn these signs into letters.
  const clean = cleanPasted(text.replaceAll('№', 'N°').replaceAll('º', '°'))
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .trim();
  return (
    clean
      .replace(label, '')
      .replace(/(?<=\d)[.\s](?=\d)/g, '')
      // One blank at most stands by a sign: what was pasted is clean.
      .replace(/ ?([-/]) ?/g, '$1')
      .replace(/^0+(?=.)/, '')
  );
}

/**
 * The RUT that a text names, leading zeros forgiven; undefined when it is none (names.md, RUT on the wire).
 */
export function rutIn(text: string): Rut | undefined {
  const parsed = parseRut(cleanPasted(text).replace(/^[0.\s]+/, ''));
  return parsed.form === 'right' ? parsed.rut : undefined;
}

/**
 * Who issued a document, in the form in which two are compared: its RUT, or, for a foreign one, its
 * identifier in capitals; `''` unknown.
 */
export function partyKey(text: string): string {
  return rutIn(text) ?? cleanPasted(text).toUpperCase().replace(/\s+/g, '');
}
