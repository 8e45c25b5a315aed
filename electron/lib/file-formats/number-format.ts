/** A code of a number format in parts: texts, single characters, brackets, and runs of letters of a day. */
const formatTokens =
  /"[^"]*"?|\\.|[_*].|\[[^\]]*\]?|General|E[+-]|AM\/PM|A\/P|[Yy]+|[Mm]+|[Dd]+|[HhSs]+|./gsu;
/** Maximum decimals of a format; spreadsheets have fifteen digits. */
const maxDecimals = 15;
/** From here on numbers are written with an exponent. */
const maxShown = 1e15;

/** The codes that workbooks name by number alone (ECMA-376, 18.8.30), as a computer in Chile shows them. */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd-mm-yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd-mm-yyyy h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  47: 'mm:ss',
};

/** One of the parts of a code, for positive or negative numbers, or zero. */
interface Section {
  tokens: readonly string[];
  /** Whether a number with it is written as it is: as a text, a day, a fraction or with an exponent. */
  isPlain: boolean;
  hasCondition: boolean;
  /** The position of its point; its length where it has none. */
  point: number;
  /** The position of its first digit. */
  first: number;
  isGrouping: boolean;
  divisor: number;
  factor: number;
  decimals: number;
  /** Digits before the point. */
  wholeDigitCount: number;
}

/** What a cell shows of a number with a format (ECMA-376, 18.8.31), in Spanish; undefined if it is plain. */
export function shownNumber(code: string, number: number): string | undefined {
  const { section, hasSign } = sectionOf(code, number);
  const { tokens, point, first, isGrouping } = section;
  if (section.isPlain || Math.abs(number) >= maxShown) return undefined;
  const scaled = (Math.abs(number) / section.divisor) * section.factor;
  const [whole, fraction] = roundedDigits(scaled, section.decimals);
  const isZero = /^0*$/.test(whole + fraction);
  let [remaining, decimal] = [section.wholeDigitCount, 0];
  let shown = hasSign && number < 0 && !isZero ? '-' : '';
  for (const [at, part] of tokens.entries()) {
    if (isDigit(part) && at > point) shown += decimalDigit(part, fraction, decimal++);
    else if (isDigit(part))
      shown += wholeDigits(part, whole, --remaining, { isFirst: at === first, isGrouping });
    else shown += part === '.' ? ',' : part === ',' ? '' : literalOf(part);
  }
  return shown.trim();
}

/** The sections of the codes that were read last: thousands of cells have one code. */
const sectionsByCode = new Map<string, readonly Section[]>();
const maxCodes = 1_000;

/** The sections of a code; a code without a digit has an empty one at least. */
function sectionsOf(code: string): readonly Section[] {
  const known = sectionsByCode.get(code);
  if (known) return known;
  const found: string[][] = [[]];
  for (const [part] of code.matchAll(formatTokens)) {
    if (part === ';') found.push([]);
    else found.at(-1)?.push(part);
  }
  const sections = found.map(toSection);
  if (sectionsByCode.size >= maxCodes) sectionsByCode.clear();
  sectionsByCode.set(code, sections);
  return sections;
}

const isDigit = (part: string | undefined) => part === '0' || part === '#' || part === '?';

function toSection(tokens: readonly string[]): Section {
  const point = tokens.indexOf('.') < 0 ? tokens.length : tokens.indexOf('.');
  const last = tokens.findLastIndex((part, at) => at < point && isDigit(part));
  const first = tokens.findIndex(isDigit);
  let [divisor, factor] = [1, 1];
  // Commas behind the last digit divide by thousands, one between digits groups them.
  for (const end of new Set([last, tokens.findLastIndex(isDigit)]))
    for (let at = end + 1; end >= 0 && tokens[at] === ','; at++) divisor *= 1000;
  for (const part of tokens) if (part === '%') factor *= 100;
  return {
    tokens,
    isPlain: tokens.some((part) => /^(?:General|@|\/|E[+-]|[YyMmDdHhSs]+|\[[HhMmSs]+\])$/.test(part)),
    hasCondition: tokens.some((part) => condition.test(part)),
    point,
    first,
    isGrouping: tokens.some((part, at) => part === ',' && at > first && at < last),
    divisor,
    factor,
    decimals: Math.min(maxDecimals, tokens.filter((part, at) => at > point && isDigit(part)).length),
    wholeDigitCount: tokens.filter((part, at) => at < point && isDigit(part)).length,
  };
}

/** The section of a code for a number, and whether the sign is not the section's own. */
function sectionOf(code: string, number: number): { section: Section; hasSign: boolean } {
  const sections = sectionsOf(code);
  const [positive = toSection([]), negative = positive, zero = positive] = sections;
  if (sections.some(({ hasCondition }) => hasCondition)) {
    const met = sections.slice(0, 3).find(({ tokens }) => tokens.every((part) => isMet(part, number)));
    return { section: met ?? positive, hasSign: true };
  }
  if (number < 0) return { section: negative, hasSign: sections.length < 2 };
  return { section: number === 0 ? zero : positive, hasSign: false };
}

const condition = /^\[(<=|>=|<>|<|>|=)(-?[\d.]{1,20})\]$/;

function isMet(part: string, number: number): boolean {
  const [, sign, limit] = condition.exec(part) ?? [];
  switch (sign) {
    case '<=':
      return number <= Number(limit);
    case '>=':
      return number >= Number(limit);
    case '<>':
      return number !== Number(limit);
    case '<':
      return number < Number(limit);
    case '>':
      return number > Number(limit);
    case '=':
      return number === Number(limit);
    default:
      return true;
  }
}

/** The digits before and behind the point, rounded as decimals: 1.005 is no binary number. */
function roundedDigits(number: number, decimals: number): [string, string] {
  const exact = Number(number.toPrecision(15));
  const written = String(exact);
  const digits = written.includes('e')
    ? exact.toFixed(decimals).replace('.', '')
    : wholeText(Math.round(decimals === 0 ? exact : Number(`${written}e${decimals}`)));
  if (decimals === 0) return [digits, ''];
  const padded = digits.padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  return [padded.slice(0, point), padded.slice(point)];
}

/** The digits of a whole number, none of them as an exponent. */
function wholeText(number: number): string {
  return Number.isSafeInteger(number) ? String(number) : BigInt(number).toString();
}

function decimalDigit(part: string, fraction: string, at: number): string {
  return part === '0' || /[1-9]/.test(fraction.slice(at)) ? (fraction[at] ?? '') : '';
}

/** The digit of a power of ten; the first one of a format has all that are left of it, too. */
function wholeDigits(
  part: string,
  whole: string,
  power: number,
  { isFirst, isGrouping }: { isFirst: boolean; isGrouping: boolean },
): string {
  const digits = whole === '0' ? '' : whole;
  const end = digits.length - power;
  const own = end > 0 ? digits.slice(isFirst ? 0 : end - 1, end) : part === '0' ? '0' : '';
  if (!isGrouping) return own;
  let grouped = '';
  for (let at = 0; at < own.length; at++) {
    const right = power + own.length - 1 - at;
    grouped += own[at];
    if (right > 0 && right % 3 === 0) grouped += '.';
  }
  return grouped;
}

/** What a part stands for that is no digit: text, the sign of a currency, a blank, or nothing. */
function literalOf(part: string): string {
  if (part.startsWith('"')) return part.replaceAll('"', '');
  if (part.startsWith('\\')) return part.slice(1);
  if (part.startsWith('_')) return ' ';
  if (part.startsWith('[$')) return part.slice(2).split(/[-\]]/)[0] ?? '';
  return part.startsWith('*') || part.startsWith('[') ? '' : part;
}

/** The code of a long date as the system writes it. */
const systemDate = 'dddd, d" de "mmmm" de "yyyy';

/** A code of days or times: what comes before the second section. */
interface TimeFormat {
  tokens: readonly string[];
  /** What each part stands for; undefined for a text. */
  kinds: readonly ('minute' | 'half' | 'other' | undefined)[];
  language: 'en' | 'es';
  hasHalves: boolean;
}

const timeFormats = new Map<string, TimeFormat>();

function timeFormatOf(code: string): TimeFormat {
  const known = timeFormats.get(code);
  if (known) return known;
  const written = code.startsWith('[$-F800]') ? systemDate : code;
  const all = [...written.matchAll(formatTokens)].map(([part]) => part);
  const tokens = all.includes(';') ? all.slice(0, all.indexOf(';')) : all;
  const isOfTime = (part: string) => /^[YyMmDdHhSs]+$/.test(part);
  let before = '';
  const format: TimeFormat = {
    tokens,
    kinds: tokens.map((part, at) => {
      if (!isOfTime(part)) return /^A(?:M\/PM|\/P)$/.test(part) ? 'half' : undefined;
      const isMinute = /^h/i.test(before) || /^s/i.test(tokens.slice(at + 1).find(isOfTime) ?? '');
      before = part;
      return /^m/i.test(part) && isMinute ? 'minute' : 'other';
    }),
    language: /\[\$[^\]-]{0,9}-(?:4|8|C|10)09\]/i.test(code) ? 'en' : 'es',
    hasHalves: all.some((part) => /^A(?:M\/PM|\/P)$/.test(part)),
  };
  if (timeFormats.size >= maxCodes) timeFormats.clear();
  timeFormats.set(code, format);
  return format;
}

/** What a cell shows of a day or time, `YYYY-MM-DDTHH:mm:ss`, with a format. */
export function shownTime(code: string, time: string): string {
  const format = timeFormatOf(code);
  const date = new Date(`${time}Z`);
  let shown = '';
  for (const [at, part] of format.tokens.entries()) {
    const kind = format.kinds[at];
    if (kind === undefined) shown += literalOf(part);
    else if (kind === 'half') shown += half(date);
    else if (kind === 'minute') shown += padded(date.getUTCMinutes(), part);
    else shown += timePart(date, part, format);
  }
  return shown.trim();
}

function half(date: Date): string {
  return date.getUTCHours() < 12 ? 'AM' : 'PM';
}

function padded(number: number, part: string): string {
  return String(number).padStart(Math.min(2, part.length), '0');
}

function timePart(date: Date, part: string, how: Pick<TimeFormat, 'language' | 'hasHalves'>): string {
  const named = (style: 'month' | 'weekday') => {
    const name = date.toLocaleDateString(how.language, { [style]: 'long', timeZone: 'UTC' });
    return part.length === 3 ? name.slice(0, 3) : part.length === 5 ? name.slice(0, 1) : name;
  };
  const hours = date.getUTCHours();
  switch (part.charAt(0).toLowerCase()) {
    case 'y':
      return part.length > 2 ? String(date.getUTCFullYear()) : padded(date.getUTCFullYear() % 100, 'yy');
    case 'm':
      return part.length > 2 ? named('month') : padded(date.getUTCMonth() + 1, part);
    case 'd':
      return part.length > 2 ? named('weekday') : padded(date.getUTCDate(), part);
    case 'h':
      return padded(how.hasHalves ? hours % 12 || 12 : hours, part);
    default:
      return padded(date.getUTCSeconds(), part);
  }
}

/** What a person sees, and behind it the value where its digits are others, so that both are found. */
export function shownWithValue(shown: string | undefined, value: string): string {
  if (shown === undefined || shown.trim() === '') return value;
  if (shown === value || shown.startsWith(`${value} `)) return shown;
  // A month in letters, beside a day in digits.
  const hasName = /\p{L}/u.test(shown) && /\d[-:]\d/.test(value);
  return !hasName && plainDigits(shown) === plainDigits(value) ? shown : `${shown} ${value}`;
}

/** The digits of an amount without groups and zeros behind its comma; others as they stand. */
function plainDigits(text: string): string {
  const digits = (text.match(/\d[\d.,]*/g) ?? []).join(' ');
  const isAmount = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d+$/.test(digits);
  const plain = isAmount ? digits.replaceAll('.', '').replace(',', '.') : digits;
  return /^(?!0\d)\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain;
}
