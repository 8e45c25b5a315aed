import { isMailHead } from '../../lib/file-formats/mail-head.ts';
import type { Opening } from './first-text.ts';

/** A body without a signature: `isMessage` tells whether it is a server's message or a document. */
interface Unsigned {
  opening: Pick<Opening, 'text' | 'isXml'>;
  /** Bytes; `Infinity` while the body is incomplete. */
  size: number;
  /** Lower case, without parameters. */
  contentType: string;
}

// Bytes: error messages are shorter than this, and hardly any text document of a dispatch is.
const shortText = 512;

/**
 * Whether a body is a server's message instead of a document: an HTML page, an error, or a very short text.
 * Other text may be a document (electronic invoices are XML).
 */
export function isMessage({ opening: { text, isXml }, size, contentType }: Unsigned): boolean {
  if (errorTypes.has(contentType)) return true;
  if (text === '') return size !== Number.POSITIVE_INFINITY;
  if (hasControls.test(text)) return false;
  const isSvg = contentType === 'image/svg+xml' && (isXml || isPicture(text));
  if (/^(?:image|audio|video)\//.test(contentType) && !isSvg) return true;
  if (isMarkup(text, isXml) || isJsonMessage(text)) return true;
  if (isPicture(text)) return /<(?:html|body|p|div|h[1-6])[\s>]/i.test(text);
  // The body of a mail may contain HTML.
  if ((contentType === 'message/rfc822' && mailField.test(text)) || isMailHead(text)) return false;
  if (!isXml && /<(?:!doctype\s+html|html|body)[\s>]/i.test(text)) return true;
  if (contentType === 'text/csv') return isTableMessage(text);
  return size < shortText && !isRecord(text);
}

/** A field of a mail, at the beginning of any line. */
const mailField = /^(?:from|to|date|subject|received|return-path|mime-version|message-id|content-type):/im;

/** A whole XML document of several elements, none of them a message: a small receipt or invoice. */
function isRecord(text: string): boolean {
  const tags = [...text.matchAll(/<(?:[\w.-]{1,60}:)?([a-z_][\w.-]{0,60})(?=[\s/>])/gi)];
  const names = tags.map(([, name = '']) => normalizeKey(name));
  const end = /<\/(?:[\w.-]{1,60}:)?([\w.-]{1,60})\s{0,9}>\s*$/.exec(text)?.[1];
  const isWhole = text.startsWith('<') && end !== undefined && normalizeKey(end) === names[0];
  const isReply = names.some((name) => messageKeys.has(name) || replyNames.has(name));
  return isWhole && new Set(names).size > 1 && !isReply && !messageWords.test(text);
}

const replyNames = new Set('problem response respuesta result resultado reply answer'.split(' '));
const messageWords =
  /error|fault|falla|exception|denied|denegad|forbidden|prohibid|unauthori|autoriza|inv[aá]lid|expire|vencid|caduc|not found|no encontrad|no existe|login|sesi[oó]n/i;

/** An SVG image. Inside a page, SVG is not the root. */
function isPicture(text: string): boolean {
  return /^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(text);
}

/** A CSV table whose first row has only column names of an error message. */
function isTableMessage(text: string): boolean {
  const cells = (text.split(/[\r\n]/, 1)[0] ?? '').split(/[;,\t]/);
  return cells.every((cell) => messageKeys.has(normalizeKey(cell.replaceAll('"', '').trim())));
}

/** What has control characters is no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const hasControls = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/;

const errorTypes = new Set([
  'text/html',
  'application/xhtml+xml',
  'application/problem+json',
  'application/problem+xml',
]);

/** An HTML page, or an error in XML. */
function isMarkup(text: string, isXml: boolean): boolean {
  const tree = text.replace(/^<!doctype(?!\s+html)[^>]*>\s*/i, '');
  if (isPicture(tree)) return false;
  if (/^<!doctype/i.test(tree)) return true;
  const root = /^<(?:[\w.-]{1,60}:)?([\w.-]{1,60})[\s>/]/.exec(tree)?.[1]?.toLowerCase();
  if (root === undefined) return false;
  if (pageRoots.has(root) || (!isXml && fragmentRoots.has(root))) return true;
  if (root === 'envelope') return /<(?:[\w.-]{1,60}:)?Fault[\s>/]/.test(tree);
  return (
    root === 'listbucketresult' || /error|(?<!de)fault|exception|denied|forbidden|unauthorized/.test(root)
  );
}

const pageRoots = new Set(['html', 'head', 'body', 'title', 'script', 'meta', 'h1', 'center', 'noscript']);

/** Elements of an HTML fragment; with an XML declaration they prove nothing. */
const fragmentRoots = new Set(
  'a abbr address article aside b base big blockquote br button canvas caption code dd details div dl dt em embed fieldset figure font footer form frame frameset h2 h3 h4 h5 h6 header hr i iframe img input label legend li link main map marquee nav object ol p pre section select small span strong style sub summary sup svg table tbody td template textarea th tr u ul video'.split(
    ' ',
  ),
);

const messageKeys = new Set(
  'error errors code message status statuscode success detail details fault exception reason mensaje ok'.split(
    ' ',
  ),
);

/** JSON whose first object has a key of a status message. */
function isJsonMessage(text: string): boolean {
  if (!/^(?:\[\s*)?\{/.test(text)) return false;
  return firstKeys(text).some((key) => messageKeys.has(normalizeKey(key)));
}

function normalizeKey(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The keys of the first object of a JSON text, which may be truncated. */
function firstKeys(text: string): string[] {
  const keys: string[] = [];
  const base = text.startsWith('[') ? 2 : 1;
  let depth = 0;
  // An unterminated string matches to the end of the text, so that it is scanned only once.
  for (const [part, word, after] of text.matchAll(/"((?:[^"\\]|\\[\s\S])*)(?:"(\s*:)?|\\?$)|[{}[\]]/g)) {
    if (word !== undefined) {
      if (after && depth === base) keys.push(word);
    } else if (part === '{' || part === '[') depth++;
    else if (--depth < base) break;
  }
  return keys;
}
