import { SecretFinder, type Span } from './secret-finder.ts';

/**
 * What may be shown of a key: its first and last 4 characters, nothing when it is shorter than 12 (api.md,
 * Report contents).
 */
export function keyHint(key: string): string {
  const characters = [...key];
  if (characters.length < 12) return '';
  return `${characters.slice(0, 4).join('')}…${characters.slice(-4).join('')}`;
}

/**
 * Text fit to be printed, kept in a log or sent: the given keys, however they are written in it, and the
 * value of every `key=` are cut to their hint; links are cut before their query. Everything that is printed
 * passes through here. Takes time in proportion to the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return redactor(secrets)(text);
}

/** What redacts with these keys: made once for many texts. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const redactKeys = keyRedactor(secrets);
  return (text) => redactLinks(redactKeyParameters(redactKeys(text)));
}

/**
 * Text with every signed link cut before its query, and every other absolute URL too: which of them are
 * signed cannot be known. Elsewhere values under names that open something are cut.
 */
export function redactLinks(text: string): string {
  return withRuns(text, anyLink, (run) =>
    redactOpeningValues(redactSignature(redactSignedQuery(redactAddress(redactLogins(run))))),
  );
}

/**
 * Text without the links in it that open something: signed ones, and those with a token, a key or a password.
 * Other links stay whole. For values that are kept.
 */
export function withoutSignatures(text: string): string {
  // Most texts are short and plain, and there are many of them.
  return mayCarrySignature.test(text) ? withRuns(text, openingLink, redactOpening) : text;
}

/**
 * The values in an address that open something: its key, its signature, its tokens. Short ones are dates,
 * sizes and names.
 */
export function secretsOf(address: string): string[] {
  const values = [...(URL.parse(address)?.searchParams ?? [])];
  return values
    .filter(([name, value]) => value.length >= minSecretLength && opensSomething(name))
    .map(([, value]) => value);
}

/** A key that is looked for; what finds it is made for the first text that could hold it. */
interface SoughtSecret {
  secret: string;
  finder?: SecretFinder;
  /** Its writings as one code: hexadecimal digits, base64. */
  encoded?: readonly string[];
}

/** What redacts with a set of keys that only ever grows: made anew when it has grown, not for each text. */
export function growingRedactor(secrets: ReadonlySet<string>): (text: string) => string {
  return growing(secrets, redactor);
}

/** What cuts the keys of a set that only ever grows. */
export function growingKeyRedactor(secrets: ReadonlySet<string>): (text: string) => string {
  return growing(secrets, keyRedactor);
}

function growing(
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

/** What cuts these keys, however they are written, to their hint. Made once for many texts. */
export function keyRedactor(secrets: readonly string[]): (text: string) => string {
  const found = [...secrets]
    .sort((a, b) => b.length - a.length)
    // A secret of one or two letters would blacken every word; it stands in `key=` alone.
    .filter((secret) => secret.length > 2)
    .map((secret): SoughtSecret => ({ secret }));
  // No writing is shorter than the key itself.
  return (text) =>
    found.reduce((safe, each) => (safe.length < each.secret.length ? safe : withoutSecret(safe, each)), text);
}

function withoutSecret(text: string, sought: SoughtSecret): string {
  const { secret } = sought;
  let safe = text;
  if (mayBeWritten(text, secret)) {
    sought.finder ??= new SecretFinder(secret);
    safe = withoutSpans(text, sought.finder.spansIn(text), shown(secret));
  }
  // What is made once is quicker than any test of whether it is needed.
  if (!sought.encoded && !mayBeEncoded(safe, secret)) return safe;
  sought.encoded ??= encodedForms(secret);
  return sought.encoded.reduce(
    (left, form) => (left.includes(form) ? left.replaceAll(form, '…') : left),
    safe,
  );
}

const longerText = 2_000;
/** As long as headers are, that are looked through for a link's secrets once. */
const headerLength = 200;
/** A blank may be written as a plus, and what is not of ASCII in capitals of its own. */
const typedAlone = /^[!-~]*$/;

/**
 * Whether a text can hold a secret letter by letter: one that is short is asked before anything is made to
 * look for it.
 */
function mayBeWritten(text: string, secret: string): boolean {
  if (text.length > longerText || /[%&\\]/.test(text) || !typedAlone.test(secret)) return true;
  return text.toLowerCase().includes(secret.toLowerCase());
}

/**
 * Whether a text can hold a secret as one code, whose digits follow each other: of a header their longest run
 * tells.
 */
function mayBeEncoded(text: string, secret: string): boolean {
  // Base64 has three digits in four that the secret alone decides, but for the one at each end.
  const minLength = Math.floor((4 * secret.length) / 3) - 1;
  if (text.length < minLength || text.length > headerLength) return text.length >= minLength;
  return maxRunLength(text) >= minLength && (!typedAlone.test(secret) || beginsCode(text, secret));
}

/**
 * Whether a text has what codes of a secret of ASCII begin with: to make these few digits takes less than
 * whole codes.
 */
function beginsCode(text: string, secret: string): boolean {
  return encodedForms(secret.slice(0, minKnownLength), minKnownLength).some((form) => text.includes(form));
}

/** How many digits of a code stand in a row, at most. */
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
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), hint);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

// Everything that is looked for is found by where it begins, and cut up to the end of its run: no pattern may
// look for an end over an unknown length, because a text made to do harm repeats the beginning.
const isRunEnd = /[\s"'<>\x60]/;
const runEnd = /[\s"'<>\x60]|\\(?=["'])/g;
/** A sign as it is written in an address within addresses: escaped up to three times. */
const escaped = (hexDigits: string) => `%(?:25){0,2}${hexDigits}`;
const mark = String.raw`(?:\?|\\u003f|${escaped('3f')}|;(?=jsessionid=))`;
const equals = String.raw`(?:=|\\u003d|${escaped('3d')})`;
// A name begins here: after no letter, or after an escaped character whose last digit looks like one.
const begin = String.raw`(?:\b|%[0-9a-f]{2}|\\u[0-9a-f]{4})`;
// V4 signatures as the published names give them, and those of the other storages that agencies use.
const signature = `(?:x-(?:goog|amz)-[a-z-]{1,40}|signature|sig|googleaccessid|awsaccesskeyid)`;
const signedName = `${begin}${signature}${equals}(?!…)`;
const signatureTag = '<signature(?:provided)?>(?!…)';
const address = String.raw`https?(?::|${escaped('3a')})(?:\\?/|${escaped('2f')}){2}`;
// What opens something in an address, by the end of its name.
const opening =
  '(?:(?:token|secret|passw(?:or)?d|passcode|passphrase|pwd|clave|contrase(?:n|ñ|%c3%b1)a|credential|auth|jwt|session|sesion|sid|key|otp|hash|hmac|signature|firma)s?|(?:access|auth|authorization|verification|security|invite|reset)[_-]?code)';
// What opens something by its whole name: many a harmless name ends with it.
const openingWhole = '(?:code|ticket|tk|st|policy|key-pair-id|jsessionid|mac|digest|pin|pass|otc)';
// The name of a parameter, however it is written: what it says is judged by `opensSomething`.
const parameterName = String.raw`(?:[?#&;]|${escaped('3f')}|${escaped('23')}|${escaped('26')}|\\u003f|\\u0026)([^\s"'<>\x60?#&;=…]{1,120}?)${equals}(?!…)`;
// A login before a host, no longer than anybody's.
const user = String.raw`[^\s"'<>\x60/?#@]`;
const login = `(${address})(?!…@)(?:${user}{1,300}@|(?:(?!%2f|%3f|%23)${user}){1,300}%40)`;
const openingParameter = new RegExp(`^${signature}$|^${openingWhole}$|${opening}$`, 'i');
/** What api.md calls a token and opens nothing: where a list goes on. */
const continuation = 'nexttoken';
const minSecretLength = 20;

// Whatever is looked for in a run has one of these, which are found at the speed of memory.
const signs = new RegExp(
  String.raw`[=@]|${signatureTag}|https?(?::[\\/%]|${escaped('3a')})|\\u003d|${escaped('(?:3d|40)')}`,
  'gi',
);
const addresses = new RegExp(address, 'gi');
const marks = new RegExp(mark, 'gi');
const fragmentsOrQueries = new RegExp(`${mark}|#|${escaped('23')}`, 'gi');
const signed = new RegExp(signedName, 'gi');
const signedAtOnce = new RegExp(`^${signature}${equals}(?!…)`, 'i');
const anyLink = new RegExp(`${address}|${signedName}|${parameterName}`, 'gi');
const parameters = new RegExp(parameterName, 'gi');
const openingLink = new RegExp(`${signedName}|${parameterName}|${login}`, 'gi');
const logins = new RegExp(login, 'gi');
// Every signature is a name from above and one of these signs; a login has its own.
const mayCarrySignature = /[=<@]|\\u003d|%(?:25){0,2}3d|%40/i;
// What stands before it is looked at last, so that texts without it are passed at the speed of memory.
const keyName = new RegExp(`key${equals}`, 'gi');
const keyBegin = new RegExp(`(?<=${begin}(?:api[-_]?)?)key`, 'yi');
const valueEnd = /[&#\s"'<>\x60]|\\u0026|%(?:25){0,2}26/gi;

/**
 * The text with each run changed in which something is found: a run is what stands between blanks, quotes and
 * angle brackets. A backslash before a quote ends a string within a string. What follows the tag of a
 * signature is cut whole.
 */
function withRuns(text: string, sites: RegExp, change: (run: string) => string): string {
  const parts: string[] = [];
  let [done, from] = [0, 0];
  for (let sign = firstFrom(signs, text, 0); sign; sign = firstFrom(signs, text, from)) {
    const isTag = sign[0].startsWith('<');
    const start = isTag ? sign.index + sign[0].length : runStart(text, sign.index, from);
    const end = firstFrom(runEnd, text, isTag ? start : sign.index)?.index ?? text.length;
    from = Math.max(end, start);
    if (start >= end) continue;
    const run = text.slice(start, end);
    if (!isTag && !firstFrom(sites, run, 0)) continue;
    parts.push(text.slice(done, start), isTag ? '…' : change(run));
    done = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

/** Where the run of a place begins, no earlier than the end of the one before it. */
function runStart(text: string, index: number, from: number): number {
  let start = index;
  while (start > from && !isRunEnd.test(text[start - 1] ?? '')) start--;
  return start;
}

/** An absolute address is cut at the first query in it that is not cut yet. */
function redactAddress(run: string): string {
  const found = firstFrom(addresses, run, 0);
  if (!found) return run;
  let query = firstFrom(marks, run, found.index + found[0].length);
  while (query) {
    const next = query.index + query[0].length;
    if (next < run.length && run[next] !== '…') return `${run.slice(0, query.index)}?…`;
    query = firstFrom(marks, run, next);
  }
  return redactTokens(run, found.index + found[0].length);
}

/**
 * An address is cut at its query, its fragment or what stands behind a sign in its path, whichever comes
 * first, where a token is in it.
 */
function redactTokens(run: string, from: number): string {
  const token = openingFrom(run, from);
  if (!token) return run;
  const fragment = firstFrom(fragmentsOrQueries, run, from);
  return `${run.slice(0, Math.min(token.index, fragment?.index ?? token.index))}?…`;
}

/** A query with a signature in it is cut whole, though no address stands before it. */
function redactSignedQuery(run: string): string {
  const query = firstFrom(marks, run, 0);
  if (!query) return run;
  const next = query.index + query[0].length;
  const isSigned = signedAtOnce.test(run.slice(next, next + 60)) || firstFrom(signed, run, next) !== null;
  return isSigned ? `${run.slice(0, query.index)}?…` : run;
}

/** A signature by itself is cut behind its name. */
function redactSignature(run: string): string {
  const name = firstFrom(signed, run, 0);
  const value = name ? name.index + name[0].length : run.length;
  return value < run.length ? `${run.slice(0, value)}…` : run;
}

/** A run that is to be kept: links that open something are cut, others stay. */
function redactOpening(run: string): string {
  const safe = redactLogins(run);
  if (firstFrom(signed, safe, 0)) return redactSignature(redactSignedQuery(redactAddress(safe)));
  if (!openingFrom(safe, 0)) return safe;
  if (firstFrom(addresses, safe, 0)) return redactTokens(safe, 0);
  // Where no address is, a text may have the signs that part its parameters for itself.
  const query = firstFrom(fragmentsOrQueries, safe, 0);
  return query ? `${safe.slice(0, query.index)}?…` : safe;
}

/**
 * A run that is printed: what stands under a name that opens something is cut; a `key` has its own way, a
 * continuation is no secret.
 */
function redactOpeningValues(run: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let site = openingFrom(run, 0); site; site = openingFrom(run, from)) {
    const start = site.index + site[0].length;
    const end = firstFrom(valueEnd, run, start)?.index ?? run.length;
    const value = run.slice(start, end);
    const isRetained = value === '' || value.includes('…') || saysName(site[1], continuation);
    parts.push(run.slice(from, start), isRetained ? value : '…');
    from = end;
  }
  parts.push(run.slice(from));
  return parts.join('');
}

/** The first parameter from a place on whose name opens something. */
function openingFrom(run: string, from: number): RegExpExecArray | null {
  let site = firstFrom(parameters, run, from);
  while (site && !opensSomething(site[1] ?? '')) {
    site = firstFrom(parameters, run, site.index + site[0].length);
  }
  return site;
}

/**
 * Whether a name of a parameter, in whatever writing, is of what opens something: itself or a part of it
 * (`token[]`, `auth[token]`, `token.0`).
 */
function opensSomething(name: string): boolean {
  const plain = plainlyWritten(name);
  if (!/[[\].]/.test(plain)) return openingParameter.test(plain);
  return [plain, ...plain.split(/[[\].]/)].some((part) => openingParameter.test(part));
}

function saysName(name: string | undefined, expected: string): boolean {
  return plainlyWritten(name ?? '').toLowerCase() === expected;
}

/**
 * A name without its escapes, of up to three layers, and in plain letters; of several that are parted by
 * escaped signs the last.
 */
function plainlyWritten(name: string): string {
  if (/^[\w.[\]-]*$/.test(name)) return name;
  const letter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  let plain = name.replace(/\\u([0-9a-f]{4})/gi, letter);
  for (let layer = 0; layer < 3 && plain.includes('%'); layer++) {
    // One by one, because a broken escape may stand among them.
    plain = plain.replace(/%([0-7][0-9a-f])/gi, letter);
  }
  return plain.normalize('NFKC').replace(/^.*[?#&;]/s, '');
}

/** A run without the logins before its hosts. */
function redactLogins(run: string): string {
  return run.includes('@') || run.includes('%40') ? run.replace(logins, '$1…@') : run;
}

/** The value of every `key=` cut to its hint. */
function redactKeyParameters(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let name = firstFrom(keyName, text, 0); name; name = firstFrom(keyName, text, name.index + 3)) {
    const start = name.index + name[0].length;
    // Within the value of the one before, or the end of another word.
    if (name.index < from || !firstFrom(keyBegin, text, name.index)) continue;
    const end = firstFrom(valueEnd, text, start);
    const to = end?.index ?? text.length;
    parts.push(text.slice(from, start), shownValue(text.slice(start, to)));
    from = to;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The first match of a global pattern from a place on, or that of a sticky one at it. */
function firstFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function shown(secret: string): string {
  return keyHint(secret) || '…';
}

function shownValue(value: string): string {
  // Already cut, by this function or by whoever wrote the text.
  if (value === '' || value.includes('…')) return value;
  return shown(decoded(value));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A shorter one could be in a code by chance. */
const minEncodedLength = 12;
/** Enough characters for the digits of their codes to be in few other texts. */
const minKnownLength = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const isDigitOfCode = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(`${alphabet}-_`.includes(String.fromCharCode(unit))),
);

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A secret as a program writes bytes: hexadecimal digits in either case, and base64 of both alphabets, also
 * in the middle of what was encoded with it (`user:key`). None for a secret that is short.
 */
function encodedForms(secret: string, minLength = minEncodedLength): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < minLength) return [];
  let [hex, characters] = ['', ''];
  for (const byte of bytes) {
    hex += hexOf[byte];
    characters += String.fromCharCode(byte);
  }
  const base64 = [0, 1, 2].map((place) => base64From(characters, place));
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([hex, hex.toUpperCase(), ...base64, ...forUrls])];
}

/**
 * The digits of base64 that these bytes, a character each, alone decide when so many stand before them in
 * their group of three.
 */
function base64From(bytes: string, index: number): string {
  const bits = 8 * (index + bytes.length);
  return btoa('\0'.repeat(index) + bytes).slice(Math.ceil((8 * index) / 6), Math.floor(bits / 6));
}
