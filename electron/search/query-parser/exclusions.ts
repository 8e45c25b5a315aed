import { foldKeepingLength } from '../../../shared/without-accents.ts';

/** A part of a line that excludes something, `excepto el 410931`. */
export interface Exclusion {
  from: number;
  to: number;
  /** After the excluding words, before their object. */
  objectFrom: number;
  /** Whether the part reaches the end of the line and names nothing: its object is on the lines below. */
  isOpen: boolean;
  /** Whether another number takes the place of what it names. */
  isReplaced?: boolean;
  /** Whether its object can only be the numbers before it; the number of those is that of the word. */
  isBehind?: 'one' | 'several';
}

const verbs = [
  'enviar(?:me|nos|lo|los|la|las)?|envie[sn]?|enviemos|mandar(?:me|nos|lo|los|la|las)?|mande[sn]?',
  'incluir(?:lo|los|la|las)?|incluya[sn]?|considerar(?:lo|los|la|las)?|considere[sn]?|adjuntar|adjunte[sn]?',
  'bajar|baje[sn]?|descargar|descargue[sn]?|pedir|pida[sn]?|solicitar|buscar|busque[sn]?|remitir|remita[sn]?',
  'contar|cuente[sn]?|tomar en cuenta|presentar|presente[sn]?|copiar|imprimir|agregar|agregue[sn]?',
  'necesito|necesitamos|necesitan?|requiero|requerimos|requieren?|quiero|queremos',
  'hacen? falta|es necesari[oa]|son necesari[oa]s|van?|corresponden?|aplican?',
].join('|');
const pronouns = '(?:(?:me|nos|se|lo|los|la|las|le|les) ){0,2}';
/** Excluding words, whose object follows. */
const cues = [
  'excepto|exceptuando|excluyendo|excluir|excluya[sn]?|excluye|omitir|omita[sn]?|omite|descartar|descarte[sn]?',
  'salvo(?! (?:que|error|buen))|except(?: for)?(?! (?:that|when))|excluding|exclude|other than',
  '(?:a|con) (?:la )?excepcion del?|en (?:vez|lugar) del?|instead of|with the exception of',
  `no ${pronouns}(?:${verbs})(?: (?:que )?${pronouns}(?:${verbs}))?|sin (?:incluir|considerar|contar|tomar en cuenta)`,
  "(?:do not|don['’]?t|no need to) (?:send|include|attach|need|want)|not (?=(?:the|including) )|but not",
  '(?<!(?<!\\p{L})(?:al|lo|o|mas|por|ni|nada|mucho|poco) )menos (?!que |de (?:\\d|un)|mal )(?=\\p{L}|\\d|#)',
  'sin (?=(?:el|los) (?:despachos? |n° ?)?\\d{3})|no (?=(?:el|los|la|las) (?:despachos?|carpetas?|n° ?|facturas?|\\d))',
  '(?<=[,(] ?|y )no (?=(?:facturas?|bls?|b/l|dins?|dus|packing|certificados?|guias?|awb|notas?)(?!\\p{L}))',
  'no (?:es|son|era|eran) (?=(?:el|los|la|las) )',
].join('|');
/** What replaces the number before it, `411953 debe decir 411935`; a number follows. */
const replacing =
  '(?:que )?(?:debe|deberia|debiera|debio) (?:decir|ser)|should (?:read|be|say)|(?:se )?reemplaza(?:do)? por|replaced (?:by|with)';
/** Words behind a number that no longer counts: `411953 (anulado)`, `411953 no va`, `411953 no`. */
const behind = [
  '(?:(?:fue|esta|quedo|queda|es|is|was) )?(?:anulad[oa]|cancelad[oa]|dejad[oa] sin efecto|cancell?ed|void(?:ed)?)',
  '(?:(?:fueron|estan|quedaron|are|were) )?(?:anulad|cancelad)[oa]s',
  '(?:ya )?no va(?= ?(?:[,;)]|[.](?! ?\\d)|$))|(?<=\\d[ ),:(-]{1,3})(?:ya )?no(?= ?(?:[,;)]|[.](?! ?\\d)|$))',
].join('|');
/** A number and what takes its place: `donde dice 411953 debe decir 411935`. */
const replaced = [
  '(?:donde|where it) (?:dice|says) ?:?(?=[^;!?]{1,80}? (?:debe|deberia|debiera|debio|(?:it )?should) (?:decir|ser|read|be|say))',
  '(?<=^ ?)dice ?:(?=[^\\p{L}]{1,40}$)',
  '(?:reemplaza(?:r|n)?|reemplacen?|cambia(?:r|n)?|cambien?|sustituir|sustituyan?|replace|change)(?= (?:[^\\d;.!?]{0,30})[^ ;!?]{0,20}\\d[^ ;!?]{0,20} (?:por|with|by|to) [^\\d;.!?]{0,30}\\d)',
].join('|');
const cue = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<replaced>${replaced})|(?<replacing>${replacing})|(?<behind>${behind})|${cues})(?:(?<= )|(?![\\p{L}\\d]))`,
  'gu',
);

/** Words that end an exclusion. */
const exclusionEnd =
  'solo|solamente|unicamente|sino|pero|si|only|but|instead|(?:por )?favor|please|envi\\p{L}{1,6}|mand\\p{L}{2,6}|necesit\\p{L}{1,5}|requier\\p{L}{1,3}|solicit\\p{L}{1,5}|adjunt\\p{L}{1,5}|send|gracias|saludos|porque|pues|ya que|el resto|los demas|lo demas|las demas|the rest|faltan?';
const endOfScope = new RegExp(
  `[;!?](?= |$)|(?<=[\\d)\\p{L}])[.](?= \\p{L}|$)|(?<![\\p{L}\\d])(?:${exclusionEnd})(?![\\p{L}\\d])`,
  'gu',
);
/** Words before the number that takes the place of another. */
const endOfReplaced =
  /(?<![\p{L}\d])(?:debe|deberia|debiera|debio|it should|should|por|with|by|to)(?!\p{L})/gu;
/** An abbreviation before a number, whose dot ends no sentence. */
const shortWord = /(?<![\p{L}\d])(?:desps?|facts?|facs?|n|no|nro|nros|num|ref|sr|sra|sres|o\.c|oc|inv)$/u;
/** Nothing is named after the excluding words, or the list continues below. */
const continuation =
  /^[^\p{L}\d]*(?:(?:el|la|los|las|del?|a|despachos?|carpetas?|n|siguientes?|numeros?)(?:[^\p{L}\d]+|$))*$/u;
const endsOpen = /(?:[,:]|(?<![\p{L}\d])(?:y|e|ni|and))$/u;

/**
 * The excluding parts of a line. With `isWithin`, the line starts with one that continues from the line
 * above.
 */
export function exclusionsIn(text: string, isWithin = false): Exclusion[] {
  if (text.length > maxLetters) return [];
  const folded = foldKeepingLength(text);
  const found: Exclusion[] = [];
  if (isWithin) found.push(exclusionFrom(folded, 0, 0));
  cue.lastIndex = 0;
  for (const { 0: words, index, groups = {} } of folded.matchAll(cue)) {
    const end = index + words.length;
    if (index < (found.at(-1)?.to ?? 0)) continue;
    if (groups['replacing'] !== undefined || groups['behind'] !== undefined) {
      const isBehind = /[oa]s$/.test(words) ? 'several' : 'one';
      const isReplaced = groups['replacing'] !== undefined;
      found.push({ from: index, to: end, objectFrom: end, isOpen: false, isBehind, isReplaced });
    } else if (groups['replaced'] !== undefined)
      found.push({ ...exclusionFrom(folded, index, end, endOfReplaced), isOpen: false, isReplaced: true });
    else found.push(exclusionFrom(folded, index, end));
  }
  return found;
}

/** Longer lines are split before. */
const maxLetters = 4_000;

/** Whether a cell excludes its row: `No enviar`. */
export function isExclusionAlone(cell: string): boolean {
  if (cell.length > 40) return false;
  const [only] = exclusionsIn(cell);
  return only?.from === 0 && !/[\p{L}\d]/u.test(cell.slice(only.objectFrom));
}

function exclusionFrom(folded: string, from: number, objectFrom: number, end = endOfScope): Exclusion {
  const to = Math.min(scopeEnd(folded, objectFrom, end), endOfBrackets(folded, from));
  const rest = folded.slice(objectFrom, to).trim();
  const isOpen = folded.slice(to).trim() === '' && (continuation.test(rest) || endsOpen.test(rest));
  return { from, to, objectFrom, isOpen };
}

function scopeEnd(folded: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  for (;;) {
    const found = end.exec(folded);
    if (!found) return folded.length;
    if (found[0] === '.' && shortWord.test(folded.slice(Math.max(0, found.index - 8), found.index))) continue;
    return found.index;
  }
}

/** The end of the brackets around a position; the length of the text where there are none. */
function endOfBrackets(folded: string, at: number): number {
  const open = folded.lastIndexOf('(', at);
  if (open < 0 || folded.lastIndexOf(')', at) > open) return folded.length;
  const close = folded.indexOf(')', at);
  return close < 0 ? folded.length : close;
}
