import { isDay } from '../../../shared/model/dates.ts';
import { withoutEntities } from '../../lib/file-formats/html-text.ts';

/** A pasted text after cleaning: addresses are taken out before anything is parsed. */
interface Cleaned {
  text: string;
  /** The addresses that were taken out, as written. */
  links: readonly string[];
}

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const blanks = /[^\S\n\t]/g;
/** The search box shows a line end as `↵`, because a semicolon would look like those of the text. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]| ?↵ ?/g;
/**
 * An address that a mail program writes behind a word, `410931<https://…>`, and addresses that are no web
 * page.
 */
const angled = /<(?:https?:|tel:|mailto:|callto:|sip:|file:|cid:|www\.)[^<>\n]{0,2000}>/gi;
const markdown = /\[([^[\]\n]{1,300})\]\((?:https?:|tel:|mailto:|www\.)[^()\n]{0,2000}\)/gi;
const bracketed = /\[(?:https?:|tel:|mailto:|cid:)[^[\]\n]{0,2000}\]/gi;
const bare = /(?:https?:\/\/|www\.|tel:|mailto:)[^\s<>"]{1,2000}/gi;
/** An address without its scheme, `wa.me/56987654321`. */
const schemeless =
  /(?<![\w.@/-])(?:[a-z][a-z0-9-]{0,62}\.){1,4}(?:cl|com|me|net|org|io|info|ly|gl|biz)\/[^\s<>"]{1,2000}/gi;
/** Pictures of a signature, by the names that mail programs give them. */
const pictures =
  /[[<(]?(?:(?:image|imagen|img|logo|firma|outlook)[\w -]{0,40}\.(?:png|jpe?g|gif|bmp|svg)|(?:img|ptt|aud|vid|doc|stk)-\d{8}-wa\d{4}\.\w{2,5})(?:@[\w.]{1,60})?[\])>]?/gi;
/** A file name, whose words underscores join: `DIN_411953.pdf`. */
const attached =
  /(?<![\p{L}\d_@./-])[\p{L}\d][\p{L}\d_.-]{0,120}\.(?:pdf|xlsx?|docx?|csv|xml|zip|rar|msg|eml|txt|tiff?|png|jpe?g)(?![\p{L}\d])/giu;

/** A number in a circle, in brackets or with a dot, as one letter: NFKC joins it to the number after it. */
const enclosed = /[\u2460-\u249b]/g;
/** The plural of a form: `DESPACHO(S)`, `Contenedor(es)`. */
const formPlural = /(?<=\p{L})\((e?s)\)/giu;
/** A mark of thousands, `411'953`, and numbers that a word joins without blanks, `411953y411954`. */
const thousandsMark = /(?<=(?<!\d)\d{1,3})['’´](?=\d{3}(?!\d))/g;
const joint = /(?<=\d{5})[ye](?=\d{5})/g;
/** Letters within figures, which a scan puts for 0 and 1: `41O931`, `4l0931`; no code as `26I0123`. */
const misread = /(?<![\p{L}\d_.,/-])(?=\d{1,7}[oOl]\d)(?=(?:[oOl]?\d){5,8}(?![\p{L}\d]))[\doOl]{6,9}/gu;
/** What a chat strikes out, `~~410931~~`; each number in it. */
const struck = /~~([^~\n]{1,80})~~/g;
const withFigures = /[^\s,;]{0,80}\d[^\s,;]*/g;
/** `RUT76086428-5`. */
const gluedRutLabel = /(?<![\p{L}\p{N}])(?:rut|r\.u\.t\.?)(?=\d)/giu;

/** Normalizes a text: one form of letters, dashes and line ends, no invisible characters, no addresses. */
export function cleanText(written: string): Cleaned {
  const links: string[] = [];
  const take = (link: string) => {
    links.push(link);
    return ' ';
  };
  const text = withoutMarkup(withoutTransferCode(written.replace(lineEnds, '\n')))
    .replace(enclosed, (mark) => `${mark.normalize('NFKC').replace(/\D/g, '')}) `)
    .normalize('NFKC')
    .replace(gluedRutLabel, '$& ')
    .replace(formPlural, '$1')
    .replace(lineEnds, '\n')
    .replace(thousandsMark, '.')
    .replace(joint, ' $& ')
    .replace(misread, (figures) => figures.replace(/o/gi, '0').replaceAll('l', '1'))
    .replace(struck, (_, text: string) => text.replace(withFigures, '$& (anulado)'))
    .replace(dashes, '-')
    .replace(invisible, '')
    .replace(markdown, (whole, shown: string) => {
      links.push(whole.slice(shown.length + 2));
      return `${shown} `;
    })
    .replace(angled, take)
    .replace(bracketed, take)
    .replace(bare, take)
    .replace(schemeless, take)
    .replace(pictures, take)
    .replace(attached, nameOfFile)
    .replace(blanks, ' ');
  return { text, links };
}

/** The words of a file's name, with the days in it written as such: `despachos_26112026.xlsx`. */
function nameOfFile(file: string): string {
  return file
    .replace(/\.[^.]*$/, '')
    .replaceAll('_', ' ')
    .replace(/(?<!\d)\d{8}(?!\d)/g, (figures) => dayOf(figures) ?? figures);
}

/** `26112026` and `20261126` as `2026-11-26`. */
function dayOf(figures: string): string | undefined {
  return [figures, figures.slice(4) + figures.slice(2, 4) + figures.slice(0, 2)]
    .map((one) => `${one.slice(0, 4)}-${one.slice(4, 6)}-${one.slice(6)}`)
    .find((day) => day.startsWith('20') && isDay(day));
}

/** Appears only in quoted-printable text. */
const transferCoded = /=(?:\n|C3=[89AB][\dA-F]|C2=[AB][\dA-F]|0D=0A|0A|3D|20(?:\n|$))/;

/** Decodes quoted-printable: `=C3=B3` is ó, and a line that ends in `=` continues. */
function withoutTransferCode(text: string): string {
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

/** The visible text of HTML: tabs between cells, line ends between rows and paragraphs. */
function withoutMarkup(text: string): string {
  const isRows = /<tr[\s>]/i.test(text);
  const shown = withoutHidden(text);
  const rows = isRows ? shown.replace(/>\s+</g, '><').replace(/(<t[dh]\b[^<>]{0,2000}>)\s+/gi, '$1') : shown;
  return withoutEntities(
    rows.replace(tag, (_, close: string, name: string) => shownAs(name.toLowerCase(), close !== '')),
  );
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
