import type { DocumentFact, FactForm, FactName } from '../../database/index.ts';
import { containersIn } from './containers.ts';
import { type FactLine, type FactPage, factLines, lineBelow } from './fact-line.ts';
import { mayBePartOfWeight, readWeight, weightLabels } from './gross-weight.ts';
import { hasOtherSum } from './other-sums.ts';
import { isPrintedInvoice, printedInvoiceFacts } from './printed-invoice-facts.ts';
import { isOfSeveral } from './repeated-title.ts';
import {
  amountPattern as amount,
  currencyCode,
  currencyPattern,
  numberSign,
  unambiguousAmount,
  unambiguousDay,
} from './unambiguous-values.ts';

/** A fact of which a document states exactly one value. */
interface FactRule {
  name: FactName;
  /** What stands before the value, on its line or alone on the line above. */
  label: RegExp;
  /** Reads the rest of the line, or the line below; undefined where it is not certain. */
  read(rest: string, isBelow: boolean): string | undefined;
  /** The currency beside an amount. */
  currency?(rest: string): string | undefined;
  /** Whether something else in the document leaves the value, of this currency, uncertain. */
  isUnsure?(lines: readonly FactLine[], value: string, currency?: string): boolean;
}

/** Lines of the first page among which a title stands. */
const titleLines = 25;
const maxLines = 20_000;
const maxContainers = 200;

const totalAmount = new RegExp(
  `^[:. ]*(?:${currencyPattern}[:. ]*${amount}|${amount} ?${currencyPattern})[. ]*$`,
);
const currencyIn = new RegExp(currencyPattern);

const rules: Readonly<Record<Exclude<FactForm, 'dte' | 'printed-dte' | ''>, readonly FactRule[]>> = {
  din: [
    {
      name: 'number',
      label: new RegExp(
        `^(?:${numberSign}[.:]? ?(?:DE )?)?(?:IDENTIFICACION|ACEPTACION)(?! DE)[ .:]*(?:${numberSign})?[.: ]*`,
      ),
      read: (rest) => /^(\d{9,10}-[\dK]|\d{10})(?: |$)/.exec(rest)?.[1]?.replace('-', ''),
    },
    {
      name: 'date',
      label: /^FECHA (?:DE )?ACEPTACION[.: ]*/,
      read: (rest) => unambiguousDay(rest.split(' ')[0] ?? '', true),
    },
    {
      name: 'weight',
      label: weightLabels.sum,
      // A declaration has no other unit, but other numbers in the columns beside.
      read: readWeight,
      // The bill of lading has all of it.
      isUnsure: (lines) => lines.some(({ folded }) => /\bPARCIAL/.test(folded)),
    },
  ],
  invoice: [
    {
      name: 'number',
      label: new RegExp(`^(?:(?:COMMERCIAL )?INVOICE|FACTURA(?: COMERCIAL)?) ?${numberSign}(?![A-Z])[.: ]*`),
      read: (rest) => documentNumber(rest, 3),
    },
    {
      name: 'date',
      label: /^(?:INVOICE DATE|DATE OF INVOICE|FECHA (?:DE )?(?:LA )?FACTURA)[.: ]*/,
      read: (rest) => unambiguousDay(rest.trim(), false),
    },
    {
      name: 'total',
      label:
        /^(?:GRAND TOTAL|INVOICE TOTAL|TOTAL INVOICE(?: (?:AMOUNT|VALUE))?|TOTAL FACTURA|TOTAL AMOUNT(?: DUE)?|TOTAL)(?= ?[:.]| (?:US|EUR|€|CLP|GBP|£|CNY|RMB|JPY|\d)|$)/,
      read(rest) {
        const [, after, before] = totalAmount.exec(rest) ?? [];
        return unambiguousAmount(after ?? before ?? '');
      },
      currency: (rest) => currencyCode(currencyIn.exec(rest)?.[0] ?? ''),
      isUnsure: (lines, value, code) => hasOtherSum(lines, Number(value), code),
    },
  ],
  bill: [
    {
      name: 'number',
      label: new RegExp(`^(?:B/?L|BILL OF LADING|SEA ?WAYBILL) ?${numberSign}(?![A-Z])[.: ]*`),
      read: (rest) => documentNumber(rest, 8),
      // A forwarder's bill has a number of its own beside the carrier's.
      isUnsure: (lines, value) => lines.some(({ folded }) => isOfCarrier(folded) && folded.includes(value)),
    },
    {
      name: 'weight',
      label: weightLabels.bill,
      read: (rest) => readWeight(rest, true),
      isUnsure: (lines, value) => mayBePartOfWeight(lines, Number(value)),
    },
  ],
  // What it says may be of a part, or of more than one shipment.
  packing: [],
};

/** A whole line that is the title of a form. */
const titles: Readonly<Record<keyof typeof rules, RegExp>> = {
  din: /^DECLARACION DE INGRESO(?: ?-? ?(?:IMPORTACION|IMPORT)[A-Z /.-]*)?$/,
  invoice: /^(?:COMMERCIAL INVOICE|INVOICE|FACTURA COMERCIAL)$/,
  bill: /^(?:(?:OCEAN|COMBINED TRANSPORT|MULTIMODAL TRANSPORT|HOUSE|MASTER) )?BILL OF LADING$|^SEA ?WAYBILL$|^CONOCIMIENTO DE EMBARQUE$/,
  packing: /^(?:DETAILED )?PACKING LIST$|^LISTA DE EMPAQUE$/,
};
/** Titles of a document behind the first one: invoices have more than those that say what they are. */
const furtherTitles = {
  ...titles,
  invoice: /^(?:(?:COMMERCIAL|TAX|SALES|EXPORT) )?INVOICE$|^FACTURA(?: COMERCIAL)?$/,
} as const;
/** Documents that look like these forms and are others. */
const otherTitles =
  /\b(?:PRO ?-?FORMA|DRAFT|BORRADOR|COPIA NO VALIDA|ARRIVAL NOTICE|(?:CREDIT|DEBIT) (?:NOTE|MEMO)|NOTA DE (?:CREDITO|DEBITO)|BOOKING CONFIRMATION|CERTIFICATE OF ORIGIN)\b/;
/** A line that begins with one, and is no sentence; within a line, these are words of every document. */
const otherTitle =
  /^(?:(?:SALES|PRICE|FORMAL|CUSTOMER|CLIENT) )?(?:QUOTATION|QUOTE|COTIZACION(?! (?:DEL? )?(?:DOLAR|US))|PRESUPUESTO|ORDER CONFIRMATION|STATEMENT(?: OF ACCOUNTS?|$)|ESTADO DE CUENTAS?|PRELIMINARY|PROOF ?READ|VERIFY COPY|SHIPPING INSTRUCTIONS?)(?![A-Z])/;
const maxTitleWords = 6;
const packingList = /\bPACKING LIST\b/;
const isOfCarrier = (folded: string) => /^(?:MBL|MB\/L|MASTER)\b/.test(folded);
/** A heading of the numbers, days and sums of another document; only its own has weights. */
const otherDocument =
  /^(?:DOCUMENTOS? (?:DE )?(?:ANTECEDENTES?|ANTERIOR(?:ES)?|REFERENCIA|RELACIONADOS?)|REFERENCIAS?|(?:PREVIOUS|ORIGINAL|RELATED) (?:INVOICES?|DOCUMENTS?))[ .:]*$/;

/** Words of a document that replaces another of its number, or that is replaced. */
const editionMark =
  /\b(?:REVISED|REVISION|AMENDED|AMENDMENT|CORRECTED|CORRECTION|CANCELL?ED|REISSUED|SUPERSED(?:ES|ED)|REPLACE[SD]|CORREGID[OA]|CORRIGE|RECTIFICA(?:D[OA])?|MODIFICAD[OA]|ANULAD[OA]|ANULA|REEMPLAZ(?:A|AD[OA])|SUSTITUYE)\b/;
/** In a longer line the word may be of the conditions that every bill of lading has. */
const maxMarkWords = 10;
const voidMark = /^\W*(?:\w+ )?VOID\W*$/;

function editionFacts(form: FactForm, lines: readonly FactLine[]): DocumentFact[] {
  const mark = lines.find(({ folded }) => {
    const isShort = folded.split(' ').length <= maxMarkWords;
    return voidMark.test(folded) || (isShort && editionMark.test(folded));
  });
  if (!mark) return [];
  const { page, written: line, isScanned } = mark;
  return [{ form, name: 'edition', value: 'marked', page, line, isScanned }];
}

/**
 * The facts that a document states with certainty: its title is that of one form, and each label has one
 * value in the whole text. Of any document, its containers. Nothing is certain on a line of a scan that was
 * recognised with low confidence.
 */
export function textFacts(pages: readonly FactPage[]): DocumentFact[] {
  const lines = pages.flatMap(factLines).slice(0, maxLines);
  const top = lines.filter(({ page }) => page === 1).slice(0, titleLines);
  const forms = formsAt(top);
  const form = formOf(top, forms);
  // An invoice that stands behind another form is its annex.
  const isInvoice = forms.length === 0 && isPrintedInvoice(top);
  const known = isInvoice ? 'printed-dte' : form;
  return [
    ...(known === '' ? [] : editionFacts(known, lines)),
    ...(isInvoice ? printedInvoiceFacts(lines) : []),
    ...(form === '' ? [] : formFacts(form, lines)),
    ...containerFacts(form, lines),
  ];
}

type TitledForm = keyof typeof rules;

/** The forms whose titles stand at the top of a document. */
function formsAt(top: readonly FactLine[]): TitledForm[] {
  return (['din', 'invoice', 'bill', 'packing'] as const).filter((form) =>
    top.some(({ folded }) => titles[form].test(folded)),
  );
}

function formOf(top: readonly FactLine[], [only, ...others]: readonly TitledForm[]): TitledForm | '' {
  if (only === undefined || others.length > 0) return '';
  const isOther = top.some(
    ({ folded }) =>
      otherTitles.test(folded) ||
      (otherTitle.test(folded) && folded.split(' ').length <= maxTitleWords) ||
      (only !== 'packing' && packingList.test(folded)),
  );
  return isOther ? '' : only;
}

/** What a form states; nothing where its title stands once more with another number. */
function formFacts(form: TitledForm, lines: readonly FactLine[]): DocumentFact[] {
  const facts = rules[form].flatMap((rule) => factsOf(form, rule, lines));
  const factOf = (name: FactName) => facts.find((fact) => fact.name === name)?.value;
  const stated = { number: factOf('number'), date: factOf('date') };
  return isOfSeveral(lines, furtherTitles[form], stated) ? [] : facts;
}

function factsOf(form: FactForm, rule: FactRule, lines: readonly FactLine[]): DocumentFact[] {
  const { name, label, read, currency, isUnsure } = rule;
  const values = new Map<string, { line: FactLine; currency: string | undefined }>();
  for (const [index, line] of lines.entries()) {
    const before = label.exec(line.folded)?.[0];
    if (before === undefined) continue;
    const above = lines.slice(Math.max(0, index - 2), index);
    if (name !== 'weight' && above.some(({ folded }) => otherDocument.test(folded))) return [];
    const rest = line.folded.slice(before.length).trim();
    const shown = rest === '' ? lineBelow(lines, index) : line;
    const text = rest === '' ? (shown?.folded ?? '') : rest;
    const value = line.isUnsure || shown?.isUnsure ? undefined : read(text, rest === '');
    // A label whose value cannot be read leaves all of its name uncertain.
    if (value === undefined || value === '' || !shown) {
      if (name === 'total' && !/\d/.test(text)) continue;
      return [];
    }
    const code = currency?.(text);
    if (currency && code === undefined) return [];
    values.set(`${value} ${code ?? ''}`, { line: shown, currency: code });
  }
  const [only, ...others] = values;
  if (only === undefined || others.length > 0) return [];
  const [key, { line, currency: code }] = only;
  if (isUnsure?.(lines, key.split(' ')[0] ?? '', code)) return [];
  const fact = { form, page: line.page, line: line.written, isScanned: line.isScanned };
  return [
    { ...fact, name, value: key.split(' ')[0] ?? '' },
    ...(code === undefined ? [] : [{ ...fact, name: 'currency' as const, value: code }]),
  ];
}

function documentNumber(rest: string, minLength: number): string | undefined {
  const [number = ''] = /^[A-Z0-9][A-Z0-9/-]*/.exec(rest) ?? [];
  const isNumber = number.length >= minLength && /\d{3}|\d.*\d/.test(number);
  // Something else on the line may belong to the number.
  return isNumber && rest.slice(number.length).trim() === '' ? number : undefined;
}

/** Numbers of these have letters and digits as containers have. */
const otherNumbers =
  /\b(?:[HM]?B\/?L|BILL OF LADING|SEA ?WAYBILL|CONOCIMIENTO|BOOKING|RESERVA|MANIFIESTO|MANIFEST)\b/;

function containerFacts(form: FactForm, lines: readonly FactLine[]): DocumentFact[] {
  const found = new Map<string, FactLine>();
  const others = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (line.isUnsure) continue;
    const isOther = otherNumbers.test(`${lines[index - 1]?.folded ?? ''} ${line.folded}`);
    for (const container of containersIn(line.folded)) {
      if (isOther) others.add(container);
      else if (!found.has(container) && found.size < maxContainers) found.set(container, line);
    }
  }
  for (const other of others) found.delete(other);
  return [...found].map(([value, { page, written, isScanned }]) => ({
    form,
    name: 'container',
    value,
    page,
    line: written,
    isScanned,
  }));
}
