import { withoutReferences, xmlEntities } from '../../lib/file-formats/html-text.ts';

/** Signatures and keys: base64 that no person searches. */
const unread = ['Signature', 'CAF', 'FRMT', 'FRMA'];

/**
 * The text between the tags of an XML document, one element a line. No entity is expanded but the five of
 * XML and characters by number, so that no document grows.
 */
export function xmlText(xml: string): string {
  let readable = xml;
  for (const name of unread) readable = withoutElement(readable, name);
  return readable
    .split('<')
    .map((part) => plainCharacters(afterTag(part)).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function afterTag(part: string): string {
  if (part.startsWith('![CDATA[')) return part.slice(8).replace(']]>', ' ');
  const end = part.indexOf('>');
  return end < 0 ? '' : part.slice(end + 1);
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

/** What stands inside each element of this name, which nests no other of it. */
export function elementTexts(xml: string, name: string): string[] {
  const texts: string[] = [];
  let from = 0;
  for (;;) {
    const start = xml.indexOf(`<${name}`, from);
    if (start < 0) return texts;
    const open = xml.indexOf('>', start);
    if (open < 0) return texts;
    from = open + 1;
    // Another name that begins alike, or an element without content.
    if (!/[\s>/]/.test(xml.charAt(start + name.length + 1)) || xml.charAt(open - 1) === '/') continue;
    const end = xml.indexOf(`</${name}>`, open);
    if (end < 0) return texts;
    texts.push(xml.slice(open + 1, end));
    from = end;
  }
}

/** Text with the references of XML replaced by their characters; others stay as they are. */
export function plainCharacters(text: string): string {
  return withoutReferences(text, xmlEntities);
}
