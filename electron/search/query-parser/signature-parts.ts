import { fold } from '../../../shared/without-accents.ts';

const phoneWords = 'fono|tel|tlf|telefono|cel|celular|movil|mobile|phone|fax|whatsapp';
/** A letter for a phone before eight or nine figures, grouped unlike any two document numbers. */
const letteredPhone = /^[tmcf][.:]{1,2} ?(?!\d{4} )(?=(?:\D*\d){8,9}\D*$)\(?\d[\d()-]* [\d ()-]*$/;
/** The same without grouping, which is a phone only next to others. */
const letteredFigures = /^[tmcf][.:]{1,2} ?\d{8,9}$/;

const unitEnd = '\\.?:? ?(?:n° ?|no\\.? ?|# ?)?\\d{1,4}(?:-?[a-z])?';
/** `Anexo 4501` is an extension; `Anexo despacho 410932` says that documents are attached. */
const clearUnits = 'oficinas?|piso|depto|dpto|departamento|casilla|anexo';
const units = `${clearUnits}|ofs?|ofic|torre|local|bodega|block|edificio`;
const streets =
  'av|avd|avda|avenida|calle|pje|psje|pasaje|paseo|camino|alameda|autopista|carretera|direccion|domicilio';
/**
 * A street: the last word of its name is no figure, and the house number follows. A number of five figures
 * may be a dispatch.
 */
const street = new RegExp(
  `^(?:${streets})(?:[.:]{1,2} ?| )(?:(?:[\\p{L}'’.]+|\\d{1,2}) )*[\\p{L}'’.]+ (?:n°|no\\.?|nro\\.?|#)? ?\\d{1,4}(?:-?[a-z])?(?: (?:${units})${unitEnd})*$`,
  'u',
);
/**
 * A street without its keyword, recognized by the floor after its number, `Huérfanos 1234 piso 5`; a post
 * box.
 */
const streetWithUnit = new RegExp(
  `^(?:[\\p{L}'’.]+ ){1,4}(?:n°|no\\.?|nro\\.?|#)? ?\\d{1,4}(?: (?:${units})${unitEnd})+$|^casilla${unitEnd}$`,
  'u',
);
/** A phone with too few figures is an extension too. */
const unit = new RegExp(`^(?:(?:${clearUnits})${unitEnd}|(?:${phoneWords})[ .:]{0,3}\\d{1,6})$`);
const unitOfAddress = new RegExp(`^(?:${units})${unitEnd}$`);
const documentWords =
  'despachos?|desp|dispatch|carpetas?|din|dus|folio|oc|orden|pedidos?|embarques?|operacion|ref|referencia|avisos?|guia|factura';
/** After these words a number is that of a document, whatever precedes them. */
const documentPattern = new RegExp(`\\b(?:${documentWords})\\b`);

/** Longer parts are sentences. */
const maxLetters = 200;

/**
 * Whether a text is a street with its number, `Av. Apoquindo 4501`: a street keyword, a capitalized name, at
 * most four figures.
 */
export function isAddress(text: string): boolean {
  if (text.length > maxLetters) return false;
  const folded = fold(text).replace(/^(?:dir|direccion|domicilio|address)[.:]{1,2} ?/, '');
  if (documentPattern.test(folded)) return false;
  return (
    /^p\.? ?o\.? box \d{1,6}$/.test(folded) ||
    /^[\p{L}. ]{3,40} [A-Z]{2} \d{5}(?:-\d{4})?$/u.test(text) ||
    (street.test(folded) && /[ .:]\p{Lu}/u.test(text)) ||
    (streetWithUnit.test(folded) && /^\p{Lu}/u.test(text))
  );
}

/**
 * Whether a text is an office, a floor or an extension. Only a signature makes it one: by itself its number
 * may be a dispatch.
 */
export function isUnit(text: string): boolean {
  return text.length <= maxLetters && unit.test(fold(text));
}

/**
 * Whether a text is an office or a floor next to its street; only there is `Of. 1203` one, because it may be
 * an official letter.
 */
export function isUnitOfAddress(text: string): boolean {
  return text.length <= maxLetters && unitOfAddress.test(fold(text));
}

/**
 * Whether a text is a phone after a letter, `F: 22345 6789`. Checked where no number was found in it, because
 * the letter may label a folio. Without grouping, `F. 22345678`, it is one only in a signature with others.
 */
export function isLetteredPhone(text: string, isAmongOthers: boolean): boolean {
  if (text.length > maxLetters) return false;
  const folded = fold(text);
  return letteredPhone.test(folded) || (isAmongOthers && letteredFigures.test(folded));
}

/** The lines of signatures: those with a certain part of one, and adjacent lines with an office. */
export function linesOfSignatures(clear: readonly number[], offices: readonly number[]): ReadonlySet<number> {
  const lines = new Set(clear);
  const inOrder = [...offices].sort((left, right) => left - right);
  for (const line of [...inOrder, ...inOrder.toReversed()]) {
    if (lines.has(line - 1) || lines.has(line + 1)) lines.add(line);
  }
  return lines;
}
