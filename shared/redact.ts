/**
 * What may be shown of a key: its first and last 4 characters, nothing when it is shorter than 12 (api.md, Report contents).
 */
export function keyHint(key: string): string {
  const characters = [...key];
  if (characters.length < 12) return '';
  return `${characters.slice(0, 4).join('')}…${characters.slice(-4).join('')}`;
}

/**
 * Text fit to be printed, kept in a log or sent: the given keys, however they are written in it, and the value of every `key=` are cut to
 * their hint; links are cut before their query. Everything that is printed passes through here.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text;
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    // A secret of one or two letters would blacken every word; it stands in `key=` alone.
    if (secret.length > 2) safe = safe.replace(anyWritingOf(secret), () => shown(secret));
  }
  return cutLinks(safe.replace(keyParameter, (_, name, value) => `${name}${shownValue(value)}`));
}

/** Text with every signed link cut before its query, and every other absolute URL too: which of them are signed cannot be known. */
export function cutLinks(text: string): string {
  return text.replace(urlWithQuery, '$1?…').replace(signedQuery, '?…').replace(signatureAlone, '$1…');
}

/** Text without the signed links in it; other links stay whole. For values that are kept. */
export function withoutSignatures(text: string): string {
  // Most texts are short and plain, and there are many of them.
  return mayCarrySignature.test(text) && text.search(signatureAlone) >= 0 ? cutLinks(text) : text;
}

// A backslash before a quote ends a string within a string.
const rest = String.raw`(?:\\(?!["'])|[^\s"'<>\x60\\])`;
const mark = String.raw`(?:\?|\\u003f|%3f)`;
const equals = String.raw`(?:=|\\u003d|%3d)`;
// A name begins here: after no letter, or after an escaped character whose last digit looks like one.
const begin = String.raw`(?:\b|%[0-9a-f]{2}|\\u[0-9a-f]{4})`;
// V4 signatures as names.md gives them, and those of the other storages that agencies use.
const signature = `(?:x-(?:goog|amz)-[a-z-]+|signature|sig|googleaccessid|awsaccesskeyid)`;

const urlWithQuery = new RegExp(
  String.raw`(https?(?::|%3a)(?:\\?/|%2f){2}${rest}*?)${mark}(?!…)${rest}+`,
  'gi',
);
const signedQuery = new RegExp(`${mark}(?:${rest}*?${begin})??${signature}${equals}(?!…)${rest}*`, 'gi');
const signatureAlone = new RegExp(
  `(${begin}${signature}${equals}|<signature(?:provided)?>)(?!…)${rest}+`,
  'gi',
);
// Every signature is a name from above and one of these signs.
const mayCarrySignature = /[=<]|\\u003d|%3d/i;
const keyParameter = new RegExp(
  String.raw`(${begin}(?:api[-_]?)?key${equals})((?:(?!\\u0026|%26)[^&#\s"'<>\x60])*)`,
  'gi',
);

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

/** Finds a text as typed, URL-encoded (in either case), escaped as in JSON, or escaped as in HTML, and any mixture of them. */
function anyWritingOf(secret: string): RegExp {
  return new RegExp([...secret].map(patternOf).join(''), 'g');
}

// Few characters stand in keys, and every line of a log asks for them again.
const patterns = new Map<string, string>();

function patternOf(character: string): string {
  const known = patterns.get(character);
  if (known !== undefined) return known;
  const pattern = `(?:${writingsOf(character).join('|')})`;
  patterns.set(character, pattern);
  return pattern;
}

function writingsOf(character: string): string[] {
  const bytes = [...new TextEncoder().encode(character)].map((byte) => `%${hex(byte, 2)}`).join('');
  const units = Array.from(
    { length: character.length },
    (_, at) => `\\\\u${hex(character.charCodeAt(at), 4)}`,
  );
  const writings = [literally(character), bytes, units.join('')];
  if (character === ' ') writings.push(String.raw`\+`);
  const json = JSON.stringify(character).slice(1, -1);
  if (json !== character) writings.push(literally(json));
  if (character === '/') writings.push(String.raw`\\/`);
  const entity = entities.get(character);
  if (entity !== undefined) writings.push(entity);
  return writings;
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&(?:quot|#34|#x22);'],
  ["'", '&(?:apos|#39|#x27);'],
]);

/** Hexadecimal digits in either case, as a pattern. */
function hex(value: number, width: number): string {
  return [...value.toString(16).padStart(width, '0')]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('');
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
