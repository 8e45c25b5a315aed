import type { FactLine } from './fact-line.ts';
import { numberSign, unambiguousDay } from './unambiguous-values.ts';

/** What a document states, as far as it is known. */
interface Stated {
  number?: string | undefined;
  date?: string | undefined;
}

/** Lines below a repeated title among which its number stands. */
const headLines = 12;
/** Signs within a number, of which another writing of it has others. */
const signs = /[^A-Z0-9]/g;

/** What stands before the number of a document, whatever its form. */
const numberLabel = new RegExp(
  `^(?:(?:(?:COMMERCIAL |TAX )?INVOICE|INV|FACTURA(?: COMERCIAL)?|DOCUMENTO?|DOC|B/?L|BILL OF LADING|(?:SEA ?)?WAYBILL|FOLIO|(?:OUR )?REF(?:ERENCE|ERENCIA)?)[.:]? ?(?:${numberSign}(?![A-Z]))?|${numberSign}(?![A-Z])(?:[.:]? ?(?:DE )?(?:IDENTIFICACION|ACEPTACION))?)[.: ]*`,
);
const dateLabel =
  /^(?:(?:INVOICE |ISSUE )?DATE|DATE OF (?:ISSUE|INVOICE)|FECHA(?: DE (?:EMISION|ACEPTACION|(?:LA )?FACTURA))?)[.: ]+(?=.{0,12}\d)/;
const firstPage = /\b(?:PAGE|PAGINA|PAG|HOJA|SHEET)[.: ]*0?1(?!\d)/;
const bareNumber = /^[A-Z0-9/-]+$/;
const writtenDay = /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/;

/**
 * Whether a title that stands once more begins another document: it has another number or day there, or
 * pages of its own. A further page of the same one often repeats the title alone.
 */
export function isOfSeveral(lines: readonly FactLine[], title: RegExp, stated: Stated): boolean {
  const starts = lines.flatMap(({ folded }, index) => (title.test(folded) ? [index] : []));
  const [, ...further] = starts;
  const first = lines.slice(0, further[0]);
  const same = new Set(first.map(({ folded }) => folded));
  return further.some((start, at) => {
    const section = lines.slice(start, further[at + 1]);
    const own = section.filter(({ folded }, index) => index < headLines && !same.has(folded));
    const numbers = section.slice(0, headLines).map(({ folded }, index) => ({
      isSame: same.has(folded),
      ...numberOf(folded, index === 1, stated.number),
    }));
    if (numbers.some(({ isOther, isSame }) => isOther && !isSame)) return true;
    if (own.some(({ folded }) => isOtherDay(folded, stated.date))) return true;
    const isNext = (section[0]?.page ?? 0) > (first[0]?.page ?? 0);
    const isBegun = isNext && section.some(({ folded }) => firstPage.test(folded));
    return isBegun && !numbers.some(({ isKnown }) => isKnown);
  });
}

/** Whether a line says a number of a document, and whether it is the known one. */
function numberOf(folded: string, isBelowTitle: boolean, known: string | undefined) {
  const label = numberLabel.exec(folded)?.[0];
  if (label === undefined && !isBelowTitle) return { isKnown: false, isOther: false };
  const rest = folded.slice(label?.length ?? 0);
  if (known !== undefined && isWhole(rest, known)) return { isKnown: true, isOther: false };
  const [number = ''] = rest.split(' ');
  const isWritten = label !== undefined || (bareNumber.test(folded) && !writtenDay.test(folded));
  return { isKnown: false, isOther: isWritten && number.length >= 3 && /\d{3}|\d.*\d/.test(number) };
}

/** Whether a text begins with a number, however its signs are written, and with no longer one. */
function isWhole(text: string, number: string): boolean {
  const characters = [...number.replace(signs, '')].join('[^A-Z0-9]{0,3}');
  return new RegExp(`^[^A-Z0-9]{0,3}${characters}(?![A-Z0-9]|[-/][A-Z0-9])`).test(text);
}

function isOtherDay(folded: string, known: string | undefined): boolean {
  const label = dateLabel.exec(folded)?.[0];
  if (label === undefined || known === undefined) return false;
  const rest = folded.slice(label.length).trim();
  return ![true, false].some((isChilean) => unambiguousDay(rest, isChilean) === known);
}
