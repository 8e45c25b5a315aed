import { withoutReferences, xmlEntities } from '../../lib/file-formats/html-text.ts';

/** Namespaces in scope, by prefix; `''` is the default one. */
export type Namespaces = ReadonlyMap<string, string>;

const tag = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attribute = /(?<![\w:.-])([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * An element as Canonical XML 1.0 without comments (w3.org/TR/2001/REC-xml-c14n-20010315), with the
 * namespaces in scope around it. Undefined for what no electronic invoice has: CDATA, processing
 * instructions, a DTD.
 */
export function canonicalXml(element: string, around: Namespaces): string | undefined {
  const open: { name: string; scope: Namespaces }[] = [];
  let written = '';
  let at = 0;
  while (at < element.length) {
    const next = element.indexOf('<', at);
    const end = next < 0 ? element.length : next;
    written += canonicalText(element.slice(at, end));
    if (next < 0) break;
    if (element.startsWith('<!--', next)) {
      const close = element.indexOf('-->', next);
      if (close < 0) return undefined;
      at = close + 3;
      continue;
    }
    tag.lastIndex = next;
    const [whole = '', closing, name = '', attributes = '', isEmpty] = tag.exec(element) ?? [];
    if (whole === '') return undefined;
    at = next + whole.length;
    if (closing) {
      if (open.pop()?.name !== name) return undefined;
      written += `</${name}>`;
      continue;
    }
    const parent = open.at(-1)?.scope ?? new Map<string, string>();
    const { text, scope } = startTag(name, attributes, parent, open.length === 0 ? around : new Map());
    written += text;
    if (isEmpty) written += `</${name}>`;
    else open.push({ name, scope });
  }
  return open.length === 0 ? written : undefined;
}

function startTag(name: string, attributes: string, parent: Namespaces, around: Namespaces) {
  const scope = new Map(parent);
  const declared = new Map(around);
  const plain: [string, string][] = [];
  for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (key === 'xmlns') declared.set('', value);
    else if (key.startsWith('xmlns:')) declared.set(key.slice(6), value);
    else plain.push([key, value]);
  }
  const shown = [...declared].filter(([prefix, uri]) => (parent.get(prefix) ?? '') !== uri);
  for (const [prefix, uri] of declared) scope.set(prefix, uri);
  const written = [
    ...shown.sort(byName).map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]),
    ...plain.sort(byName),
  ].map(([key, value = '']) => ` ${key}="${canonicalValue(value)}"`);
  return { text: `<${name}${written.join('')}>`, scope };
}

function byName([a]: readonly string[], [b]: readonly string[]): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function canonicalText(text: string): string {
  return withoutReferences(text.replace(/\r\n?/g, '\n'), xmlEntities)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

function canonicalValue(value: string): string {
  return withoutReferences(value.replace(/\r\n|[\r\n\t]/g, ' '), xmlEntities)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}

/** The namespaces that these start tags declare, outermost first. */
export function namespacesOf(startTags: readonly string[]): Namespaces {
  const scope = new Map<string, string>();
  for (const written of startTags) {
    for (const [, key = '', double, single] of written.matchAll(attribute)) {
      if (key === 'xmlns') scope.set('', double ?? single ?? '');
      else if (key.startsWith('xmlns:')) scope.set(key.slice(6), double ?? single ?? '');
    }
  }
  return scope;
}
