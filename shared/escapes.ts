/** One reading of the text at an index: its meaning and its end. */
interface Writing {
  end: number;
  text: string;
}

const none: readonly Writing[] = [];
const [percent, ampersand, backslash, plus] = [0x25, 0x26, 0x5c, 0x2b];
/** How often an escape may have been escaped again. */
const maxLayers = 4;
const maxZeros = 8;

/** Whether an escape of a character may begin with this code unit. */
export function isEscapeSign(unit: number): boolean {
  return unit === percent || unit === ampersand || unit === backslash || unit === plus;
}

/**
 * Every character that an escape at this index may stand for: of addresses (UTF-8, escaped again or not,
 * `+`), of JSON and scripts, of HTML. Several if nested escapes share a prefix. Takes a bounded number of
 * steps.
 */
export function escapesAt(text: string, at: number): readonly Writing[] {
  const sign = text.charCodeAt(at);
  if (sign === percent) return percentEscapes(text, at + 1);
  if (sign === backslash) return backslashEscapes(text, at + 1);
  if (sign === ampersand) return entitiesAt(text, at + 1);
  return sign === plus ? [{ end: at + 1, text: ' ' }] : none;
}

function percentEscapes(text: string, begin: number): readonly Writing[] {
  let from = begin;
  let byte = hexAt(text, from, 2);
  if (byte < 0) return none;
  const found: Writing[] = [];
  for (let layer = 0; byte === percent && layer < maxLayers; layer++) {
    from += 2;
    found.push({ end: from, text: '%' });
    byte = hexAt(text, from, 2);
  }
  if (byte >= 0x80) {
    const character = utf8At(text, byte, from + 2);
    return character ? [...found, character] : found;
  }
  if (byte >= 0) found.push({ end: from + 2, text: String.fromCharCode(byte) });
  return found;
}

/** A character of several escaped bytes, after its first. */
function utf8At(text: string, first: number, begin: number): Writing | undefined {
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0;
  let code = first & (0x3f >> more);
  let from = begin;
  for (let count = 0; count < more; count++) {
    if (text.charCodeAt(from) !== percent) return undefined;
    from++;
    for (let layer = 0; layer < maxLayers && hexAt(text, from, 2) === percent; layer++) from += 2;
    const byte = hexAt(text, from, 2);
    if (byte >> 6 !== 2) return undefined;
    code = (code << 6) | (byte & 0x3f);
    from += 2;
  }
  return more === 0 ? undefined : characterOf(code, from);
}

const named: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '/': '/',
};

/** `\u0041`, `\x41`, `\"` and the like; each level of JSON within JSON adds backslashes. */
function backslashEscapes(text: string, begin: number): readonly Writing[] {
  const found: Writing[] = [];
  let from = begin;
  for (const last = begin + 2 ** maxLayers; from < last && text.charCodeAt(from) === backslash; from++) {
    // Two are one, four are one that was escaped twice.
    const count = from - begin + 2;
    if ((count & (count - 1)) === 0) found.push({ end: from + 1, text: '\\' });
  }
  const kind = text[from] ?? '';
  const digits = kind === 'u' || kind === 'U' ? 4 : kind === 'x' || kind === 'X' ? 2 : 0;
  if (digits > 0) {
    const unit = hexAt(text, from + 1, digits);
    if (unit >= 0) found.push({ end: from + 1 + digits, text: String.fromCharCode(unit) });
    return found;
  }
  const character = named[kind];
  if (character !== undefined) found.push({ end: from + 1, text: character });
  return found;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  sol: '/',
  bsol: '\\',
  plus: '+',
  equals: '=',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  comma: ',',
  colon: ':',
  semi: ';',
  num: '#',
  percnt: '%',
  commat: '@',
  excl: '!',
  quest: '?',
  ast: '*',
  dollar: '$',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  vert: '|',
  tilde: '~',
  grave: '`',
};
const maxEntity = 6;

function entitiesAt(text: string, begin: number): readonly Writing[] {
  const found: Writing[] = [];
  let from = begin;
  for (let layer = 0; layer < maxLayers && text.slice(from, from + 4).toLowerCase() === 'amp;'; layer++) {
    from += 4;
    found.push({ end: from, text: '&' });
  }
  const entity = text[from] === '#' ? numbered(text, from + 1) : entityOf(text, from);
  return entity ? [...found, entity] : found;
}

function numbered(text: string, begin: number): Writing | undefined {
  const isHex = text[begin] === 'x' || text[begin] === 'X';
  let from = isHex ? begin + 1 : begin;
  for (const last = from + maxZeros; from < last && text[from] === '0'; ) from++;
  const start = from;
  let code = 0;
  for (; from < start + 7; from++) {
    const digit = digitOf(text.charCodeAt(from));
    if (digit < 0 || (!isHex && digit > 9)) break;
    code = code * (isHex ? 16 : 10) + digit;
  }
  return from > start && text[from] === ';' ? characterOf(code, from + 1) : undefined;
}

function entityOf(text: string, from: number): Writing | undefined {
  const end = text.slice(from, from + maxEntity + 1).indexOf(';');
  if (end < 1) return undefined;
  const name = text.slice(from, from + end).toLowerCase();
  const character = Object.hasOwn(entities, name) ? entities[name] : undefined;
  return character === undefined ? undefined : { end: from + end + 1, text: character };
}

function characterOf(code: number, end: number): Writing | undefined {
  return code <= 0x10ffff ? { end, text: String.fromCodePoint(code) } : undefined;
}

/** Parses `count` hexadecimal digits; -1 if others are found. */
function hexAt(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
