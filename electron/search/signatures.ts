import { fold } from '../store/index.ts';

const phoneWords = 'fono|tel|tlf|telefono|cel|celular|movil|mobile|phone|fax|whatsapp';
/** A number with a country's prefix, or one behind a word for it. A plus with a space behind it stands before the point of a list. */
const phone = new RegExp(
  `^(?:(?:${phoneWords}|t|m|c|f|contacto|central|mesa central|directo)[^\\d+]{0,4})?\\+\\(?\\d[\\d ()-]{6,}$|^(?:${phoneWords})\\b`,
);
/** A telephone with a country's prefix inside a line: nine to thirteen figures, and no number that stands behind it. */
const phoneInside = /\+\(?\d(?:[ ()-]*\d){8,12}(?!\d)/g;
const webAddress = /@|:\/\/|^www\./;
const dayOrTime =
  /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?: \d{1,2}:\d{2}(?::\d{2})?)?$|^\d{4}-\d{2}-\d{2}(?:[T ].*)?$|^\d{1,2}:\d{2}(?::\d{2})?$/;
/** An amount with its decimals, `3.925.923,50`, with or without its currency. */
const amount = /^(?:(?:us)?\$ ?|(?:usd|clp|eur|uf) )?\d{1,3}(?:\.\d{3})+,\d{1,2}[.,:;!?)]*$/i;
/** A letter for a telephone before the eight or nine figures of one within the country, parted as no two numbers of papers are. */
const letteredPhone = /^[tmcf][.:]{1,2} ?(?!\d{4} )(?=(?:\D*\d){8,9}\D*$)\(?\d[\d()-]* [\d ()-]*$/;

const unitEnd = '\\.?:? ?(?:n° ?|no\\.? ?|# ?)?\\d{1,4}(?:-?[a-z])?';
/** An `Anexo 4501` is an extension; in `Anexo despacho 410932` it says that papers are attached. */
const clearUnits = 'oficinas?|piso|depto|dpto|departamento|casilla|anexo';
const units = `${clearUnits}|ofs?|ofic|torre|local|bodega|block|edificio`;
const streets =
  'av|avd|avda|avenida|calle|pje|psje|pasaje|paseo|camino|alameda|autopista|carretera|direccion|domicilio';
/** Words of a street's name: the last one is no figure, which is the house's; a number of five figures may be a dispatch's. */
const street = new RegExp(
  `^(?:${streets})(?:[.:]{1,2} ?| )(?:(?:[\\p{L}'’.]+|\\d{1,2}) )*[\\p{L}'’.]+ (?:n°|no\\.?|nro\\.?|#)? ?\\d{1,4}(?:-?[a-z])?(?: (?:${units})${unitEnd})*$`,
  'u',
);
/** A telephone of fewer figures than a country's is an extension, too. */
const unit = new RegExp(`^(?:(?:${clearUnits})${unitEnd}|(?:${phoneWords})[ .:]{0,3}\\d{1,6})$`);
const unitOfAddress = new RegExp(`^(?:${units})${unitEnd}$`);
const papers =
  'despachos?|desp|dispatch|carpetas?|din|dus|folio|oc|orden|pedidos?|embarques?|operacion|ref|referencia|avisos?|guia|factura';
/** Words after which a number is that of papers, whatever stands before them. */
const paperWords = new RegExp(`\\b(?:${papers})\\b`);
/**
 * A year by itself inside a line, `octubre de 2026`, `Despachos pendientes 2026`: no part of a longer number, and not right behind a word of papers, as
 * in `el despacho N° 2015`.
 */
const yearInside = new RegExp(
  `(?<!\\b(?:${papers})\\P{L}{0,3}(?:(?:n|no|nro|numero)\\P{L}{0,3})?)(?<![\\p{L}\\d./-])(?:19|20)\\d\\d(?![\\p{L}\\d]|[./-]\\d)`,
  'gu',
);

/** What a mail names by a number that is no paper's: a law in the lines at its foot, an amount with its currency, a postal code. */
const otherNumber =
  /\bley (?:(?:n|no|nro)\P{L}{0,3})?\d{1,2}\.?\d{3}(?!\d)|(?:\$|\b(?:usd|clp|eur|uf)) ?\d[\d.]*|\bc[oó]digo postal:? \d{7}(?!\d)/giu;

/** Whether a piece is a street with its number, `Av. Apoquindo 4501`: a street's word, a name that begins with a capital, four figures at the most. */
export function isAddress(piece: string): boolean {
  const folded = fold(piece);
  return street.test(folded) && !paperWords.test(folded) && /[ .:]\p{Lu}/u.test(piece);
}

/** Whether a piece is an office, a floor or an extension: of a signature where one stands beside it, for by itself its number may be a dispatch's. */
export function isUnit(piece: string): boolean {
  return unit.test(fold(piece));
}

/** Whether a piece is an office or a floor in the column of its street; `Of. 1203` is one there alone, for it may be an official letter. */
export function isUnitOfAddress(piece: string): boolean {
  return unitOfAddress.test(fold(piece));
}

/** Whether a piece is a telephone or an address of mail or a page, and holds no number beside it. */
export function isContact(piece: string): boolean {
  const folded = fold(piece);
  if (phone.test(folded)) return !paperWords.test(folded) && isLongEnough(piece);
  return webAddress.test(piece) && !mayHoldNumber(piece);
}

/** Whether a piece is an amount with its decimals: no number of anything. */
export function isAmount(piece: string): boolean {
  return amount.test(piece);
}

/** Whether a piece is a telephone behind a letter, `F: 22345 6789`: one where no number is read in it, for the letter may be that of a folio. */
export function isLetteredPhone(piece: string): boolean {
  return letteredPhone.test(fold(piece));
}

/** Whether a telephone has a country's prefix and no number behind it, or seven figures, or is a word alone. */
function isLongEnough(telephone: string): boolean {
  if (telephone.includes('+')) return !/\d{5}/.test(telephone.replace(phoneInside, ' '));
  const { length } = telephone.replaceAll(/\D/g, '');
  return length === 0 || length > 6;
}

/** Whether a piece is a telephone without a country's prefix: its figures are as many as a dispatch's may be. */
export function isShortPhone(piece: string): boolean {
  return isContact(piece) && !webAddress.test(piece) && !piece.includes('+');
}

/** What has figures in a mail or a table and is no number of anything: telephones, addresses of mail and pages, days, times, amounts. */
export function isNoise(piece: string): boolean {
  return dayOrTime.test(piece) || isAmount(piece) || isContact(piece);
}

/** A line without its addresses, days, times, amounts, telephones, laws and postal codes. */
export function withoutNoise(line: string): string {
  return line
    .replace(phoneInside, ' ')
    .replace(otherNumber, ' ')
    .split(' ')
    .filter(
      (part) => !webAddress.test(part) && !dayOrTime.test(part) && !isAmount(part) && !phone.test(fold(part)),
    )
    .join(' ');
}

/** Whether a line has figures that may be a number somebody meant: three, and no telephone's, day's, year's, address's, law's or amount's. */
export function mayHoldNumber(line: string): boolean {
  return /\d{3}/.test(fold(withoutNoise(line)).replace(yearInside, ' '));
}

/** The lines of signatures: those with a clear part of one, and those with an office that follow one another above or below these. */
export function linesOfSignatures(clear: readonly number[], offices: readonly number[]): ReadonlySet<number> {
  const lines = new Set(clear);
  const inOrder = [...offices].sort((left, right) => left - right);
  for (const line of [...inOrder, ...inOrder.toReversed()]) {
    if (lines.has(line - 1) || lines.has(line + 1)) lines.add(line);
  }
  return lines;
}
