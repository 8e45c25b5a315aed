/** Appears only in quoted-printable text. */
const transferCoded = /=(?:\n|C3=[89AB][\dA-F]|C2=[AB][\dA-F]|0D=0A|0A|3D|20(?:\n|$))/;

/** Decodes quoted-printable: `=C3=B3` is ó, and a line that ends in `=` continues. */
export function withoutTransferCode(text: string): string {
  if (!transferCoded.test(text)) return text;
  return text
    .replace(/=\n/g, '')
    .replace(/(?:=[\dA-F]{2}){1,200}/g, (coded) =>
      new TextDecoder().decode(
        Uint8Array.from(coded.match(/[\dA-F]{2}/g) ?? [], (byte) => Number.parseInt(byte, 16)),
      ),
    );
}

const tag =
  /<(\/?)(a|b|i|u|p|div|span|font|br|hr|table|thead|tbody|tfoot|tr|td|th|col|colgroup|caption|ul|ol|li|strong|em|small|center|html|head|body|meta|link|title|h[1-6]|o:p|pre|blockquote|img)(?:\s[^<>]{0,2000})?\/?>/gi;
const hidden = /<(style|script|head)\b[^<>]{0,2000}>|<!--/gi;
const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
const entities: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', ensp: ' ', emsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ deg: '°', ordm: 'º', ordf: 'ª', middot: '·', bull: '•', ndash: '-', mdash: '-' },
  ...{ aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', uuml: 'ü' },
};

/** The visible text of HTML: tabs between cells, line ends between rows and paragraphs. */
export function withoutMarkup(text: string): string {
  const isRows = /<tr[\s>]/i.test(text);
  const shown = withoutHidden(text);
  return (isRows ? shown.replace(/>\s+</g, '><').replace(/(<t[dh]\b[^<>]{0,2000}>)\s+/gi, '$1') : shown)
    .replace(tag, (_, close: string, name: string) => shownAs(name.toLowerCase(), close !== ''))
    .replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      return code < 0x110000 ? String.fromCodePoint(code) : whole;
    });
}

/** HTML without styles, scripts and comments. */
function withoutHidden(text: string): string {
  const folded = text.toLowerCase();
  let shown = '';
  let at = 0;
  for (const { 0: opening, 1: name, index } of text.matchAll(hidden)) {
    if (index < at) continue;
    const closing = name === undefined ? '-->' : `</${name.toLowerCase()}>`;
    const end = folded.indexOf(closing, index + opening.length);
    if (end < 0) break;
    shown += `${text.slice(at, index)} `;
    at = end + closing.length;
  }
  return shown + text.slice(at);
}

function shownAs(name: string, isEnd: boolean): string {
  if (name === 'td' || name === 'th') return isEnd ? '\t' : '';
  if (name === 'br' || name === 'hr' || name === 'tr' || name === 'table') return '\n';
  if (/^(?:p|div|li|h[1-6]|pre|blockquote|caption)$/.test(name)) return isEnd ? '\n' : ' ';
  return /^(?:b|i|u|a|span|font|strong|em|small)$/.test(name) ? '' : ' ';
}
