import { withoutReferences, xmlEntities } from './html-text.ts';

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
