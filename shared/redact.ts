import { createGrowingRedactor, keyRedactor, shownSecret } from './key-redactor.ts';

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

/** A redactor for a set of keys that only grows: recreated when it has grown, not for each text. */
export function growingRedactor(secrets: ReadonlySet<string>): (text: string) => string {
  return createGrowingRedactor(secrets, redactor);
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

function shownValue(value: string): string {
  // Already cut, by this function or by the text's author.
  if (value === '' || value.includes('…')) return value;
  return shownSecret(decoded(value));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
