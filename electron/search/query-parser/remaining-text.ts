import { fold } from '../../../shared/without-accents.ts';
import type { Span } from './line-state.ts';
import type { ParsedNumber, ParsedText } from './parsed-text.ts';
import { type Fragment, lettersPerYield, linesPerYield, type Reading } from './parser-state.ts';
import { notes } from './read-fragments.ts';
import { typesInSentence } from './types-in-sentence.ts';

const token = /\S+/g;
/** Thousands marks within a number. */
const marks = /(?<=\d)\.(?=\d)/g;
/** Figures by which two runs are compared: a longer run may be split between two parts of a line. */
const maxFigures = 20;
/** Letters of results between two yields; their runs of figures cost little. */
const lettersAtOnce = 10 * lettersPerYield;

/** The shapes of the certain dispatch numbers of a text. */
export interface NumberShapes {
  /** The lengths of the plain dispatch numbers that are certain. */
  plain: ReadonlySet<number>;
  /** The prefixes of the others. */
  heads: ReadonlySet<string>;
  hasAny: boolean;
}

/** A part of a line between the numbers found in it. */
export interface Segment {
  text: string;
  line: number;
  /** Whether it is the whole line. */
  isLine: boolean;
}

/** The state while the fragments of a text are resolved. */
export interface Resolution {
  /** Lines with a phone number or a mail address. */
  contacts: ReadonlySet<number>;
  reading: Reading;
  shapes: NumberShapes;
  numbers: Map<string, ParsedNumber>;
  sentences: string[];
  left: Segment[];
}

/** Collects the rest of a typed text: its words, and figures that were not understood. */
export function collectTyped(
  fragment: Fragment,
  spans: readonly Span[],
  open: readonly Span[],
  resolution: Resolution,
): void {
  const { reading, sentences } = resolution;
  const {
    read: { text, elements },
    taken,
  } = fragment;
  if (open.length > 0 && !fragment.isWhole) {
    addTypes(fragment, reading);
    collectPasted(fragment, spans, open, resolution);
    return;
  }
  for (const { from, to } of open) {
    const own = text.slice(from, to);
    reading.wrong.set(own, { text: own, reason: spans.length > 0 ? 'not-understood' : 'dispatch-number' });
  }
  const claimed = [
    ...spans,
    ...open,
    ...taken,
    ...elements.filter(({ kind }) => kind === 'rut' || kind === 'aside' || kind === 'uncertain'),
  ];
  for (const rest of between(text, claimed)) {
    for (const word of rest.split(/[\s,;]+|(?<=\p{L}{2})\/(?=\p{L}{2})/u)) {
      const bare = word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
      if (bare !== '' && !(spans.length > 0 && isJoiningAlone(bare))) sentences.push(bare);
      else if (word !== '' && claimed.length === 0 && bare === '') sentences.push(word);
    }
  }
}

/** Adds the types that a reported line names, as a pasted line does. */
function addTypes({ read: { elements }, taken }: Fragment, { context, types }: Reading): void {
  const isOfNumber = ({ from, to }: Span) =>
    [...elements.filter(({ kind }) => kind === 'number' || kind === 'aside'), ...taken].some(
      (one) => from < one.to && to > one.from,
    );
  const words = elements.flatMap((element) =>
    element.kind === 'word' && !isOfNumber(element) ? [element.folded] : [],
  );
  for (const name of typesInSentence(words, context.types ?? []).names) types.add(name);
}

/** Labels and joining words add nothing once the numbers are parsed. */
function isJoiningAlone(word: string): boolean {
  return notes.test(word.toLowerCase());
}

/** The parts of a text outside the spans. */
function between(text: string, spans: readonly Span[]): string[] {
  const runs: string[] = [];
  let at = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from > at) runs.push(text.slice(at, from));
    at = Math.max(at, to);
  }
  runs.push(text.slice(at));
  return runs;
}

/**
 * Collects the rest of a pasted line: nothing where all of its figures are understood, else the parts with
 * other figures. A line without numbers is a sentence.
 */
export function collectPasted(
  fragment: Fragment,
  spans: readonly Span[],
  open: readonly Span[],
  { left, sentences }: Resolution,
): void {
  const { read, line, taken } = fragment;
  const { text, elements } = read;
  if (open.length === 0) {
    const hasRead =
      spans.length > 0 ||
      taken.length > 0 ||
      elements.some(({ kind }) => kind === 'rut' || kind === 'aside' || kind === 'uncertain');
    if (!hasRead) sentences.push(text);
    return;
  }
  if (spans.length === 0) {
    left.push({ text, line, isLine: true });
    return;
  }
  let at = 0;
  for (const { from, to } of [...spans, { from: text.length, to: text.length }].toSorted(
    (one, other) => one.from - other.from,
  )) {
    if (open.some((one) => one.from >= at && one.to <= from)) {
      left.push({ text: trimmed(text.slice(at, from)), line, isLine: false });
    }
    at = Math.max(at, to);
  }
}

/** A signature line split at its commas; a street and the floor after its comma stay together. */
function splitAddress(text: string): string[] {
  const sections = text.split(/, |,(?=\D)|(?<=\D),/).map((one) => one.trim());
  return sections.flatMap((one, index) => {
    const joined = `${sections[index - 1] ?? ''} ${one}`;
    if (isUnitOfAddress(one) && !isAddress(sections[index - 1] ?? '') && isAddress(joined)) return [joined];
    const next = `${one} ${sections[index + 1] ?? ''}`;
    return !isAddress(one) && isUnitOfAddress(sections[index + 1] ?? '') && isAddress(next) ? [] : [one];
  });
}

function trimmed(text: string): string {
  return text.replace(/^[\s,.;:)/&+-]+|(?<![\s,.;:(/&+-])[\s,.;:(/&+-]+$/g, '');
}

/** The lines with a phone number or a mail address. */
export function linesOfContacts(fragments: readonly Fragment[]): ReadonlySet<number> {
  const lines = fragments.flatMap(({ read, line }) =>
    read.elements.some(
      (element) => element.kind === 'aside' && (element.as === 'mail' || element.as === 'phone'),
    )
      ? [line]
      : [],
  );
  return new Set(lines);
}

/**
 * Parts of signatures are ignored, unless a figure has the length of a dispatch number. The rest is reported
 * as not understood.
 */
export function reportLeftovers(
  reading: Reading,
  left: readonly Segment[],
  { contacts, shapes }: Pick<Resolution, 'contacts' | 'shapes'>,
): void {
  const segments = left.map((segment) => ({
    ...segment,
    fragments: splitAddress(segment.text),
  }));
  const clear = [
    ...segments.flatMap(({ fragments, line }) => (fragments.some(isAddress) ? [line] : [])),
    ...contacts,
  ];
  const offices = segments.flatMap(({ fragments, line }) => (fragments.some(isUnit) ? [line] : []));
  const signed = linesOfSignatures(clear, offices);
  for (const { text, line, fragments } of segments) {
    const hasAddress = fragments.some(isAddress);
    const open = fragments.filter((one) => /\d{3}/.test(one));
    const isOfSignature = (one: string) =>
      isAddress(one) ||
      (signed.has(line) && isUnit(one)) ||
      ((hasAddress || signed.has(line)) && (isUnitOfAddress(one) || postcode.test(one)) && hasAddress);
    const mayBeNumber = [...text.matchAll(/\d+/g)].some(([figures]) => shapes.plain.has(figures.length));
    if (open.length > 0 && open.every(isOfSignature) && !mayBeNumber)
      reading.aside.push({ text, as: 'address' });
    else reading.wrong.set(text, { text, reason: 'not-understood' });
  }
}

const phoneWords = 'fono|tel|tlf|telefono|cel|celular|movil|mobile|phone|fax|whatsapp';
/** A letter for a phone before eight or nine figures, grouped unlike any two document numbers. */
const letteredPhone = /^[tmcf][.:]{1,2} ?(?!\d{4} )(?=(?:\D*\d){8,9}\D*$)\(?\d[\d()-]* [\d ()-]*$/;
/** The same without grouping, which is a phone only next to others. */
const letteredFigures = /^[tmcf][.:]{1,2} ?\d{8,9}$/;

const unitEnd = '\\.?:? ?(?:n° ?|no\\.? ?|# ?)?\\d{1,4}(?:-?[a-z])?';
/** `Anexo 4501` is an extension; `Anexo despacho 410932` says that documents are attached. */
const clearUnits = 'oficinas?|piso|depto|dpto|departamento|casilla|anexo';
const units = `${clearUnits}|ofs?|ofic|torre|local|bodega|block|edificio`;
const streets =
  'av|avd|avda|avenida|calle|pje|psje|pasaje|paseo|camino|alameda|autopista|carretera|direccion|domicilio';
/**
 * A street: the last word of its name is no figure, and the house number follows. A number of five figures
 * may be a dispatch.
 */
const street = new RegExp(
  `^(?:${streets})(?:[.:]{1,2} ?| )(?:(?:[\\p{L}'’.]+|\\d{1,2}) )*[\\p{L}'’.]+ (?:n°|no\\.?|nro\\.?|#)? ?\\d{1,4}(?:-?[a-z])?(?: (?:${units})${unitEnd})*$`,
  'u',
);
/**
 * A street without its keyword, recognized by the floor after its number, `Huérfanos 1234 piso 5`; a post
 * box.
 */
const streetWithUnit = new RegExp(
  `^(?:[\\p{L}'’.]+ ){1,4}(?:n°|no\\.?|nro\\.?|#)? ?\\d{1,4}(?: (?:${units})${unitEnd})+$|^casilla${unitEnd}$`,
  'u',
);
/** A phone with too few figures is an extension too. */
const unit = new RegExp(`^(?:(?:${clearUnits})${unitEnd}|(?:${phoneWords})[ .:]{0,3}\\d{1,6})$`);
const unitOfAddress = new RegExp(`^(?:${units})${unitEnd}$`);
const documentWords =
  'despachos?|desp|dispatch|carpetas?|din|dus|folio|oc|orden|pedidos?|embarques?|operacion|ref|referencia|avisos?|guia|factura';
/** After these words a number is that of a document, whatever precedes them. */
const documentPattern = new RegExp(`\\b(?:${documentWords})\\b`);

/** A place and its postcode. */
const postcode = /^(?:[\p{L}. ]{3,40} )?\d{7}$/u;

/** Longer parts are sentences. */
const maxLetters = 200;

/**
 * Whether a text is a street with its number, `Av. Apoquindo 4501`: a street keyword, a capitalized name, at
 * most four figures.
 */
function isAddress(text: string): boolean {
  if (text.length > maxLetters) return false;
  const folded = fold(text).replace(/^(?:dir|direccion|domicilio|address)[.:]{1,2} ?/, '');
  if (documentPattern.test(folded)) return false;
  return (
    /^p\.? ?o\.? box \d{1,6}$/.test(folded) ||
    /^[\p{L}. ]{3,40} [A-Z]{2} \d{5}(?:-\d{4})?$/u.test(text) ||
    (street.test(folded) && /[ .:]\p{Lu}/u.test(text)) ||
    (streetWithUnit.test(folded) && /^\p{Lu}/u.test(text))
  );
}

/**
 * Whether a text is an office, a floor or an extension. Only a signature makes it one: by itself its number
 * may be a dispatch.
 */
function isUnit(text: string): boolean {
  return text.length <= maxLetters && unit.test(fold(text));
}

/**
 * Whether a text is an office or a floor next to its street; only there is `Of. 1203` one, because it may be
 * an official letter.
 */
function isUnitOfAddress(text: string): boolean {
  return text.length <= maxLetters && unitOfAddress.test(fold(text));
}

/**
 * Whether a text is a phone after a letter, `F: 22345 6789`. Checked where no number was found in it, because
 * the letter may label a folio. Without grouping, `F. 22345678`, it is one only in a signature with others.
 */
export function isLetteredPhone(text: string, isAmongOthers: boolean): boolean {
  if (text.length > maxLetters) return false;
  const folded = fold(text);
  return letteredPhone.test(folded) || (isAmongOthers && letteredFigures.test(folded));
}

/** The lines of signatures: those with a certain part of one, and adjacent lines with an office. */
function linesOfSignatures(clear: readonly number[], offices: readonly number[]): ReadonlySet<number> {
  const lines = new Set(clear);
  const inOrder = [...offices].sort((left, right) => left - right);
  for (const line of [...inOrder, ...inOrder.toReversed()]) {
    if (lines.has(line - 1) || lines.has(line + 1)) lines.add(line);
  }
  return lines;
}

/**
 * The words with figures that no result explains, as written, each once. A run of figures is explained
 * where a line or a cell was read that has exactly this run, or where a result does. A longer run explains
 * none of its parts.
 */
export function* unexplainedFigures(
  text: string,
  { fragments, cells }: { fragments: readonly Fragment[]; cells: readonly string[] },
  read: ParsedText,
): Generator<undefined, string[]> {
  const explained = new Set<string>();
  const { aside, wrong, sentences, words } = read;
  const texts = [...[...aside, ...wrong].map((one) => one.text), ...sentences, ...words];
  let letters = 0;
  for (const own of [...fragments.map((one) => one.read.text), ...cells, ...texts]) {
    letters += own.length + 1;
    if (letters > lettersAtOnce) {
      letters = 0;
      yield;
    }
    addRuns(explained, own);
  }
  const isExplained = (figures: readonly string[]) => figures.every((run) => explained.has(keyOfRun(run)));
  const unexplained = new Set<string>();
  let count = 0;
  for (const [word] of text.matchAll(token)) {
    if (++count % linesPerYield === 0) yield;
    const whole = word.replace(marks, '').match(/\d+/g);
    if (!whole) continue;
    // An ordinal may precede a number without a blank: `1.411953`.
    if (isExplained(whole) || isExplained(word.match(/\d+/g) ?? [])) continue;
    unexplained.add(bareWord(word));
  }
  return [...unexplained];
}

function bareWord(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');
}

function addRuns(explained: Set<string>, text: string): void {
  for (const run of text.match(/\d+/g) ?? []) explained.add(keyOfRun(run));
  if (text.includes('.'))
    for (const run of text.replace(marks, '').match(/\d+/g) ?? []) explained.add(keyOfRun(run));
}

function keyOfRun(run: string): string {
  return run.replace(/^0+(?=\d)/, '').slice(0, maxFigures);
}
