import { compositeKey } from '../../../shared/composite-key.ts';
import { groupWord } from '../../../shared/dossier/expectation-rule.ts';
import { parseAmount } from '../../../shared/model/amounts.ts';
import { type Day, writtenDay } from '../../../shared/model/dates.ts';
import { cleanPasted, hasRightDigit, parseRut, type Rut } from '../../../shared/model/rut.ts';
import { isTotal, linesOf, maskQuoted } from '../../lib/pasted-lines.ts';
import { folioKey, rutIn } from './folio.ts';
import { codeIn } from './tax-document-kind.ts';

/** A parsed line of a purchase register. */
export interface RegisterLine {
  /** From 1, as pasted; a row of a spreadsheet is one line. */
  line: number;
  text: string;
  /** Absent when the line has no readable RUT. */
  issuer?: Rut;
  /** The issuer's name, if a header names its column. */
  issuerName?: string;
  /** `''` when the line has no readable number. */
  folio: string;
  total?: number;
  /** The tax authority's document code (33 an invoice, 61 a credit note, 914 a DIN), if the line has it. */
  kind?: string;
  /** The document's day, if the line has it. */
  day?: Day;
}

interface Columns {
  issuer: number;
  /** The issuer's check digit, where it has a column of its own. */
  digit: number | undefined;
  issuerName: number | undefined;
  folio: number;
  total: number | undefined;
  kind: number | undefined;
  day: number | undefined;
}

/**
 * Parses lines of issuer RUT, number and total. In the tax authority's purchase register the header names the
 * columns. In a spreadsheet the first RUT, the number after it and the last amount count. Skips lines without
 * text, headers with the titles above them, totals, and further rows of a document, which hold another tax
 * and no total. Rows of a sales register, by its header, name clients, and cannot be read as purchases.
 */
export function readRegister(text: string): { lines: RegisterLine[]; isOfSales: boolean } {
  let columns: Columns | undefined;
  let isOfSales = false;
  let above: readonly string[] = [];
  let lines: RegisterLine[] = [];
  const documents = new Set<string>();
  for (const [index, raw] of linesOf(text).entries()) {
    if (!/[\p{L}\p{N}]/u.test(raw) || separatorLine.test(cleanPasted(raw))) continue;
    const fields = splitFields(raw);
    // A line with a RUT, or a number, which has the same form, is no header.
    const words = fields.some((field) => rutIn(field) !== undefined) ? [] : fields.map(headerWord);
    const header = readHeader(words) ?? readHeader(joinWords(above, words));
    above = words;
    const isHeaderOfSales = isSalesHeader(words);
    if (header) {
      // A title, or the first line of a header that has two.
      if (!columns && !lines.some(isReadable)) lines = [];
      columns = header;
    }
    isOfSales ||= isHeaderOfSales;
    if (header || isHeaderOfSales) continue;
    const line = { line: index + 1, text: raw.replace(/\s+/g, ' ').trim() };
    if (isOfSales) {
      lines.push({ ...line, folio: '' });
      continue;
    }
    if (isTotal(fields) && !fields.some((field) => field.includes('-') && isRight(field))) continue;
    const read = columns ? byColumns(fields, columns) : { ...byShape(fields), ...dayIn(fields) };
    const document = compositeKey(read.kind, read.issuer, read.folio);
    const isFurther = columns?.total !== undefined && !read.total && documents.has(document);
    documents.add(document);
    if (!isFurther && !(columns && isOtherTaxAlone(fields, columns))) lines.push({ ...line, ...read });
  }
  return { lines, isOfSales };
}

/** The first line of a file for Excel. */
const separatorLine = /^"?sep=.?"?$/i;

function isReadable({ issuer, folio }: RegisterLine): boolean {
  return issuer !== undefined && folio !== '';
}

/** Whether only columns behind those of issuer, number and total have text: another tax of the line above. */
function isOtherTaxAlone(fields: readonly string[], { issuer, folio, total = 0 }: Columns): boolean {
  const end = Math.max(issuer, folio, total) + 1;
  return fields.length > end && fields.slice(0, end).every((field) => field === '');
}

function headerWord(field: string): string {
  return groupWord(field).replace(/R\.U\.T\.?/, 'RUT');
}

/** The words of a header of two lines; a single cell above is a title. */
function joinWords(above: readonly string[], words: readonly string[]): string[] {
  const isHeader = above.filter((word) => word !== '').length > 1;
  return isHeader ? words.map((word, index) => `${above[index] ?? ''} ${word}`.trim()) : [];
}

/** A number of few figures has the form of a RUT, too. */
function isRut(field: string): boolean {
  // Most fields are shorter, also than one without its hyphen, and need no reading.
  return field.length >= minRutLength - 1 && (rutIn(field)?.length ?? 0) >= minRutLength;
}

/** Letters of the shortest RUT that a company or a person has: `1000000-9`. */
const minRutLength = 9;

/** A RUT within other words: `ACME SPA (76.086.428-5)`. */
const rutInWords = /(?<![\w.-])(?:\d{1,2}(?:\.\d{3}){2}|\d{7,8}) ?- ?[\dk](?![\w-])/i;
/** A number behind the word of a document: `FACT 1233`. */
const numberInWords =
  /(?<!\p{L})(?:fac\p{L}{0,6}|invoice|boleta|folio|dte|nota de \p{L}{5,7}|n[cd])[ .:#°nN]{1,5}(\d[\d-]{0,14})(?!\d)/iu;

function rutWithin(field: string): string {
  return field.includes('-') ? (rutInWords.exec(field)?.[0] ?? '') : '';
}

function numberIn(field: string): string | undefined {
  return /\p{L}/u.test(field) ? numberInWords.exec(field)?.[1] : undefined;
}

/** The fields, with a RUT within words and the number of a document there in fields of their own. */
function withRutApart(fields: readonly string[]): readonly string[] {
  if (fields.some(isRut)) return fields;
  const at = fields.findIndex((field) => rutWithin(field) !== '');
  const written = fields[at] ?? '';
  const rut = rutWithin(written);
  if (!isRut(rut)) return fields;
  const number = numberIn(written.replace(rut, ' '));
  return fields.toSpliced(at, 1, rut, ...(number === undefined ? [] : [number]));
}

function dayIn(fields: readonly string[]): Pick<RegisterLine, 'day'> {
  const day = fields
    .filter(isDate)
    .map(writtenDay)
    .find((one) => one !== undefined);
  return day === undefined ? {} : { day };
}

/** Whether these are the words of a header of a sales register, which names clients and no suppliers. */
function isSalesHeader(words: readonly string[]): boolean {
  const isOfClient = (word: string) => word.includes('RUT') && /CLIENTE|RECEPTOR/.test(word);
  return words.some((word) => word === 'TIPO VENTA' || (isOfClient(word) && !words.some(isOfSupplier)));
}

function isOfSupplier(word: string): boolean {
  return /RUT|TAX ID/.test(word) && /PROVEEDOR|EMISOR|VENDOR|SUPPLIER|ISSUER/.test(word);
}

const numberAlone = /^(?:N|NRO|NO|NUM|DOCUMENTO?|FACTURAS?|INVOICE)\W*$/;
const isPart = '(?!.*(?:NETO?\\b|IVA|VAT|TAX|EXENT|EXEMPT|AFECT|IMPUEST))';

function readHeader(words: readonly string[]): Columns | undefined {
  const indexOf = (test: (word: string) => boolean) => {
    const index = words.findIndex(test);
    return index < 0 ? undefined : index;
  };
  const find = (...names: RegExp[]) => {
    for (const name of names) {
      const index = indexOf((word) => name.test(word));
      if (index !== undefined) return index;
    }
    return undefined;
  };
  const issuer = indexOf(isOfSupplier) ?? find(/^RUT/, /ISSUER/, /TAX ID/);
  // A column of line numbers comes first.
  const last = words.findLastIndex((word) => numberAlone.test(word));
  const folio =
    find(
      /FOLIO/,
      /(?<![A-Z])(?:N|NRO|NUM|NUMERO|NO)[\W_]*(?:DEL? )?(?:DOC|FACT|DTE)/,
      /(?:DOC[A-Z]{0,12}|INVOICE|FACTURA|DTE)[\W_]{1,9}(?:N|NRO|NUM|NUMERO|NO|NUMBER|ID)\W*$/,
      /^(NUMERO|NUMBER)$/,
    ) ?? (last < 0 ? undefined : last);
  if (issuer === undefined || folio === undefined) return undefined;
  return {
    issuer,
    digit: find(/^D\.? ?V\.?$/, /^DIGITO/),
    issuerName: find(/^RAZON SOCIAL/, /^NOMBRE/, /^(?:PROVEEDOR|EMISOR|VENDOR|SUPPLIER)$/, /NAME/),
    folio,
    total: find(
      /^MONTO TOTAL$/,
      /^TOTAL$/,
      new RegExp(`^${isPart}.*TOTAL`),
      /^(?:MONTO |VALOR )?BRUTO$/,
      /^(?:MONTO|VALOR)$/,
      new RegExp(`^${isPart}.*AMOUNT`),
    ),
    kind: find(/^TIPO (DE )?DOC/, /^TIPO DTE$/, /^DOC[A-Z]* TYPE$/, /^(?:TIPO|TD|TYPE)$/),
    day: find(/^FECHA (DE )?(DOC|EMI)/, /^FECHA$/, /DATE/),
  };
}

function byColumns(fields: readonly string[], columns: Columns): Omit<RegisterLine, 'line' | 'text'> {
  const total = columns.total === undefined ? undefined : parseAmount(fields[columns.total] ?? '');
  const kind = columns.kind === undefined ? undefined : codeIn(fields[columns.kind] ?? '', true);
  const day = columns.day === undefined ? undefined : writtenDay(fields[columns.day] ?? '');
  const issuerName = columns.issuerName === undefined ? '' : (fields[columns.issuerName] ?? '');
  return {
    ...reading(issuerOf(fields, columns), fields[columns.folio] ?? '', total, kind),
    ...(issuerName !== '' && { issuerName }),
    ...(day && { day }),
  };
}

/** A RUT whose check digit has a column of its own is none without it. */
function issuerOf(fields: readonly string[], { issuer, digit }: Columns): string {
  const written = fields[issuer] ?? '';
  if (digit === undefined || written.includes('-')) return written;
  const own = fields[digit] ?? '';
  return /^[\dk]$/i.test(own) ? `${written}-${own}` : '';
}

/**
 * The fields, with a check digit joined to the RUT before it: `76086428`, `5`. The first that may be the
 * issuer decides: behind it, `10000004`, `0` are amounts.
 */
function withDigit(fields: readonly string[]): readonly string[] {
  if (fields.some((field) => field.includes('-') && rutIn(field) !== undefined)) return fields;
  const isBody = (field: string, index: number) =>
    /^0{0,3}[1-9]\d?(?:\d{6}|(?:\.\d{3}){2})$/.test(field) && /^[\dk]$/i.test(fields[index + 1] ?? '');
  const isWhole = (field: string) => /^\d{7,8}-.$/.test(rutIn(field) ?? '') && isRight(field);
  const at = fields.findIndex((field, index) => isBody(field, index) || isWhole(field));
  const joined = `${fields[at]}-${fields[at + 1]}`;
  return isBody(fields[at] ?? '', at) && isRight(joined) ? fields.toSpliced(at, 2, joined) : fields;
}

function isRight(text: string): boolean {
  return hasRightDigit(text.replace(/^0+/, ''));
}

function byShape(written: readonly string[]): Omit<RegisterLine, 'line' | 'text'> {
  const fields = withDigit(withRutApart(written));
  const at = issuerAt(fields);
  if (at < 0) return { folio: '' };
  const issuer = fields[at] ?? '';
  const before = fields.slice(0, at);
  const rest = fields.slice(at + 1).map((field) => numberIn(field) ?? field);
  const numbers = rest.flatMap((field) => (isDate(field) ? [] : (parseAmount(field) ?? [])));
  const kindAt = before.findLastIndex((field) => codeIn(field, false) !== undefined);
  const codeBehind = kindAt < 0 ? codeBeforeFolio(rest, numbers) : undefined;
  const kind =
    kindAt < 0 ? (codeBehind ?? rest.map(codeOfWords).find(Boolean)) : codeIn(before[kindAt] ?? '', false);
  const folioAt = rest.findIndex(
    (_, index) => isFolio(rest, index) && (codeBehind === undefined || index > 0),
  );
  const amounts = rest.slice(folioAt + 1).map(parseAmount);
  const total = amounts.findLast((amount) => amount !== undefined);
  const earlier = before.slice(kindAt + 1).findLast((field) => isEarlierFolio(field, kind));
  // If one before the issuer can be the folio, a single number behind it is the amount; so are net and total.
  if (earlier !== undefined && (folioAt < 0 || total === undefined || areOfOneTotal(numbers)))
    return reading(issuer, earlier, numbers.at(-1), kind);
  return reading(issuer, folioAt < 0 ? '' : (rest[folioAt] ?? ''), total, kind);
}

/** A code right behind the issuer, before a folio and an amount: `76086428-5;33;1233;119000`. */
function codeBeforeFolio(
  [code = '', folio = '']: readonly string[],
  numbers: readonly number[],
): string | undefined {
  if (!/^\d{2,3}$/.test(code) || !/^\d{1,15}$/.test(folio)) return undefined;
  // Where net and tax make the total, the first number is the folio itself.
  return numbers.length > 2 && !areOfOneTotal(numbers.slice(1)) ? codeIn(code, false) : undefined;
}

/** Behind the issuer, figures alone are a folio or an amount. */
function codeOfWords(field: string): string | undefined {
  return /\d/.test(field) ? undefined : codeIn(field, false);
}

/** Whether the last amount is the sum of those before it, or the one before it with its tax. */
function areOfOneTotal(amounts: readonly number[]): boolean {
  const total = amounts.at(-1) ?? 0;
  const others = amounts.slice(0, -1);
  if (others.length === 0) return false;
  const sum = others.reduce((one, other) => one + other, 0);
  return sum === total || (others.length === 1 && Math.abs(sum * (1 + valueAddedTax) - total) < 1);
}

/** The rate of the Chilean value-added tax. */
const valueAddedTax = 0.19;

/** Without a document code before it, a short number may be the line number. */
function isEarlierFolio(field: string, kind: string | undefined): boolean {
  return kind === undefined ? /^\d{3,}$/.test(field) : /\d/.test(field) && !isDate(field);
}

/** A number, with a few letters at most. Names contain digits, too, alone or in one of their words. */
function isFolio(fields: readonly string[], index: number): boolean {
  const field = fields[index] ?? '';
  if (!/\d/.test(field) || field.includes('$') || isDate(field)) return false;
  const isWord = (other: string | undefined) => other !== undefined && /^\p{L}[\p{L}.&]+$/u.test(other);
  if (isWord(fields[index - 1]) && isWord(fields[index + 1])) return false;
  return !/\p{L}{3}/u.test(folioKey(field));
}

/**
 * The index of the issuer field. Every number has the form of a RUT, so hyphen, length and a correct check
 * digit decide.
 */
function issuerAt(fields: readonly string[]): number {
  const marks = fields.map((field) => {
    const parsed = parseRut(cleanPasted(field).replace(/^[0.]+/, ''));
    if (parsed.form === 'wrong' || parsed.rut.length < minRutLength) return 0;
    return 1 + (field.includes('-') ? 2 : 0) + (parsed.digitIsRight ? 1 : 0);
  });
  const best = marks.reduce((max, one) => Math.max(max, one), 0);
  return best === 0 ? -1 : marks.indexOf(best);
}

function reading(issuerText: string, folioText: string, total: number | undefined, kind: string | undefined) {
  const issuer = rutIn(issuerText);
  return {
    ...(issuer !== undefined && { issuer }),
    folio: cleanPasted(folioText),
    ...(total !== undefined && { total }),
    ...(kind !== undefined && { kind }),
  };
}

const separators = ['\t', '|', ';', ',', ' '] as const;

/**
 * Splits a line at the first of tab, bar, semicolon, comma and space that leaves a RUT intact, else at the
 * one that splits most.
 */
function splitFields(raw: string): string[] {
  const { masked, textOf } = maskQuoted(raw);
  let longest: string[] = [];
  for (const separator of separators) {
    const cells =
      separator === ' ' ? masked.trim().replace(/\$\s+/g, '$').split(/\s+/) : masked.split(separator);
    if (cells.length < 2) continue;
    const fields = cells.map(textOf);
    if (fields.some((field) => isRut(field) || (separator !== ' ' && rutWithin(field) !== ''))) return fields;
    if (separator !== ' ' && fields.length > longest.length) longest = fields;
  }
  return longest;
}

function isDate(field: string): boolean {
  return /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/.test(field) && rutIn(field) === undefined;
}
