import { fold } from '../store/index.ts';

const phoneWords = 'fono|tel|tlf|telefono|cel|celular|movil|mobile|phone|fax|whatsapp';
/** A number with a country's prefix, or one behind a word for it. A plus with a space behind it stands before the point of a list. */
const phone = new RegExp(
  `^(?:(?:${phoneWords}|t|m|c|f|contacto|central|mesa central|directo)[^\\d+]{0,4})?\\+\\(?\\d[\\d ()-]{6,}$|^(?:${phoneWords})\\b`,
);
const address = /@|:\/\/|^www\./;
const dayOrTime =
  /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?: \d{1,2}:\d{2}(?::\d{2})?)?$|^\d{4}-\d{2}-\d{2}(?:[T ].*)?$|^\d{1,2}:\d{2}(?::\d{2})?$/;

/** What has figures in a mail or a table and is no number of anything: telephones, addresses of mail and pages, days, times. */
export function isNoise(piece: string): boolean {
  return address.test(piece) || dayOrTime.test(piece) || phone.test(fold(piece));
}

const unitEnd = '\\.?:? ?(?:n° ?|no\\.? ?|# ?)?\\d{1,4}(?:-?[a-z])?';
/** An `Anexo 4501` is an extension; in `Anexo despacho 410932` it says that papers are attached. */
const clearUnits = 'oficinas?|piso|depto|dpto|departamento|casilla|anexo';
const units = `${clearUnits}|ofs?|ofic|torre|local|bodega|block|edificio`;
const streets =
  'av|avd|avda|avenida|calle|pje|psje|pasaje|paseo|camino|alameda|autopista|carretera|direccion|domicilio';
/** Words of a street's name: the last one is no figure, which is the house's. */
const street = new RegExp(
  `^(?:${streets})(?:[.:]{1,2} ?| )(?:(?:[\\p{L}'’.]+|\\d{1,2}) )*[\\p{L}'’.]+ (?:n°|no\\.?|nro\\.?|#)? ?\\d{1,5}(?:-?[a-z])?(?: (?:${units})${unitEnd})*$`,
  'u',
);
const unit = new RegExp(`^(?:${clearUnits})${unitEnd}$`);
const unitOfAddress = new RegExp(`^(?:${units})${unitEnd}$`);
/** Words after which a number is that of papers, whatever stands before them. */
const paperWords =
  /\b(?:despachos?|desp|dispatch|carpetas?|din|dus|folio|oc|orden|pedidos?|embarques?|operacion|ref|referencia|avisos?|guia|factura)\b/;

/** Whether a piece is a street with its number, `Av. Apoquindo 4501`: a street's word, a name that begins with a capital, five figures at the most. */
export function isAddress(piece: string): boolean {
  const folded = fold(piece);
  return street.test(folded) && !paperWords.test(folded) && /[ .:]\p{Lu}/u.test(piece);
}

/** Whether a piece is an office, a floor or an extension by itself; `Of. 1203` is one beside its street alone, for it may be an official letter. */
export function isUnit(piece: string): boolean {
  return unit.test(fold(piece));
}

/** Whether a piece is an office or a floor where its street stands beside it. */
export function isUnitOfAddress(piece: string): boolean {
  return unitOfAddress.test(fold(piece));
}

/** A line without its addresses, days, times and telephones. */
export function withoutNoise(line: string): string {
  return line
    .split(' ')
    .filter((part) => !isNoise(part))
    .join(' ');
}
