import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { joining } from './labels.ts';
import type { LineElement, ReadLine, Span } from './line-state.ts';
import { wordsOfName } from './named-clients.ts';
import type { NumberKind } from './numbers.ts';
import {
  asReplaced,
  type Exclusion,
  isBeforeMeasure,
  numberAt,
  numbersBefore,
} from './numbers-before-exclusion.ts';
import type { Reading } from './parser-state.ts';
import { readDayRange } from './read-day-range.ts';
import { typesInSentence } from './types-in-sentence.ts';

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
  '(?:disregard|ignore[ns]?|ignorar|ignora)(?= (?:(?:el|los|la|las|the|n°|nro[.]?|despachos?|carpetas?|facturas?|dispatch(?:es)?) ?){0,3}(?:\\p{L}{1,3}-)?\\d|:$| ?[)])',
  `no ${pronouns}(?:${verbs})(?: (?:que )?${pronouns}(?:${verbs}))?|sin (?:incluir|considerar|contar|tomar en cuenta)`,
  "(?:do not|don['’]?t|no need to) (?:send|include|attach|need|want)|not (?=(?:the|including) )|but not",
  '(?<!(?<!\\p{L})(?:why|or|if|have|has|did|do) )not (?=\\d{4})',
  '(?<!(?<!\\p{L})(?:al|lo|o|mas|por|ni|nada|mucho|poco) )menos (?!que |de (?:\\d|un)|mal )(?=\\p{L}|\\d|#)',
  'sin (?=(?:el|los) (?:despachos? |n° ?)?\\d{3})|(?<=(?:\\d ?[,(]? ?|tod[oa]s? (?:los )?))sin (?=\\d{5})|no (?=(?:el|los|la|las) (?:despachos?|carpetas?|n° ?|facturas?|\\d))',
  '(?<=[,(] ?|y )no (?=(?:facturas?|bls?|b/l|dins?|dus|packing|certificados?|guias?|awb|notas?)(?!\\p{L}))',
  'no (?:es|son|era|eran) (?=(?:el|los|la|las) |\\d{4})',
  '(?<=\\d ?(?:\\(|, |,? y |,? and ))no (?=\\d{4})',
].join('|');
/** What replaces the number before it, `411953 debe decir 411935`; a number follows. */
const replacing =
  '(?:que )?(?:debe|deberia|debiera|debio) (?:decir|ser)|should (?:read|be|say)|(?:se )?reemplaza(?:do)? por|replaced (?:by|with)';
/** Such words that apologize, too: `410931, perdón 410932`, and no `disculpe, 410932 también`. */
const said =
  '(?:perdon|disculp[ae]|sorry|digo|mejor dicho|lease|corrijo|correccion|i mean)[,:]? (?:(?:es|era|digo|el|los|it is|it should be|quise decir) ){0,2}(?=\\d{4}(?![^;!?]{0,40}(?<!\\p{L})(?:tambien|ademas|too|also|as well)(?!\\p{L})))';
/** Words behind a number that no longer counts: `411953 (anulado)`, `411953 no va`, `411953 no`. */
const behind = [
  '(?:(?:fue|esta|quedo|queda|es|is|was) )?(?:anulad[oa]|cancelad[oa]|dejad[oa] sin efecto|cancell?ed|void(?:ed)?)',
  '(?:(?:fueron|estan|quedaron|are|were) )?(?:anulad|cancelad)[oa]s',
  '(?:ya )?no va(?= ?(?:[,;)]|[.](?! ?\\d)|$))|(?<=\\d[ ),:(-]{1,3})(?:ya )?no(?= ?(?:[,;)]|[.](?! ?\\d)|$))',
  'ya l[oa]s? (?:tengo|tenemos|recibi|recibimos|descargue|baje)(?= ?(?:[,;)]|[.](?! ?\\d)|$))',
].join('|');
/** A number and what takes its place: `donde dice 411953 debe decir 411935`. */
const replaced = [
  '(?:donde|where it) (?:dice|says) ?:?(?=[^;!?]{1,80}? (?:debe|deberia|debiera|debio|(?:it )?should) (?:decir|ser|read|be|say))',
  '(?<=^ ?)dice ?:(?=[^\\p{L}]{1,40}$)',
  '(?:reemplaza(?:r|n)?|reemplacen?|cambia(?:r|n)?|cambien?|sustituir|sustituyan?|replace|change)(?= (?:[^\\d;.!?]{0,30})[^ ;!?]{0,20}\\d[^ ;!?]{0,20} (?:por|with|by|to) [^\\d;.!?]{0,30}\\d)',
].join('|');
const cue = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<replaced>${replaced})|(?<replacing>${replacing}|(?<said>${said}))|(?<behind>${behind})|${cues})(?:(?<= )|(?![\\p{L}\\d]))`,
  'gu',
);

/** Words that end an exclusion. */
const exclusionEnd =
  '(?<=(?:,|\\d y|\\d and) )(?:us(?:a|ar|ad|e|en)|utili[cz]\\p{L}{1,4}|descarg\\p{L}{1,4}|download)|(?<=, )(?:es|son|era|eran|fue)|(?:the |(?:el|la|lo) )?correct[oa]?(?: one)?|solo|solamente|unicamente|sino|pero|si|only|but|instead|(?:por )?favor|please|envi\\p{L}{1,6}|mand\\p{L}{2,6}|necesit\\p{L}{1,5}|requier\\p{L}{1,3}|solicit\\p{L}{1,5}|adjunt\\p{L}{1,5}|send|gracias|saludos|porque|pues|ya que|el resto|los demas|lo demas|las demas|the rest|faltan?';
const endOfScope = new RegExp(
  `[;!?](?= |$)|(?<=\\d ?):|(?<=[\\d)\\p{L}])[.](?= \\p{L}|$)|(?<![\\p{L}\\d])(?:${exclusionEnd})(?![\\p{L}\\d])`,
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
function exclusionsIn(text: string, isWithin = false): Exclusion[] {
  if (text.length > maxLetters) return [];
  const folded = foldKeepingLength(text);
  const found: Exclusion[] = [];
  if (isWithin) found.push(exclusionFrom(folded, 0, 0));
  cue.lastIndex = 0;
  for (const { 0: words, index, groups = {} } of folded.matchAll(cue)) {
    const end = index + words.length;
    if (index < (found.at(-1)?.to ?? 0) || (words === 'no ' && isMark(text, index))) continue;
    if (groups['replacing'] !== undefined || groups['behind'] !== undefined) {
      const isBehind = /(?:l|ad)[oa]s(?!\p{L})/u.test(words) ? 'several' : 'one';
      const isReplaced = groups['replacing'] !== undefined;
      const isOwned = words.startsWith('ya l');
      const isSaid = groups['said'] !== undefined;
      found.push({
        from: index,
        to: end,
        objectFrom: end,
        isOpen: false,
        isBehind,
        isReplaced,
        isSaid,
        isOwned,
      });
    } else if (groups['replaced'] !== undefined)
      found.push({ ...exclusionFrom(folded, index, end, endOfReplaced), isOpen: false, isReplaced: true });
    else found.push(exclusionFrom(folded, index, end));
  }
  return found;
}

/** Whether `No` is that of a number: `despachos No 410931 y No 410932`. */
function isMark(text: string, at: number): boolean {
  return !text.startsWith('no', at) || /(?<!\p{L})no\.? ?\d/iu.test(text.slice(0, at));
}

/** Longer lines are split before. */
const maxLetters = 4_000;

/** Whether a cell excludes its row: `No enviar`. */
export function isExclusionAlone(cell: string): boolean {
  if (cell.length > 40) return false;
  const [only] = exclusionsIn(cell);
  return only?.from === 0 && !only.isOwned && !/[\p{L}\d]/u.test(cell.slice(only.objectFrom));
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

/** Removes the exclusions of a line. Returns the line without them, and their spans. */
export function takeExclusions(reading: Reading, read: ReadLine): { read: ReadLine; taken: Span[] } {
  const taken: Span[] = [];
  const kinds = new Map<LineElement, LineElement>();
  const isWithin = reading.isExcluding;
  reading.isExcluding = false;
  for (const exclusion of exclusionsIn(read.text, isWithin)) {
    const { from, to, objectFrom, isOpen } = exclusion;
    if (isBeforeMeasure(read, exclusion)) continue;
    const within = read.elements.filter((element) => element.from < to && element.to > objectFrom);
    const before = from === objectFrom || within.some(isFigure) ? [] : numbersBefore(read, exclusion);
    const [first] = before;
    const object = {
      span: { from: first?.from ?? from, to },
      objectFrom,
      elements: first ? before : within,
      as: exclusion.isReplaced ? ('replaced' as const) : ('excluded' as const),
    };
    const span = exclude(reading, read, object);
    if (span) taken.push(span);
    const right = span && exclusion.isReplaced ? numberAt(read, objectFrom) : undefined;
    if (right) kinds.set(right, asReplaced(right, before.at(-1)));
    const isList = isWithin && from === 0 && to === read.text.length;
    if ((isOpen && !first) || isList) reading.isExcluding = true;
  }
  if (taken.length === 0) return { read, taken };
  const isFree = (element: LineElement) =>
    !taken.some(({ from, to }) => element.from < to && element.to > from);
  const elements = read.elements.filter(isFree).map((element) => kinds.get(element) ?? element);
  const numbers = new Set(elements.flatMap((element) => (element.kind === 'number' ? [element.number] : [])));
  const ranges = read.ranges.filter(({ first }) => numbers.has(first));
  return { read: { ...read, text: blanked(read.text, taken), elements, ranges }, taken };
}

interface Excluded {
  span: Span;
  objectFrom: number;
  elements: readonly LineElement[];
  as: 'excluded' | 'replaced';
}

/** Excludes what a span names. Returns the span of what is excluded; undefined where it names nothing. */
function exclude(
  reading: Reading,
  { text, elements: all }: ReadLine,
  { span, objectFrom, elements, as }: Excluded,
): Span | undefined {
  const { from, to } = span;
  const own = ownText(text, span);
  const figures = elements.filter(isFigure);
  const words = elements.flatMap((element) =>
    element.kind === 'word' && !figures.some((one) => element.from < one.to && element.to > one.from)
      ? [element]
      : [],
  );
  const { names, indexes } = typesInSentence(
    words.map(({ folded }) => folded),
    reading.context.types ?? [],
  );
  const isDay =
    reading.context.today !== undefined &&
    readDayRange(text.slice(from, to), reading.context.today) !== undefined;
  const lastType = words[indexes.at(-1) ?? -1];
  const lastWord = words.findLast(({ folded }) => !joining.has(folded));
  const clients = reading.names.named(wordsOfName(text.slice(from, to)), () => true);
  if (figures.length === 0 && names.length === 0 && clients.length === 0 && !isDay) return undefined;
  // `No mandes nada por correo, deja 410931 en la carpeta`: the comma ends the exclusion.
  const first = Math.min(
    ...[...figures, ...indexes.flatMap((index) => words[index] ?? [])].map((one) => one.from),
  );
  if (Number.isFinite(first) && text.slice(objectFrom, first).includes(',')) return undefined;
  const isOfWhole =
    lastType !== undefined && figures.length > 0 && figures.every((one) => one.from > lastType.from);
  if (isOfWhole && !isDay && clients.length === 0 && isOfAll(text.slice(0, from), all, from)) {
    for (const name of names) reading.excluded.types.add(name);
    const ofTypes = { from, to: lastType.to };
    reading.aside.push({ text: ownText(text, ofTypes), as });
    return ofTypes;
  }
  // A query cannot exclude the invoices of one dispatch, clients or days.
  const isOfPart =
    isDay ||
    clients.length > 0 ||
    figures.some((one) => one.kind === 'rut' || (one.kind === 'number' && ofDispatch.test(one.text))) ||
    (lastType !== undefined &&
      (figures.some((one) => one.from > lastType.from) ||
        (lastWord !== undefined && lastWord.from > lastType.from)));
  if (isOfPart) {
    reading.wrong.set(own, { text: own, reason: 'not-understood' });
    return span;
  }
  for (const name of names) reading.excluded.types.add(name);
  for (const element of figures) {
    if (element.kind === 'aside') reading.excluded.ends.add(element.text);
    else if (element.kind !== 'rut') reading.excluded.numbers.add(elementKey(element));
    // `del 410931 al 410935, salvo 933`.
    if (element.kind === 'candidate' && /^\d{3}$/.test(element.number))
      reading.excluded.ends.add(element.number);
  }
  if (figures.length > 0) reading.excluded.texts.add(own);
  reading.aside.push({ text: own, as });
  return span;
}

function ownText(text: string, { from, to }: Span): string {
  return text
    .slice(from, to)
    .replace(/(?<![\s,;:.()-])[\s,;:.()-]+$/, '')
    .trim();
}

/**
 * Whether all documents are asked for before a position, of no dispatch yet: `todo menos la DIN del 412301`.
 */
function isOfAll(before: string, elements: readonly LineElement[], from: number): boolean {
  return (
    /(?<!\p{L})(?:tod[oa]s?|everything|all)(?!\p{L})/iu.test(before) &&
    !elements.some((element) => element.to <= from && isFigure(element))
  );
}

/** `factura del 410931`: the one of a dispatch. */
const ofDispatch = /(?<!\p{L})del? /iu;

function isFigure(
  element: LineElement,
): element is Extract<LineElement, { kind: 'number' | 'candidate' | 'rut' | 'aside' }> {
  return (
    element.kind === 'number' ||
    element.kind === 'candidate' ||
    element.kind === 'rut' ||
    (element.kind === 'aside' && element.as === 'short' && /^\d{1,3}$/.test(element.text))
  );
}

/** A number of a known kind excludes only that kind. */
function elementKey(element: Extract<LineElement, { kind: 'number' | 'candidate' }>): string {
  return excludedKey(element.number, element.kind === 'number' ? element.as : 'any');
}

/** The key of an excluded number: a dispatch and `any` share one. */
export function excludedKey(number: string, as: NumberKind): string {
  return as === 'any' || as === 'dispatch' ? number : `${as} ${number}`;
}

/** A text with its spans blanked. */
function blanked(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  return rest;
}
