import { plainCharacters } from '../../lib/file-formats/xml-elements.ts';

/** Signatures and keys: base64 that no person searches. */
const unread = ['Signature', 'CAF', 'FRMT', 'FRMA'];

/** Attributes of these say how a page or a drawing looks. */
const drawnMarkup = /<(?:!DOCTYPE\s{1,9})?(?:html|svg)[\s>]/i;
/** Names of attributes about the XML itself. */
const aboutXml = /^(?:xmlns|xml:|xsi:)/;
/** Values of attributes that no person searches: names of schemas, and keys in base64. */
const unsearched = /^(?:https?:\/\/|urn:)|^[\w+/=-]{64,}$/;

/** A text, without its tags where it is XML or HTML. */
export function textWithoutTags(text: string): string {
  return /^\s*<(\?xml|!DOCTYPE|[A-Za-z][\w:.-]*[\s>/])/.test(text.slice(0, 1024)) ? xmlText(text) : text;
}

/**
 * The text between the tags of an XML document and the values of its attributes, one element a line. No
 * entity is expanded but the five of XML and characters by number, so that no document grows.
 */
function xmlText(xml: string): string {
  let readable = xml;
  for (const name of unread) readable = withoutElement(readable, name);
  const hasValues = !drawnMarkup.test(xml.slice(0, 1024));
  return readable
    .split('<')
    .flatMap((part) => linesOf(part, hasValues))
    .map((line) => plainCharacters(line).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The values of the attributes of a tag, whose `<` is cut off, and what follows it. */
function linesOf(part: string, hasValues: boolean): string[] {
  if (part.startsWith('![CDATA[')) return [part.slice(8).replace(']]>', ' ')];
  // Declarations and comments have no attributes, and their quotes are no values.
  const isTag = !part.startsWith('!') && !part.startsWith('?');
  const { attributes, end } = isTag ? readTag(part) : { attributes: [], end: part.indexOf('>') };
  const after = end < 0 ? '' : part.slice(end + 1);
  if (!hasValues) return [after];
  const said = attributes.filter(({ name, value }) => !aboutXml.test(name) && !unsearched.test(value));
  return [said.map(({ value }) => value).join(' '), after];
}

interface Tag {
  attributes: readonly { name: string; value: string }[];
  /** Offset of its `>`; -1 where it has none. */
  end: number;
}

/** Reads a tag behind its `<`. One that is damaged ends with its first `>` outside whole values. */
function readTag(part: string): Tag {
  const attributes: { name: string; value: string }[] = [];
  let end = part.indexOf('>');
  for (let at = 0; ; ) {
    if (end >= 0 && end < at) end = part.indexOf('>', at);
    const equals = part.indexOf('=', at);
    if (equals < 0 || end < equals) return { attributes, end };
    const [before = '', quote = ''] = /^=\s{0,9}(["'])/.exec(part.slice(equals, equals + 11)) ?? [];
    const close = quote === '' ? -1 : part.indexOf(quote, equals + before.length);
    if (close < 0) return { attributes, end };
    const name = part.slice(at, equals).trim().split(/\s/).at(-1) ?? '';
    attributes.push({ name, value: part.slice(equals + before.length, close).trim() });
    at = close + 1;
  }
}

function withoutElement(xml: string, name: string): string {
  let text = '';
  let from = 0;
  for (;;) {
    const start = xml.indexOf(`<${name}`, from);
    const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
    if (end < 0) return text + xml.slice(from);
    text += xml.slice(from, start);
    from = end + name.length + 3;
  }
}
