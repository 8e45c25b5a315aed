/** Elements without visible text; they end at their end tag, or with the page. */
const silent = new Set(['script', 'style', 'title', 'template']);
/** Inserted before and after each of these elements. */
const lines: Readonly<Record<string, string>> = {
  br: '\n',
  div: '\n',
  tr: '\n',
  li: '\n',
  dd: '\n',
  dt: '\n',
  hr: '\n',
  p: '\n\n',
  table: '\n\n',
  ul: '\n\n',
  ol: '\n\n',
  blockquote: '\n\n',
  pre: '\n\n',
  h1: '\n\n',
  h2: '\n\n',
  h3: '\n\n',
  h4: '\n\n',
  h5: '\n\n',
  h6: '\n\n',
  td: ' ',
  th: ' ',
};

/** The text of an HTML page, one paragraph a line. Runs in one pass, so that no input is slow. */
export function htmlText(page: string): string {
  const lowered = page.toLowerCase();
  const tag = /<\/?([a-z][a-z0-9]*)/gy;
  let text = '';
  for (let at = 0; at < page.length; ) {
    const next = page.indexOf('<', at);
    text += plainText(page.slice(at, next < 0 ? page.length : next));
    if (next < 0) break;
    tag.lastIndex = next;
    const name = tag.exec(lowered)?.[1];
    if (name === undefined && !/[!?/]/.test(page.charAt(next + 1))) {
      text += '<';
      at = next + 1;
      continue;
    }
    const isOpening = page.charAt(next + 1) !== '/';
    const mark = endMark(page, next, isOpening && name !== undefined && silent.has(name) ? name : undefined);
    const end = lowered.indexOf(mark, next + 1);
    // An unterminated tag or element is dropped.
    if (end < 0) break;
    // The end tag is parsed next.
    at = mark.startsWith('<') ? end : end + mark.length;
    text += lines[name ?? ''] ?? '';
    if (name === 'li' && isOpening) text += '• ';
  }
  return text;
}

/** The end mark of a tag, a comment or a silent element. */
function endMark(page: string, at: number, element: string | undefined): string {
  if (element !== undefined) return `</${element}`;
  return page.startsWith('<!--', at) ? '-->' : '>';
}

/** The characters of XML by their entity names (XML 1.0, 4.6). */
export const xmlEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

/** ISO-8859-1 characters from 160 on, by entity name (HTML 4, 24.2). */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const entities = new Map<string, string>([
  ...latin.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(160 + at)]),
  ...xmlEntities,
  ...Object.entries({ euro: '€', trade: '™', ensp: ' ', emsp: ' ' }),
  ...Object.entries({ ndash: '–', mdash: '—', hellip: '…', bull: '•' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
]);

/** Text with the entities of HTML replaced by their characters. */
export function withoutEntities(text: string): string {
  return withoutReferences(text, entities).replaceAll('\u00a0', ' ');
}

/** Text between tags: collapses white space and decodes entities. */
function plainText(text: string): string {
  return withoutEntities(text.replace(/\s+/g, ' '));
}

/** Text with references replaced by their characters, by number or by name; unknown ones stay as they are. */
export function withoutReferences(text: string, entities: ReadonlyMap<string, string>): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,7}));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
