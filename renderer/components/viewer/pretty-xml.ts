/** An XML text with one element a line, indented; undefined where it is no XML that can be read. */
export function prettyXml(text: string): string | undefined {
  if (!/^\s*</.test(text)) return undefined;
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  if (parsed.getElementsByTagName('parsererror').length > 0) return undefined;
  const lines: string[] = [];
  const declaration = /^\s*(<\?xml[^>]*\?>)/.exec(text)?.[1];
  if (declaration !== undefined) lines.push(declaration);
  // By hand and not by recursion: a file may nest deeper than calls can.
  const open: { node: Element; next: Node | null }[] = [];
  let node: Node | null = parsed.firstChild;
  for (;;) {
    if (node === null) {
      const done = open.pop();
      if (!done) break;
      lines.push(`${indent(open.length)}</${done.node.tagName}>`);
      node = done.next;
      continue;
    }
    const next: Node | null = node.nextSibling;
    if (node instanceof Element && hasElements(node)) {
      lines.push(`${indent(open.length)}${startTag(node, '>')}`);
      open.push({ node, next });
      node = node.firstChild;
      continue;
    }
    const line = lineOf(node);
    if (line !== '') lines.push(indent(open.length) + line);
    node = next;
  }
  return lines.join('\n');
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, 40));
}

function hasElements(element: Element): boolean {
  return element.firstElementChild !== null;
}

/** A node that holds no element, on one line. */
function lineOf(node: Node): string {
  if (node instanceof Element) {
    const text = (node.textContent ?? '').trim();
    return text === '' ? startTag(node, '/>') : `${startTag(node, '>')}${escaped(text)}</${node.tagName}>`;
  }
  if (node instanceof Comment) return `<!--${node.data}-->`;
  if (node instanceof ProcessingInstruction) return `<?${node.target} ${node.data}?>`;
  return node instanceof CharacterData ? escaped(node.data.trim()) : '';
}

function startTag(element: Element, end: '>' | '/>'): string {
  const attributes = [...element.attributes].map(
    ({ name, value }) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${element.tagName}${attributes.join('')}${end}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
