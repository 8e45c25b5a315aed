import { companyForm } from '../../../shared/model/client-names.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { takeExclusions } from './exclusions.ts';
import { labelsOfClient, persons } from './labels.ts';
import type { LineElement, ReadLine, Span } from './line-state.ts';
import {
  isRutOfPerson,
  type NamedRun,
  nameStopWords,
  rutOfClient,
  rutsOfOnly,
  wordsOfName,
} from './named-clients.ts';
import { addClients, clientRut, type Fragment, nameOf, type Reading } from './parser-state.ts';
import { takeRanges } from './take-day-ranges.ts';
import { typesInSentence } from './types-in-sentence.ts';

/** The context of a fragment. */
export interface FragmentOptions {
  line: number;
  isTyped: boolean;
  /** Whether clients, types and months are ignored: the head and the foot of a mail. */
  isQuiet?: boolean;
  /** Whether it is the subject of a mail, where only types are read. */
  isSubject?: boolean;
  /** The clients on the same line, or on a line of their own above. */
  ruts?: readonly Rut[];
  /** The order label in the title of its column. */
  label?: string;
}

/** Adds a parsed line or cell, with its clients, types and days. */
export function addFragment(
  reading: Reading,
  written: ReadLine,
  { line, isTyped, isQuiet = false, isSubject = false, ruts }: FragmentOptions,
): void {
  const { read, taken: excluded } = takeExclusions(reading, withNamesApart(reading, written));
  const own = addRuts(reading, read, isTyped);
  const words = isQuiet ? { taken: [], named: [] } : takeWords(reading, read, isTyped);
  const taken = [...excluded, ...words.taken];
  if (isSubject) taken.push(...takeTypes(reading, freeWords(read.elements)));
  for (const element of read.elements) {
    if (element.kind === 'candidate' && element.form === 'plain' && clientRut(reading, element.number))
      taken.push(element);
  }
  const rest = read.elements.filter(
    (element) => !taken.some(({ from, to }) => element.from < to && element.to > from),
  );
  const hasOnlyNumbers = freeWords(rest).every(({ folded }) => notes.test(folded));
  const clients = { own, named: words.named, hasOnlyNumbers, isTyped };
  const rutsOfLine = ruts ?? rutsFor(reading, read, rest, clients);
  const [label] = read.elements;
  reading.isOfPerson = own.length === 0 && label?.kind === 'word' && persons.has(label.folded);
  const isOfLinesAround = !isTyped && ruts === undefined && own.length + words.named.length === 0;
  reading.ranges.push(...read.ranges);
  const fragment: Fragment = {
    read,
    line,
    ruts: rutsOfLine,
    isOfLinesAround,
    isHeadOrFoot: (isQuiet && ruts === undefined) || reading.isSigned,
    taken,
    isTyped,
    isWhole: isWhole(rest, read.text),
  };
  reading.fragments.push(fragment);
  if (hasNumbers(fragment)) reading.numberedFragments = reading.fragments.length;
}

/** A line in which the name of a client is apart from the number that is joined to it: `ACME-410931`. */
function withNamesApart({ names }: Reading, read: ReadLine): ReadLine {
  const elements = read.elements.flatMap((element): LineElement[] => {
    const written = element.kind === 'candidate' ? read.text.slice(element.from, element.to) : '';
    const [, name = '', number = ''] = nameAndNumber.exec(written) ?? [];
    const [word = ''] = wordsOfName(name);
    if (word === '' || names.named([word], () => true).length === 0) return [element];
    const { from, to } = element;
    return [
      { kind: 'word', folded: word, from, to: from + name.length },
      { kind: 'candidate', number, from: to - number.length, to, form: 'plain' },
    ];
  });
  return { ...read, elements };
}

const nameAndNumber = /^(\p{L}{3,40})[-/_.]?(\d{5,8})$/u;

/** Words that may accompany the only number of a line: `410931 urgente`. */
export const notes =
  /^(?:ver|ojo|urgente|ok|nuevo|y|e|o|and|or|el|la|los|las|de|del|n|no|nro|num|numero|a|al|desde|hasta|entre|inclusive|ambos)$/;

function isWhole(rest: readonly LineElement[], text: string): boolean {
  let depth = 0;
  let at = 0;
  for (const element of rest) {
    for (; at < element.from; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (element.kind === 'word' && depth <= 0 && !notes.test(element.folded)) return false;
  }
  return true;
}

/** Finds clients, types and days in a line. Returns their spans, and the clients of each name. */
function takeWords(
  reading: Reading,
  read: ReadLine,
  isTyped: boolean,
): { taken: Span[]; named: readonly NamedRun[] } {
  const ranges = reading.found.length;
  const taken: Span[] = takeRanges(reading, read, isTyped);
  const clients: Span[] = read.elements.filter(({ kind }) => kind === 'rut');
  // A label belongs to its number: in `DIN 123`, it names no type.
  const own = read.elements.filter(({ kind }) => kind === 'number' || kind === 'aside');
  const isFree = (element: LineElement) =>
    ![...taken, ...(element.kind === 'word' ? own : [])].some(
      ({ from, to }) => element.from < to && element.to > from,
    );
  const words = read.elements.filter(mayBeOfName).filter(isFree);
  const texts = words.map(({ from, to }) => read.text.slice(from, to));
  const folded = texts.map((text) => wordsOfName(text)[0] ?? '');
  const hasCapitals = /\p{Lu}/u.test(read.text) && /\p{Ll}/u.test(read.text);
  const isShort = folded.filter((word) => !nameStopWords.has(word)).length <= maxWordsWithName;
  const mayBeOne = (index: number) =>
    isTyped ||
    isShort ||
    (hasCapitals &&
      /^\p{Lu}/u.test(texts[index] ?? '') &&
      (index > 0 || /^ ?(?:[,:;/]|y )/.test(read.text.slice(words[index]?.to))));
  const between = (end = 0, begin = 0) => read.text.slice(words[end]?.to, words[begin]?.from);
  const runs = namedClients(reading.names, folded, mayBeOne, between);
  for (const { from, to, clients: named } of runs) {
    addClients(reading, named);
    const span = { from: words[from]?.from ?? 0, to: words[to - 1]?.to ?? 0 };
    taken.push(span);
    clients.push(span);
  }
  for (const found of reading.found.slice(ranges))
    found.clientsBefore = reading.namedClients + clients.filter(({ from }) => from < found.at).length;
  reading.namedClients += clients.length;
  if (!isTyped) taken.push(...takeTypes(reading, words.filter(isFree)));
  return { taken, named: runs };
}

/**
 * The clients of a line. One of an enumeration shows that the words beside it are others, as in `de acme,
 * kappa y comercial del sur`.
 */
function namedClients(
  names: Reading['names'],
  words: readonly string[],
  mayBeOne: (index: number) => boolean,
  between: (end: number, begin: number) => string,
): readonly NamedRun[] {
  let runs = names.named(words, mayBeOne);
  for (let count = 0; runs.length > count; ) {
    const found = runs;
    count = found.length;
    const isListed = (index: number) =>
      found.some(({ from, to }) =>
        betweenClients.test(index < from ? between(index, from) : between(to - 1, index)),
      );
    runs = names.named(words, (index) => mayBeOne(index) || isListed(index));
  }
  return runs;
}

/** Maximum words of a line, stop words apart, in which one word in small letters names a client. */
const maxWordsWithName = 6;

/** What stands between two clients of an enumeration. */
const betweenClients = /^ ?(?:[,;/&]|y|e|and)(?: (?:y|e|and))?(?: (?:de|para|la|el|for))? ?$/i;

/** Whether an element may be a word of a client's name; names may have years and small numbers. */
function mayBeOfName(element: LineElement): boolean {
  const isFigure = element.kind === 'aside' && (element.as === 'year' || element.as === 'short');
  return element.kind === 'word' || element.kind === 'candidate' || isFigure;
}

/** The words of a line that are not labels of its numbers. */
function freeWords(elements: readonly LineElement[]) {
  const own = elements.filter(({ kind }) => kind === 'number' || kind === 'aside');
  return elements
    .filter((element) => element.kind === 'word')
    .filter((word) => !own.some(({ from, to }) => word.from < to && word.to > from));
}

function takeTypes(reading: Reading, words: readonly LineElement[]): { from: number; to: number }[] {
  const only = words.flatMap((element) => (element.kind === 'word' ? [element] : []));
  const { names, indexes } = typesInSentence(
    only.map(({ folded }) => folded),
    reading.context.types ?? [],
  );
  for (const name of names) reading.types.add(name);
  return indexes.flatMap((index) => only[index] ?? []).map(({ from, to }) => ({ from, to }));
}

/** Adds the clients of the RUTs in a line, and those RUTs that are wrong. Returns them. */
function addRuts(reading: Reading, { text, elements }: ReadLine, isTyped: boolean): Rut[] {
  const found: Rut[] = [];
  const figures = elements.filter(({ kind }) => kind !== 'word');
  for (const element of elements) {
    if (element.kind === 'candidate' && element.form === 'plain') {
      const read = clientRut(reading, element.number);
      if (read) found.push(read);
    }
    if (element.kind !== 'rut') continue;
    const read = element.isWrong ? undefined : rutOfClient(reading.book, element.text);
    if (
      read &&
      !reading.book.has(read.rut) &&
      isRutOfPerson(read.rut, text.slice(0, element.to).replace(element.text, ''), reading.isOfPerson)
    ) {
      reading.aside.push({ text: element.text, as: 'travel' });
      continue;
    }
    // In a sentence, figures with thousands marks and without check digit are an amount.
    const isAlone = isTyped || figures.length === 1 || element.isLabelled || /-/.test(element.text);
    if (read) {
      reading.clients.set(read.rut, { ...read, name: nameOf(reading, read.rut) });
      found.push(read.rut);
    } else if (isAlone) reading.wrong.set(element.text, { text: element.text, reason: 'rut-form' });
    else reading.aside.push({ text: element.text, as: 'amount' });
  }
  return found;
}

/** The clients of a line. */
interface ClientsOfLine {
  /** By their RUTs. */
  own: readonly Rut[];
  /** By their names. */
  named: readonly NamedRun[];
  /** Whether the rest of the line is numbers and their labels. */
  hasOnlyNumbers: boolean;
  isTyped: boolean;
}

/**
 * The clients of a line's dispatches: its own RUTs, else the only client that it names beside its numbers,
 * else those above. Clients on a line of their own hold for the lines below, until the next such line; if
 * they are named without a RUT, as in a signature too, only up to the first sentence.
 */
function rutsFor(
  reading: Reading,
  read: ReadLine,
  rest: readonly LineElement[],
  { own, named, hasOnlyNumbers, isTyped }: ClientsOfLine,
): readonly Rut[] {
  const { elements } = read;
  if (isTyped) return own.length > 0 ? own : reading.above.ruts;
  const ofName = rutsOfOnly(named);
  const ofLine = own.length > 0 ? own : ofName;
  const hasNumber = elements.some(({ kind }) => kind !== 'rut' && kind !== 'word');
  const isOnlyClients =
    ofLine.length > 0 && !hasNumber && rest.every((one) => one.kind === 'rut' || isLabelOfClient(one));
  const isOfRecord = isFieldOfRecord.test(read.text) && !hasNumbersSince(reading);
  const isUnknown = ofLine.length === 0 && isUnknownClient(read, isOfRecord);
  // Another party of the record, whose client stands above with its RUT, and whose numbers follow.
  const isFurtherParty =
    isUnknown && !reading.above.isNamed && reading.above.ruts.length > 0 && !hasNumbersSince(reading);
  if (isOnlyClients || (isUnknown && !isFurtherParty)) {
    const isHeading = /: ?$/.test(read.text);
    reading.clientLines.push({ ruts: ofLine, isHeading, fragmentsBefore: reading.fragments.length });
    reading.above = { ruts: ofLine, isNamed: own.length === 0, isRecord: isLabelledClient(read) };
  } else if (reading.above.isNamed && !hasOnlyNumbers && !(reading.above.isRecord && isOfRecord)) {
    reading.above = { ruts: [], isNamed: false, isRecord: false };
  }
  if (own.length > 0) return own;
  if (named.length > 0) return hasOnlyNumbers ? ofName : [];
  return reading.above.ruts;
}

/** Whether numbers came after the last line with a client alone. */
function hasNumbersSince({ numberedFragments, clientLines }: Reading): boolean {
  return numberedFragments > (clientLines.at(-1)?.fragmentsBefore ?? 0);
}

/** Whether a line is a client's label and name, or a company's name, which nobody in the directory has. */
function isUnknownClient(read: ReadLine, isOfRecord: boolean): boolean {
  const { text, elements } = read;
  if (elements.length < 2 || !elements.every(({ kind }) => kind === 'word')) return false;
  const isName = elements.length < 7 && companyForm.test(text) && !isOfRecord;
  return isName || isLabelledClient(read);
}

/** Whether a line begins with the label of a client: `Cliente: Acme`. */
function isLabelledClient({ text, elements: [first] }: ReadLine): boolean {
  return first?.kind === 'word' && labelsOfClient.has(first.folded) && /^ ?:/.test(text.slice(first.to));
}

/**
 * What a record says of a dispatch between its client and its number, none of it a client:
 * `Proveedor: Shenzhen Trading Ltd`.
 */
const isFieldOfRecord =
  /^(?:proveedor|supplier|transportista|naviera|carrier|notify(?: party)?|nave|buque|vessel|viaje|voyage|fecha|date|et[ad]|puerto|port|origen|destino|mercader[ií]a|mercanc[ií]a|producto|incoterm|aduana) ?: ?\S/iu;

/** A word beside a client on a line of its own: a label, or one too short to say anything. */
function isLabelOfClient(element: LineElement): boolean {
  return element.kind === 'word' && (element.folded.length < 4 || labelsOfClient.has(element.folded));
}

/** Whether a fragment has a number that may be queried. */
export function hasNumbers({ read, taken }: Fragment): boolean {
  return read.elements.some(
    (element) =>
      (element.kind === 'number' || element.kind === 'candidate') &&
      !taken.some(({ from, to }) => element.from < to && element.to > from),
  );
}
