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

/** What a cell shows of a number with a format (ECMA-376, 18.8.31), in Spanish; undefined if it is plain. */
export function shownNumber(code: string, number: number): string | undefined {
  const { section, hasSign } = sectionOf(code, number);
  const isPlain = section.some((part) => /^(?:General|@|\/|E[+-]|[YyMmDdHhSs]+|\[[HhMmSs]+\])$/.test(part));
  if (isPlain || Math.abs(number) >= maxShown) return undefined;
  const isDigit = (part: string | undefined) => part === '0' || part === '#' || part === '?';
  const point = section.indexOf('.') < 0 ? section.length : section.indexOf('.');
  const last = section.findLastIndex((part, at) => at < point && isDigit(part));
  const first = section.findIndex(isDigit);
  // Commas behind the last digit divide by thousands, one between digits groups them.
  const isGrouping = section.some((part, at) => part === ',' && at > first && at < last);
  let scaled = Math.abs(number);
  for (const end of new Set([last, section.findLastIndex(isDigit)]))
    for (let at = end + 1; end >= 0 && section[at] === ','; at++) scaled /= 1000;
  for (const part of section) if (part === '%') scaled *= 100;
  const decimals = Math.min(maxDecimals, section.filter((part, at) => at > point && isDigit(part)).length);
  const [whole, fraction] = roundedDigits(scaled, decimals);
  const wholeDigitCount = section.filter((part, at) => at < point && isDigit(part)).length;
  const isZero = /^0*$/.test(whole + fraction);
  let [remaining, decimal] = [wholeDigitCount, 0];
  const shown = section.map((part, at) => {
    if (isDigit(part) && at > point) return decimalDigit(part, fraction, decimal++);
    if (isDigit(part)) return wholeDigits(part, whole, --remaining, { isFirst: at === first, isGrouping });
    return part === '.' ? ',' : part === ',' ? '' : literalOf(part);
  });
  return `${hasSign && number < 0 && !isZero ? '-' : ''}${shown.join('')}`.trim();
}

/** The section of a code for a number, and whether the sign is not the section's own. */
function sectionOf(code: string, number: number): { section: string[]; hasSign: boolean } {
  const sections: string[][] = [[]];
  for (const [part] of code.matchAll(formatTokens)) {
    if (part === ';') sections.push([]);
    else sections.at(-1)?.push(part);
  }
  const [positive = [], negative = positive, zero = positive] = sections;
  if (sections.some((section) => section.some((part) => condition.test(part)))) {
    const met = sections.slice(0, 3).find((section) => section.every((part) => isMet(part, number)));
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
    : BigInt(Math.round(Number(`${written}e${decimals}`))).toString();
  const padded = digits.padStart(decimals + 1, '0');
  const point = padded.length - decimals;
  return [padded.slice(0, point), padded.slice(point)];
}

function decimalDigit(part: string, fraction: string, at: number): string {
  const isLeft = /[1-9]/.test(fraction.slice(at));
  return part === '0' || isLeft ? (fraction[at] ?? '') : '';
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
  return Array.from(own, (digit, at) => {
    const right = power + own.length - 1 - at;
    return right > 0 && right % 3 === 0 ? `${digit}.` : digit;
  }).join('');
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

/** What a cell shows of a day or time, `YYYY-MM-DDTHH:mm:ss`, with a format. */
export function shownTime(code: string, time: string): string {
  const section = [...(code.startsWith('[$-F800]') ? systemDate : code).matchAll(formatTokens)].map(
    ([part]) => part,
  );
  const language = /\[\$[^\]-]{0,9}-(?:4|8|C|10)09\]/i.test(code) ? 'en' : 'es';
  const date = new Date(`${time}Z`);
  const hasHalves = section.some((part) => /^A(?:M\/PM|\/P)$/.test(part));
  const end = section.indexOf(';') < 0 ? section.length : section.indexOf(';');
  let before = '';
  const shown = section.slice(0, end).map((part, at) => {
    if (!/^[YyMmDdHhSs]+$/.test(part)) return /^A(?:M\/PM|\/P)$/.test(part) ? half(date) : literalOf(part);
    const after = section.slice(at + 1, end).find((other) => /^[YyMmDdHhSs]+$/.test(other)) ?? '';
    const isMinute = /^m/i.test(part) && (/^h/i.test(before) || /^s/i.test(after));
    before = part;
    return isMinute ? padded(date.getUTCMinutes(), part) : timePart(date, part, { language, hasHalves });
  });
  return shown.join('').trim();
}

function half(date: Date): string {
  return date.getUTCHours() < 12 ? 'AM' : 'PM';
}

function padded(number: number, part: string): string {
  return String(number).padStart(Math.min(2, part.length), '0');
}

function timePart(date: Date, part: string, how: { language: string; hasHalves: boolean }): string {
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
  if (shown.startsWith(`${value} `)) return shown;
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
