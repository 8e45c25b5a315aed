import { cleanPasted } from '../../shared/model/rut.ts';

/** What a number is a number of, as its label or its form says; `any` where neither does. */
export type NumberKind =
  | 'any'
  | 'dispatch'
  | 'declaration'
  | 'reference'
  | 'transport'
  | 'folio'
  | 'container';

/** A text that is one number. */
export interface NumberForm {
  as: NumberKind;
  /** Without its label and the note behind it; leading zeros stay, because a service may count them as part of it. */
  number: string;
  /** How it may be kept: with its label, where that may be part of it (`OC 452599`), and without. */
  forms: readonly string[];
  /** Whether a label says what it is; else its form at most. */
  isLabelled: boolean;
  /** Whether the label is also the name of a document type: `BL 410905` may mean the B/L of a dispatch. */
  isTypeToo: boolean;
}

const labels: readonly { as: NumberKind; label: string; isTypeToo?: boolean }[] = [
  { as: 'dispatch', label: 'despachos?|desp|dispatch(?:es)?|carpeta' },
  { as: 'declaration', label: 'din|dus', isTypeToo: true },
  { as: 'declaration', label: 'declaracion(?: de (?:ingreso|salida))?|declaration|numero de identificacion' },
  {
    as: 'reference',
    label:
      'o\\.?/?c|orden(?:es)?(?: de compra)?|p\\.?/?o|purchase order|order|pedido|ref(?:erencia|erence)?|s/ref|n/ref|su referencia|nuestra referencia',
  },
  { as: 'folio', label: 'folio' },
  { as: 'transport', label: 'b/?ls?|[hm]b/?l|[hm]?awb|crt', isTypeToo: true },
  {
    as: 'transport',
    label: 'conocimiento(?: de embarque)?|guia aerea|bill of lading|carta de porte|docto transporte',
  },
  { as: 'container', label: 'contenedor(?:es)?|containers?|cntr|ctr|cont' },
];

/** What only says that a number follows. `Nº` is `No` once it is cleaned. */
const mark = '(?:n°|n\\.o|n[.:]|no|nro|num|numero|número|number)[°.:]{0,2} ?|# ?';
const labelled = labels.map(({ label, ...rest }) => ({
  ...rest,
  // A letter and figures side by side are one number (`N410905`), unless the label ends in a mark.
  form: new RegExp(`^(?:${label})(?:\\.:|[.:-])? ?(?:${mark})?(?=.*\\d)`, 'i'),
  alone: new RegExp(`^(?:${label})(?: |(?=[n#:.\\d-]))`, 'i'),
}));
const marked = new RegExp(`^(?:${mark})(?=\\d)`, 'i');
/** A note behind a number holds no other number: `410905 (ver)`, not `410905 (410906)`. */
const note = /^(.*\d.*?) ?\((?![^()]*(?:\d{5}|\d{3}\.\d{3}))[^()]*\)$/;
/** What a sentence puts around a number or behind it: `(410931`, `410932).` */
const brackets = /^\(?([^()]*?)[).,:;!?]*$/;
const sentenceEnd = /[.,:;!?]+$/;
const joined =
  /(?<![\p{L}\d./+-])\d{5,}(?:[-\u2010-\u2015\u2212/+]\d{5,})+(?![\p{L}\d/+\u2010-\u2015\u2212-]|\.\d)/gu;
const accents = /\p{M}/gu;

/** Reads a text that is one number: `N°410905`, `Despacho 410905`, `410905 (ver)`, `410.905`, `OC 452599`, `DIN 3910797756-2`. Undefined without a figure. */
export function readNumber(text: string): NumberForm | undefined {
  if (!/\p{N}/u.test(text) || text.length > 200) return undefined;
  const bare = unbracketed(text).replace(note, '$1');
  const plain = bare.normalize('NFD').replace(accents, '').normalize('NFC');
  for (const { as, isTypeToo = false, form, alone } of labelled) {
    const found = plain.length === bare.length && alone.test(plain) ? form.exec(plain) : null;
    if (!found) continue;
    const number = withoutThousands(unbracketed(bare.slice(found[0].length).trim()));
    return { as, number, forms: [...new Set([number, bare, text])], isLabelled: true, isTypeToo };
  }
  const number = withoutThousands(unbracketed(bare.replace(marked, '')));
  return {
    ...{ as: kindOf(number), number, forms: [...new Set([number, bare, text])] },
    ...{ isLabelled: false, isTypeToo: false },
  };
}

function unbracketed(text: string): string {
  return text.replace(sentenceEnd, '').replace(brackets, '$1');
}

/**
 * A text with a blank between plain numbers of one length that a mark joins, `410931-410932`: they are several. One that is kept in that way is
 * found all the same, as a number that is written with blanks.
 */
export function numbersApart(text: string): string {
  return text.replace(joined, (run) => {
    const numbers = run.split(/\D/);
    return new Set(numbers.map(({ length }) => length)).size === 1 ? numbers.join(' ') : run;
  });
}

/** A number as it is asked for, whatever label, note and thousands mark it has: what the terminal is given by itself. */
export function bareNumber(text: string): string {
  const cleaned = cleanPasted(text);
  return readNumber(cleaned)?.number ?? cleaned;
}

/** A number without its thousands mark; more than seven figures may be a RUT's, and stay as they are. */
export function withoutThousands(text: string): string {
  return /^\d{1,3}[.,]\d{3}$|^\d\.\d{3}\.\d{3}$/.test(text) ? text.replace(/[.,]/g, '') : text;
}

/** A container as it is painted on its side, `MSCU1234566`: four letters of which the last is U, J or Z, six figures and the check digit of ISO 6346. */
export function containerOf(text: string): string | undefined {
  const [, owner = '', serial = '', digit = ''] = /^([A-Z]{3}[UJZ])[ -]?(\d{6}) ?-? ?(\d)$/i.exec(text) ?? [];
  const number = `${owner}${serial}`.toUpperCase();
  return digit !== '' && String(containerDigit(number)) === digit ? number + digit : undefined;
}

function containerDigit(number: string): number {
  let sum = 0;
  for (const [place, letter] of [...number].entries()) sum += containerValue(letter) * 2 ** place;
  return (sum % 11) % 10;
}

/** Letters count from 10 on, without the multiples of 11. */
function containerValue(letter: string): number {
  if (/\d/.test(letter)) return Number(letter);
  const place = letter.charCodeAt(0) - 65;
  return 10 + place + Math.floor((place + 9) / 10);
}

/** What a number without a label can only be: a declaration has ten figures and a check digit. */
function kindOf(number: string): NumberKind {
  if (/^\d{10}-[\dk]$/i.test(number)) return 'declaration';
  return containerOf(number) === undefined ? 'any' : 'container';
}
