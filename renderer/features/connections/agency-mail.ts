import { withoutAccents } from '../../../shared/without-accents.ts';

/** The connection data in an agency's mail. The key goes into its field and is shown nowhere else. */
export interface AgencyMail {
  /** Without the agency id and the version of the service. */
  baseUrl?: string;
  agency?: string;
  key?: string;
  /** There are several keys and no label identifies the right one: none is used. */
  hasSeveralKeys?: true;
}

type Part = 'baseUrl' | 'agency' | 'key';

/** A token that may be a value, and its label if it has one. */
interface Fragment {
  text: string;
  label: Part | undefined;
}

/** Maximum length of an agency's mail; of a longer text only the beginning is read. */
const maxMailLength = 100_000;
const minKeyLength = 20;

/** Labels of a value, in Spanish and English, without accents and punctuation; the longest match wins. */
const labels: readonly [Part, RegExp][] = [
  ['key', /\b(?:api ?key|clave|llave|key|token|secret|secreto|contrasena|password)\b/g],
  [
    'agency',
    /\b(?:id|codigo|code|identificador|identifier) ?(?:(?:de|of) )?(?:(?:la|su|the|your) )?(?:agencia|agency)\b/g,
  ],
  ['agency', /\b(?:agencia|agency) ?(?:id|code)\b|\btenant\b/g],
  ['agency', /^ *(?:id|agencia|agency|identificador|identifier) *$/g],
  ['baseUrl', /\b(?:base ?url|url|direccion|endpoint|host|servidor|server|servicio|service|address|link)\b/g],
];
/** Maximum length of a label. */
const maxLabelLength = 80;

/** Parses an address, an agency id and a key from a mail, or any of the three alone. */
export function readAgencyMail(text: string): AgencyMail {
  const lines = text
    .slice(0, maxMailLength)
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^(?:[\s>|*•·-]|\d{1,2}[.)](?=\s))+/, '').trim())
    .filter((line) => line !== '');
  const fragments = lines.flatMap((line, at) => fragmentsOf(line, lines[at - 1] ?? ''));
  const addresses = fragments
    .flatMap((fragment) => {
      const address = addressIn(fragment.text, fragment.label, fragments.length === 1);
      return address ? [{ ...address, fragment }] : [];
    })
    .toSorted((one, other) => other.worth - one.worth);
  const address = addresses.find(({ worth }) => worth > 0 || fragments.length === 1);
  const plain = fragments.filter(({ text: fragment, label }) => label === undefined && isToken(fragment));
  const ends = addresses.filter(({ worth }) => worth > 0).map(({ fragment }) => fragment);
  const keys = fragments.filter(({ text: fragment, label }) => label === 'key' && isKey(fragment));
  const unnamed = plain.filter(({ text: fragment }) => isLong(fragment));
  const agencies = fragments.filter(({ text: fragment, label }) => label === 'agency' && isAgency(fragment));
  const followers = (some: readonly Fragment[]) => followersOf(address?.fragment, fragments, some, ends);
  const named = onlyOne(keys) ?? onlyOne(followers(keys));
  const key = named ?? address?.key ?? (keys.length === 0 ? onlyOne(unnamed) : undefined);
  const isList = lines.length <= 4 && lines.every((line) => !/\s/.test(line));
  const agency =
    onlyOne(followers(agencies)) ??
    agencies[0]?.text ??
    address?.agency ??
    (isList
      ? onlyOne(plain.filter(({ text: fragment }) => fragment !== key && isAgency(fragment)))
      : undefined);
  return {
    ...(address && { baseUrl: withoutAgency(address.baseUrl, agency) }),
    ...(agency !== undefined && { agency }),
    ...(key !== undefined && { key }),
    ...(key === undefined && (keys.length > 0 || unnamed.length > 0) && { hasSeveralKeys: true }),
  };
}

/**
 * The fragments between an address and the next one; none if some precede every address, since each may
 * belong to the one below.
 */
function followersOf(
  address: Fragment | undefined,
  fragments: readonly Fragment[],
  some: readonly Fragment[],
  addresses: readonly Fragment[],
): readonly Fragment[] {
  const targets = new Set(some);
  const ends = new Set(addresses);
  const first = fragments.find((fragment) => targets.has(fragment) || ends.has(fragment));
  if (!address || !first || targets.has(first)) return [];
  const after = fragments.slice(fragments.indexOf(address) + 1);
  const next = after.findIndex((fragment) => ends.has(fragment));
  return after.slice(0, next < 0 ? after.length : next).filter((fragment) => targets.has(fragment));
}

/** The values of a line, each with the label before it in the line, or else with the line above. */
function fragmentsOf(line: string, above: string): Fragment[] {
  const tokens = line.split(/[\s|"'`“”«»‘’<>()[\]*,;]+/).filter((word) => word !== '');
  let before = '';
  const fragments: Fragment[] = [];
  for (const word of tokens) {
    const split = /^([A-Za-z_-]{2,20})[:=](?!\/\/)(\S+)$/.exec(word);
    const [label = '', value = word] = split && !ownHost.test(word) ? [split[1], split[2]] : [];
    before += ` ${label}`;
    const own = value.replace(/^[:=]+|(?<![.:!?])[.:!?]+$/g, '');
    if (isValue(own)) {
      fragments.push({ text: own, label: labelOf(before) });
      before = '';
    } else before += ` ${value}`;
  }
  const [only] = fragments;
  if (only && fragments.length === 1 && only.label === undefined && bare(only.text) === bare(line)) {
    return [{ text: only.text, label: isHeading(above) ? labelOf(above) : undefined }];
  }
  return fragments;
}

function bare(text: string): string {
  return text.replace(/^\W+|(?<!\W)\W+$/g, '');
}

/** Whether a line is only the label of the next one. */
function isHeading(line: string): boolean {
  return line.length <= 60 && (line.endsWith(':') || !isValue(line.split(/\s/).at(-1) ?? ''));
}

/** The last label in a text: `idAgencia`, `base_url` and `x-api-key` are split into words. */
function labelOf(text: string): Part | undefined {
  const spaced = text.slice(-maxLabelLength).replace(/([a-z])([A-Z])/g, '$1 $2');
  const plain = withoutAccents(spaced, 'NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/ (?:es|is|son|are|para|for|production|produccion|prod) ?$/, ' ');
  const ends = labels.flatMap(([part, label]) =>
    [...plain.matchAll(label)].map((match) => ({
      part,
      end: match.index + match[0].length,
      of: match[0].length,
    })),
  );
  const [last] = ends.toSorted((one, other) => other.end - one.end || other.of - one.of);
  return last?.part;
}

/** Natural words have no digits, punctuation or capitals within; ids, keys and addresses do. */
function isValue(word: string): boolean {
  if (!/\d|\./.test(word) && labelOf(word) !== undefined) return false;
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$|^\d{1,2}:\d{2}|^\+\d/.test(word)) return false;
  if (/^[{$].*\}$|@|^x{3,}$|^\.+$|^•+$/i.test(word)) return false;
  return (
    /\d|[A-Za-z]{2}[-_][A-Za-z]|\.[a-z]{2}|:\/\/|^[A-Z]{2,}$|[a-z][A-Z]|localhost/.test(word) &&
    !/^\d{1,2}$/.test(word)
  );
}

const hostName = /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*)\.)+[a-z]{2,24}(?::\d+)?(?:[/?].*)?$/i;
const ownHost = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.\d{1,3}|\[::1\])(?::\d+)?(?:[/?].*)?$/i;
/** Addresses of web pages and files. */
const isForPeople =
  /linkedin|facebook|instagram|twitter|youtube|wa\.me|whatsapp|goo\.gl|maps|aka\.ms|\/(?:docs?|manual|ayuda|help|privacidad|privacy)\b|\.(?:png|jpe?g|gif|pdf|html?)(?:$|\?)/i;

interface Address {
  baseUrl: string;
  agency?: string;
  key?: string;
  /** A score: the higher, the likelier it is the service's address. */
  worth: number;
}

function addressIn(text: string, label: Part | undefined, isAlone: boolean): Address | undefined {
  if ((label === 'key' || label === 'agency') && !text.includes('://')) return undefined;
  const isOwn = ownHost.test(text);
  if (!isOwn && !hostName.test(text)) return undefined;
  const scheme = isOwn ? 'http://' : 'https://';
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `${scheme}${text}`);
  if (!url) return undefined;
  const steps = url.pathname.split('/').filter((step) => step !== '');
  const version = steps.indexOf('v1');
  const path = (version < 0 ? steps : steps.slice(0, version)).filter((step) => !/^%7B|[{}<>]/i.test(step));
  const [last] = path.slice(-1);
  const worth =
    (label === 'baseUrl' ? 4 : 0) +
    (version >= 0 ? 4 : 0) +
    (text.includes('://') || isOwn ? 1 : 0) +
    (/api|gateway|servicio|service/i.test(url.host) ? 2 : 0) -
    (/^www\./i.test(url.host) ? 4 : 0) -
    (isForPeople.test(text) && !isAlone ? 8 : 0);
  const key = url.searchParams.get('key');
  return {
    baseUrl: `${url.origin}${path.map((step) => `/${step}`).join('')}`,
    // The segment before the version is the agency, unless it is a placeholder.
    ...(version > 0 && last !== undefined && path.length === version && { agency: decoded(last) }),
    ...(key !== null && isKey(key) && { key }),
    worth,
  };
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** An address without the agency id, which is added to every request. */
function withoutAgency(address: string, agency: string | undefined): string {
  const end = agency === undefined ? '' : `/${encodeURIComponent(agency.toWellFormed())}`;
  return end !== '' && address.endsWith(end) ? address.slice(0, -end.length) : address;
}

function isToken(text: string): boolean {
  return /^[\w.~+/=-]+$/.test(text) && !hostName.test(text) && !ownHost.test(text);
}

function isLong(text: string): boolean {
  return text.length >= minKeyLength && /\d/.test(text) && /[A-Za-z]/.test(text);
}

function isKey(text: string): boolean {
  return text.length >= 8 && !/\s|:\/\//.test(text) && !hostName.test(text);
}

function isAgency(text: string): boolean {
  return text.length <= 200 && !text.includes('://') && !hostName.test(text);
}

function onlyOne(fragments: readonly Fragment[]): string | undefined {
  const texts = new Set(fragments.map(({ text }) => text));
  return texts.size === 1 ? [...texts][0] : undefined;
}
