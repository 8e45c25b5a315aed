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

/**
 * Text safe to be printed, logged or sent: the given keys, in any encoding, and the value of every `key=` are
 * cut to their hint. Links are cut before their query. Everything printed passes through here. Takes time
 * linear in the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return redactor(secrets)(text);
}

/** A redactor for these keys: created once for many texts. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const redactKeys = keyRedactor(secrets);
  return (text) => redactLinks(redactKeyParameters(redactKeys(text)));
}

/**
 * Text with every signed link cut before its query, and every other absolute URL too: which of them are
 * signed cannot be known. Elsewhere the values of secret parameters are cut.
 */
export function redactLinks(text: string): string {
  return withRuns(text, anyLink, (run) =>
    redactOpeningValues(redactSignature(redactSignedQuery(redactAddress(redactLogins(run))))),
  );
}

/**
 * Text without links that grant access: signed ones, and those with a token, a key or a password. Other links
 * stay complete. For stored values.
 */
export function withoutSignatures(text: string): string {
  // A fast path: most texts are short and plain, and there are many.
  return mayCarrySignature.test(text) ? withRuns(text, openingLink, redactOpening) : text;
}

/**
 * The secret values in an address: its key, its signature, its tokens. Short values are dates, sizes and
 * names.
 */
export function secretsOf(address: string): string[] {
  const values = [...(URL.parse(address)?.searchParams ?? [])];
  return values
    .filter(([name, value]) => value.length >= minSecretLength && opensSomething(name))
    .map(([, value]) => value);
}

/** A secret to search for; its finder is created for the first text that may contain it. */
interface SoughtSecret {
  secret: string;
  finder?: SecretFinder;
  /** Its encodings: hexadecimal digits, base64. */
  encoded?: readonly string[];
}

/** A redactor for a set of keys that only grows: recreated when it has grown, not for each text. */
export function growingRedactor(secrets: ReadonlySet<string>): (text: string) => string {
  return growing(secrets, redactor);
}

/** Redacts the keys of a set that only grows. */
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
    safe = withoutSpans(text, sought.finder.spansIn(text), shown(secret));
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

// A match is found by its beginning and cut to the end of its run. No pattern may search for an end over an
// unbounded length, because a malicious text repeats the beginning.
const isRunEnd = /[\s"'<>\x60]/;
const runEnd = /[\s"'<>\x60]|\\(?=["'])/g;
/** A character as written in an address within addresses: escaped up to three times. */
const escaped = (hexDigits: string) => `%(?:25){0,2}${hexDigits}`;
const mark = String.raw`(?:\?|\\u003f|${escaped('3f')}|;(?=jsessionid=))`;
const equals = String.raw`(?:=|\\u003d|${escaped('3d')})`;
// The start of a name: not after a letter, but after an escape whose last digit looks like one.
const begin = String.raw`(?:\b|%[0-9a-f]{2}|\\u[0-9a-f]{4})`;
// V4 signatures by their published names, and those of the other storages that agencies use.
const signature = `(?:x-(?:goog|amz)-[a-z-]{1,40}|signature|sig|googleaccessid|awsaccesskeyid)`;
const signedName = `${begin}${signature}${equals}(?!…)`;
const signatureTag = '<signature(?:provided)?>(?!…)';
const address = String.raw`https?(?::|${escaped('3a')})(?:\\?/|${escaped('2f')}){2}`;
// Secret parameters of an address, by the end of their name.
const opening =
  '(?:(?:token|secret|passw(?:or)?d|passcode|passphrase|pwd|clave|contrase(?:n|ñ|%c3%b1)a|credential|auth|jwt|session|sesion|sid|key|otp|hash|hmac|signature|firma)s?|(?:access|auth|authorization|verification|security|invite|reset)[_-]?code)';
// Secret parameters by their whole name: many harmless names end with it.
const openingWhole = '(?:code|ticket|tk|st|policy|key-pair-id|jsessionid|mac|digest|pin|pass|otc)';
// The name of a parameter, in any encoding: `opensSomething` classifies it.
const parameterName = String.raw`(?:[?#&;]|${escaped('3f')}|${escaped('23')}|${escaped('26')}|\\u003f|\\u0026)([^\s"'<>\x60?#&;=…]{1,120}?)${equals}(?!…)`;
// A character of a login before a host; `login` limits their number.
const user = String.raw`[^\s"'<>\x60/?#@]`;
const login = `(${address})(?!…@)(?:${user}{1,300}@|(?:(?!%2f|%3f|%23)${user}){1,300}%40)`;
const openingParameter = new RegExp(`^${signature}$|^${openingWhole}$|${opening}$`, 'i');
/** A token of api.md that is no secret: the cursor of the next page. */
const continuation = 'nexttoken';
const minSecretLength = 20;

// Every match in a run contains one of these, which are found at the speed of memory.
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
// Every signature is a name from above and one of these characters; a login has its own.
const mayCarrySignature = /[=<@]|\\u003d|%(?:25){0,2}3d|%40/i;
// The preceding text is checked last, so that texts without a key are skipped at the speed of memory.
const keyName = new RegExp(`key${equals}`, 'gi');
const keyBegin = new RegExp(`(?<=${begin}(?:api[-_]?)?)key`, 'yi');
const valueEnd = /[&#\s"'<>\x60]|\\u0026|%(?:25){0,2}26/gi;

/**
 * Applies `change` to each run that has a match: a run is delimited by blanks, quotes and angle brackets. A
 * backslash before a quote ends a string within a string. The content of a signature tag is cut completely.
 */
function withRuns(text: string, sites: RegExp, change: (run: string) => string): string {
  const output: string[] = [];
  let [done, from] = [0, 0];
  for (let sign = firstFrom(signs, text, 0); sign; sign = firstFrom(signs, text, from)) {
    const isTag = sign[0].startsWith('<');
    const start = isTag ? sign.index + sign[0].length : runStart(text, sign.index, from);
    const end = firstFrom(runEnd, text, isTag ? start : sign.index)?.index ?? text.length;
    from = Math.max(end, start);
    if (start >= end) continue;
    const run = text.slice(start, end);
    if (!isTag && !firstFrom(sites, run, 0)) continue;
    output.push(text.slice(done, start), isTag ? '…' : change(run));
    done = end;
  }
  return output.length === 0 ? text : output.join('') + text.slice(done);
}

/** The start of the run at an index, not before the end of the previous run. */
function runStart(text: string, index: number, from: number): number {
  let start = index;
  while (start > from && !isRunEnd.test(text[start - 1] ?? '')) start--;
  return start;
}

/** Cuts an absolute address at its first query that is not cut yet. */
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
 * If an address has a token, cuts it at its query, its fragment or the token's own delimiter, whichever comes
 * first.
 */
function redactTokens(run: string, from: number): string {
  const token = openingFrom(run, from);
  if (!token) return run;
  const fragment = firstFrom(fragmentsOrQueries, run, from);
  return `${run.slice(0, Math.min(token.index, fragment?.index ?? token.index))}?…`;
}

/** Cuts a whole query that contains a signature, even without an address before it. */
function redactSignedQuery(run: string): string {
  const query = firstFrom(marks, run, 0);
  if (!query) return run;
  const next = query.index + query[0].length;
  const isSigned = signedAtOnce.test(run.slice(next, next + 60)) || firstFrom(signed, run, next) !== null;
  return isSigned ? `${run.slice(0, query.index)}?…` : run;
}

/** Cuts a bare signature after its name. */
function redactSignature(run: string): string {
  const name = firstFrom(signed, run, 0);
  const value = name ? name.index + name[0].length : run.length;
  return value < run.length ? `${run.slice(0, value)}…` : run;
}

/** Redacts a run to be stored: links that grant access are cut, others stay. */
function redactOpening(run: string): string {
  const safe = redactLogins(run);
  if (firstFrom(signed, safe, 0)) return redactSignature(redactSignedQuery(redactAddress(safe)));
  if (!openingFrom(safe, 0)) return safe;
  if (firstFrom(addresses, safe, 0)) return redactTokens(safe, 0);
  // Without an address, text may contain parameter delimiters of its own.
  const query = firstFrom(fragmentsOrQueries, safe, 0);
  return query ? `${safe.slice(0, query.index)}?…` : safe;
}

/**
 * Redacts a run to be printed: values of secret parameters are cut. `key` is handled separately, and a page
 * cursor is no secret.
 */
function redactOpeningValues(run: string): string {
  const output: string[] = [];
  let from = 0;
  for (let site = openingFrom(run, 0); site; site = openingFrom(run, from)) {
    const start = site.index + site[0].length;
    const end = firstFrom(valueEnd, run, start)?.index ?? run.length;
    const value = run.slice(start, end);
    const isRetained = value === '' || value.includes('…') || saysName(site[1], continuation);
    output.push(run.slice(from, start), isRetained ? value : '…');
    from = end;
  }
  output.push(run.slice(from));
  return output.join('');
}

/** The first secret parameter from an index on. */
function openingFrom(run: string, from: number): RegExpExecArray | null {
  let site = firstFrom(parameters, run, from);
  while (site && !opensSomething(site[1] ?? '')) {
    site = firstFrom(parameters, run, site.index + site[0].length);
  }
  return site;
}

/**
 * Whether a parameter's name, in any encoding, is that of a secret: as a whole or in a part (`token[]`,
 * `auth[token]`, `token.0`).
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
 * A name decoded from up to three layers of escapes; if escaped delimiters separate several, the last one.
 */
function plainlyWritten(name: string): string {
  if (/^[\w.[\]-]*$/.test(name)) return name;
  const letter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  let plain = name.replace(/\\u([0-9a-f]{4})/gi, letter);
  for (let layer = 0; layer < 3 && plain.includes('%'); layer++) {
    // One at a time, because a malformed escape may be among them.
    plain = plain.replace(/%([0-7][0-9a-f])/gi, letter);
  }
  return plain.normalize('NFKC').replace(/^.*[?#&;]/s, '');
}

/** A run without the logins before its hosts. */
function redactLogins(run: string): string {
  return run.includes('@') || run.includes('%40') ? run.replace(logins, '$1…@') : run;
}

/** Cuts the value of every `key=` to its hint. */
function redactKeyParameters(text: string): string {
  const output: string[] = [];
  let from = 0;
  for (let name = firstFrom(keyName, text, 0); name; name = firstFrom(keyName, text, name.index + 3)) {
    const start = name.index + name[0].length;
    // Inside the previous value, or the end of another word.
    if (name.index < from || !firstFrom(keyBegin, text, name.index)) continue;
    const end = firstFrom(valueEnd, text, start);
    const to = end?.index ?? text.length;
    output.push(text.slice(from, start), shownValue(text.slice(start, to)));
    from = to;
  }
  output.push(text.slice(from));
  return output.join('');
}

/** The first match of a global pattern from an index on, or of a sticky one at it. */
function firstFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function shown(secret: string): string {
  return keyHint(secret) || '…';
}

function shownValue(value: string): string {
  // Already cut, by this function or by the text's author.
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
