import { SecretFinder, type Span } from './secret-finder.ts';

/**
 * The displayable part of a key: its first and last 4 characters, none if it is shorter than 12 (api.md,
 * Report contents).
 */
export function keyHint(key: string): string {
  const characters = [...key];
  if (characters.length < 12) return '';
  return `${characters.slice(0, 4).join('')}…${characters.slice(-4).join('')}`;
}

/** A secret as it is printed: its hint, else an ellipsis. */
export function shownSecret(secret: string): string {
  return keyHint(secret) || '…';
}

/** A secret to search for; its finder is created for the first text that may contain it. */
interface SoughtSecret {
  secret: string;
  finder?: SecretFinder;
  /** Its encodings: hexadecimal digits, base64. */
  encoded?: readonly string[];
}

/** Redacts the keys of a set that only grows. */
export function growingKeyRedactor(secrets: ReadonlySet<string>): (text: string) => string {
  return createGrowingRedactor(secrets, keyRedactor);
}

/** A redactor of a set of secrets that only grows, made again once the set has grown. */
export function createGrowingRedactor(
  secrets: ReadonlySet<string>,
  make: (secrets: readonly string[]) => (text: string) => string,
): (text: string) => string {
  let known = secrets.size;
  let safely = make([...secrets]);
  return (text) => {
    if (secrets.size !== known) [known, safely] = [secrets.size, make([...secrets])];
    return safely(text);
  };
}

/** Cuts these keys, in any encoding, to their hint. Created once for many texts. */
export function keyRedactor(secrets: readonly string[]): (text: string) => string {
  const found = [...secrets]
    .sort((a, b) => b.length - a.length)
    // A secret of one or two letters would match in every word; it is redacted only in `key=`.
    .filter((secret) => secret.length > 2)
    .map((secret): SoughtSecret => ({ secret }));
  // No encoding is shorter than the key itself.
  return (text) =>
    found.reduce((safe, each) => (safe.length < each.secret.length ? safe : withoutSecret(safe, each)), text);
}

function withoutSecret(text: string, sought: SoughtSecret): string {
  const { secret } = sought;
  let safe = text;
  if (mayBeWritten(text, secret)) {
    sought.finder ??= new SecretFinder(secret);
    safe = withoutSpans(text, sought.finder.spansIn(text), shownSecret(secret));
  }
  // Once the encodings exist, searching for them is faster than testing whether to.
  if (!sought.encoded && !mayBeEncoded(safe, secret)) return safe;
  sought.encoded ??= encodedForms(secret);
  return sought.encoded.reduce(
    (left, form) => (left.includes(form) ? left.replaceAll(form, '…') : left),
    safe,
  );
}

const longerText = 2_000;
/** Length of a typical header, which is searched for a link's secrets only once. */
const headerLength = 200;
/** A space may be written as a plus, and non-ASCII characters have their own upper case. */
const typedAlone = /^[!-~]*$/;

/**
 * Whether a text may contain a secret unencoded: a cheap test for short texts, before a finder is created.
 */
function mayBeWritten(text: string, secret: string): boolean {
  if (text.length > longerText || /[%&\\]/.test(text) || !typedAlone.test(secret)) return true;
  return text.toLowerCase().includes(secret.toLowerCase());
}

/**
 * Whether a text may contain a secret as one code of consecutive digits: in a header the longest run decides.
 */
function mayBeEncoded(text: string, secret: string): boolean {
  // The secret alone determines three in four base64 digits, except one at each end.
  const minLength = Math.floor((4 * secret.length) / 3) - 1;
  if (text.length < minLength || text.length > headerLength) return text.length >= minLength;
  return maxRunLength(text) >= minLength && (!typedAlone.test(secret) || beginsCode(text, secret));
}

/**
 * Whether a text contains the first digits of an ASCII secret's codes: computing them costs less than whole
 * codes.
 */
function beginsCode(text: string, secret: string): boolean {
  return encodedForms(secret.slice(0, minKnownLength), minKnownLength).some((form) => text.includes(form));
}

/** The maximum number of consecutive code digits. */
function maxRunLength(text: string): number {
  let [max, from] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    if (isDigitOfCode[text.charCodeAt(at)] === 1) continue;
    max = Math.max(max, at - from);
    from = at + 1;
  }
  return max;
}

function withoutSpans(text: string, spans: readonly Span[], hint: string): string {
  if (spans.length === 0) return text;
  const output: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    output.push(text.slice(from, start), hint);
    from = end;
  }
  return output.join('') + text.slice(from);
}

/** A shorter secret may occur in a code by chance. */
const minEncodedLength = 12;
/** Enough characters that their codes' digits occur in few other texts. */
const minKnownLength = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const isDigitOfCode = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(`${alphabet}-_`.includes(String.fromCharCode(unit))),
);

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A secret in encoded bytes: hexadecimal digits in either case, and base64 of both alphabets, also as part of
 * a longer encoded text (`user:key`). Empty for a short secret.
 */
function encodedForms(secret: string, minLength = minEncodedLength): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < minLength) return [];
  let [hex, characters] = ['', ''];
  for (const byte of bytes) {
    hex += hexOf[byte];
    characters += String.fromCharCode(byte);
  }
  const base64 = [0, 1, 2].map((offset) => base64From(characters, offset));
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([hex, hex.toUpperCase(), ...base64, ...forUrls])];
}

/**
 * The base64 digits that these bytes, one per character, determine alone at this offset in their group of
 * three.
 */
function base64From(bytes: string, index: number): string {
  const bits = 8 * (index + bytes.length);
  return btoa('\0'.repeat(index) + bytes).slice(Math.ceil((8 * index) / 6), Math.floor(bits / 6));
}
