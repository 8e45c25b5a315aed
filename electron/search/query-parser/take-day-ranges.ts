import type { Day } from '../../../shared/model/dates.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { countWords, weekdayNames, wholeYear } from './calendar-arithmetic.ts';
import type { LineElement, ReadLine, Span } from './line-state.ts';
import { nameStopWords, wordsOfName } from './named-clients.ts';
import type { Reading } from './parser-state.ts';
import { type DayRangeMatch, isRequest, readDayRange } from './read-day-range.ts';
import { typesInSentence } from './types-in-sentence.ts';

/** Words before a month that ask for documents of that time. */
const ofDocuments =
  /(?<!\p{L})(?:document|docs|papel|despacho|carpeta|factur|periodo|period|movimiento|file|paper|dispatch|mes(?!\p{L})|(?:l[oa]s pendientes|tod[oa]s? l[oa]s?)(?!\p{L}))\p{L}*(?: \p{L}+){0,4} *$/u;

/** Folios before a month belong to it: `facturas 8812 y 8813 del mes pasado`. */
const ofFolios = /(?<!\p{L})facturas?(?: (?:\d{1,10}|y|e)){1,12}$/u;

/** Words and figures of a list of numbers. */
const ofList = /^(?:\d{1,10}|y|e|n|nros?|and)$/;
const ofDispatches = /^(?:facturas?|despachos?|carpetas?|desp|dsp|dispatch(?:es)?)$/;
/** A range of days with figures at both ends. */
const fromTo = /\d\D{0,30} (?:al?|y|e|-|hasta|to|until|and) \D{0,30}\d/;

/**
 * Whether a text ends in numbers, or in a label with numbers. A range of days after them is their date,
 * `despachos 410931 y 410932 del 12-10 al 15-10`.
 */
function endsInNumbers(before: string): boolean {
  const words = before.split(' ');
  const label = words.findLastIndex((word) => !ofList.test(word));
  const numbers = words.slice(label + 1);
  if (label >= 0) return numbers.length > 0 && ofDispatches.test(words[label] ?? '');
  return numbers.some((word) => /^\d{4}/.test(word));
}

/** Maximum words next to a single day that still make it part of the query. */
const maxWordsWithDay = 3;

/** Whether words only name clients and types: `BL de ayer`, `Acme octubre`. */
function isAllNamed({ names }: Reading, words: readonly string[], ofTypes: readonly number[]): boolean {
  const runs = names.named(words, () => true);
  return words.every(
    (word, index) =>
      nameStopWords.has(word) ||
      ofTypes.includes(index) ||
      runs.some(({ from, to }) => index >= from && index < to),
  );
}

function withoutNumbers(text: string, elements: readonly LineElement[]): string {
  let rest = '';
  let end = 0;
  for (const { kind, from, to } of elements) {
    if (kind !== 'number' || to <= end) continue;
    rest += `${text.slice(end, Math.max(end, from))} `;
    end = to;
  }
  return rest + text.slice(end);
}

/** The ranges of days of a text, in its order. */
function readRanges(text: string, today: Day): readonly DayRangeMatch[] {
  const ranges: DayRangeMatch[] = [];
  let rest = text;
  while (ranges.length < maxRangesOfLine) {
    const found = readDayRange(rest, today);
    if (!found) break;
    ranges.push(found);
    rest = blankedSpan(rest, found.from, found.to);
  }
  return ranges.toSorted((one, other) => one.from - other.from);
}

const maxRangesOfLine = 4;

/** Words before the days of a range, which are no part of their text. */
const leading = /^(?:(?:entre|durante|de|del|en|in|of|el|la|los|las|the|mes|month)\s+){1,5}/i;

/** Finds the days of a line that are part of the query. Returns their spans. */
export function takeRanges(reading: Reading, { text, elements }: ReadLine, isTyped: boolean): Span[] {
  const { today, types = [] } = reading.context;
  if (today === undefined) return [];
  const found = readRanges(text, today);
  const ranges = found.length > 0 ? found : yearsOf(elements);
  if (ranges.length === 0) return takeUnclearDays(reading, text, elements);
  const words = wordsOfName(ranges.reduce((rest, { from, to }) => blankedSpan(rest, from, to), text));
  const named = typesInSentence(words, types);
  // In `BL 410931`, the label names no type.
  const free = wordsOfName(withoutNumbers(text, elements));
  const hasTypes = named.names.length > 0 && typesInSentence(free, types).names.length > 0;
  const isAllOfNames = isAllNamed(reading, words, named.indexes);
  const taken: Span[] = [];
  for (const { range, from, to, hasAssumedStart, isOfPeriod } of ranges) {
    const isDay = range.kind === 'days' && range.start === range.end;
    const hasNumber = elements.some(
      (element) =>
        (element.kind === 'number' || element.kind === 'candidate') &&
        (element.to <= from || element.from >= to),
    );
    // `folio 10/26` is no month.
    if (elements.some((element) => element.kind === 'number' && element.from < to && element.to > from))
      continue;
    const isYear = range.kind === 'days' && /^\d{4}-01-01(\d{4})-12-31$/.test(range.start + range.end);
    // A year next to a number belongs to the number.
    if (isYear && hasNumber) continue;
    // `acme 2025` asks for that year, and a year by itself for nothing.
    if (found.length === 0 && words.length === 0) continue;
    const isAlone = isAllOfNames || (!hasNumber && isTyped && (!isDay || words.length <= maxWordsWithDay));
    const before = wordsOfName(text.slice(0, from)).join(' ');
    const isOfNumbers = !isDay && fromTo.test(text.slice(from, to)) && endsInNumbers(before);
    const isSaid = hasTypes || ofDocuments.test(before) || ofFolios.test(before) || isOfNumbers;
    const isShort = !hasNumber && words.length <= 6 && elements.some(({ kind }) => kind === 'rut');
    if (found.length === 0 && !isAllOfNames && !isSaid) continue;
    if (!isAlone && (isDay || !(isSaid || isShort))) continue;
    // With the `2.` of `2. octubre`, which may be a day or a place in a list.
    const isDate = (element: LineElement) => element.kind === 'aside' && element.as === 'date';
    const begins = elements.filter((one) => isDate(one) && one.from < from && one.to > from);
    const own = text
      .slice(begins[0]?.from ?? from, to)
      .replace(leading, '')
      .trim();
    reading.found.push({
      range,
      isOfSentence: !isAlone,
      text: own,
      at: from,
      clientsBefore: 0,
      hasAssumedStart,
      isOfPeriod,
    });
    taken.push({ from, to });
  }
  return taken;
}

/** Tells of days that set none, where the line asks for documents of a time: `facturas hasta el viernes`. */
function takeUnclearDays(
  { names, context, wrong }: Reading,
  text: string,
  elements: readonly LineElement[],
): Span[] {
  const span = unclearDaysIn(text);
  const hasNumber = elements.some(({ kind }) => kind === 'number' || kind === 'candidate');
  if (!span || hasNumber || isRequest(text)) return [];
  const words = wordsOfName(blankedSpan(text, span.from, span.to));
  const isOfDocuments =
    typesInSentence(words, context.types ?? []).names.length > 0 || names.named(words, () => true).length > 0;
  if (!isOfDocuments) return [];
  const own = text.slice(span.from, span.to);
  wrong.set(own, { text: own, reason: 'days-unclear' });
  return [span];
}

/** The only year of a line without numbers, as a range of days. */
function yearsOf(elements: readonly LineElement[]): readonly DayRangeMatch[] {
  const figures = elements.filter(({ kind }) => kind !== 'word' && kind !== 'rut');
  const [year] = figures.flatMap((element) => {
    if (element.kind === 'aside' && element.as === 'year')
      return [{ text: element.text, ...spanOf(element) }];
    return element.kind === 'candidate' && element.isYear
      ? [{ text: element.number, ...spanOf(element) }]
      : [];
  });
  if (!year || figures.length > 1) return [];
  return [
    {
      range: wholeYear(Number(year.text)),
      rest: '',
      ...spanOf(year),
      hasAssumedStart: false,
      isOfPeriod: false,
    },
  ];
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}

function blankedSpan(text: string, from: number, to: number): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}

const weekday = `(?:${weekdayNames.join('|')})`;
const article = '(?:(?:el|la|los|las|the|este|esta|dia) ){0,2}';
const period = '(?:dias?|semanas?|meses|mes|anos?|trimestres?|quincenas?|days?|weeks?|months?|years?)';
const next = '(?:proxim[oa]s?|siguientes?|entrantes?|que viene|next|following)';

/** `hasta el viernes`, `hace dos meses`, `la próxima semana`: days that may be those of a deadline, too. */
const unclear = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    `(?:hasta|desde|antes de(?:l)?|until|till|since|before|by) ${article}(?:${next} )?(?:${weekday}|${period})(?: ${next})?`,
    `(?:de )?hace (?:como |unos |unas )?(?:\\d{1,3}|una|${countWords.join('|')}) ${period}`,
    `(?:${article})(?:${next} ${period}|${period} ${next})`,
    `${weekday} (?:al?|hasta|to|through|-) ${article}${weekday}`,
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);

/** Where a text speaks of days without saying which, so that it sets none. */
function unclearDaysIn(text: string): Span | undefined {
  const found = unclear.exec(foldKeepingLength(text));
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}
