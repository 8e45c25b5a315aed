import { escapesAt, isEscapeSign } from './escapes.ts';

/** The range of a match in a text. */
export interface Span {
  start: number;
  end: number;
}

/**
 * An escape that a reading has consumed: with the distances between escapes it determines where the reading
 * began.
 */
interface PassedEscape {
  start: number;
  end: number;
  /** Number of code units that it stands for. */
  length: number;
  /** Number of escapes consumed before it. */
  count: number;
  before: PassedEscape | undefined;
}

/**
 * One way to read a text up to an index: the length of the secret's prefix that it ends with, in code units.
 */
interface Reading {
  length: number;
  last: PassedEscape | undefined;
}

/**
 * Too long to be a word by chance, so that it is matched regardless of case: a host name is in lower case.
 */
const longSecret = 12;
/** More readings at one index mean a malicious text: all of it is treated as the secret. */
const maxReadings = 16;
const headLength = 8;
const shortText = 2_000;
const plus = 0x2b;
// The first character of an escape, and what follows it.
const signsAlone = /%[0-9a-f]{2}|\\["'/\\a-z]|&[#a-z]/gi;
const signsAndPlus = /%[0-9a-f]{2}|\\["'/\\a-z]|&[#a-z]|\+/gi;

/**
 * Finds a secret in any notation: as typed, escaped as `escapesAt` knows it, and any mixture of them. The
 * Knuth–Morris–Pratt search over the possible readings: one pass, and a bounded number of steps per letter,
 * for any secret and text.
 */
export class SecretFinder {
  readonly #isLong: boolean;
  readonly #units: Uint16Array;
  /** The length to continue with if the next unit differs; -1 to continue after the index. */
  readonly #shorter: Int32Array;
  readonly #known: ReadonlySet<number>;
  readonly #hasBlank: boolean;
  /** Its first few characters. */
  readonly #head: string;
  #pattern: RegExp | undefined;
  /** Number of letters in all texts so far. */
  #read = 0;
  /** In the current text: the next index of the head as typed, and of a relevant escape. */
  #nextTyped = -1;
  #nextEscape = -1;

  constructor(secret: string) {
    this.#isLong = secret.length >= longSecret;
    this.#hasBlank = secret.includes(' ');
    this.#units = Uint16Array.from({ length: secret.length }, (_, at) => this.#fold(secret.charCodeAt(at)));
    this.#shorter = shorterOf(this.#units);
    this.#known = new Set(this.#units);
    this.#head = secret.slice(0, headLength);
  }

  /** All its matches, in order and without overlaps. */
  spansIn(text: string): Span[] {
    const spans: Span[] = [];
    [this.#nextTyped, this.#nextEscape] = [-1, -1];
    this.#read += text.length;
    for (let from = 0; text.length - from >= this.#units.length; ) {
      const span = this.#next(text, from);
      if (!span) break;
      if (span.end === Number.POSITIVE_INFINITY) return [{ start: 0, end: text.length }];
      spans.push(span);
      from = span.end;
    }
    return spans;
  }

  #next(text: string, from: number): Span | undefined {
    let readings: Reading[] = [];
    const arriving = new Map<number, Reading[]>();
    for (let at = from; at < text.length; at++) {
      if (arriving.size === 0 && readings.length <= 1) {
        const [only = { length: 0, last: undefined }] = readings;
        at = this.#readLetters(text, at, only);
        if (only.length === this.#units.length) return { start: startOf(only, at), end: at };
        if (at >= text.length) return undefined;
        readings = only.length > 0 ? [only] : [];
      }
      if (this.#isSign(text.charCodeAt(at))) this.#passEscapes(text, at, readings, arriving);
      readings = this.#readLetter(text, at, readings, arriving);
      const whole = readings.find(({ length }) => length === this.#units.length);
      if (whole) return { start: startOf(whole, at + 1), end: at + 1 };
      if (readings.length > maxReadings) return { start: 0, end: Number.POSITIVE_INFINITY };
    }
    return undefined;
  }

  /**
   * Extends the only reading up to the next escape sign or until it is the whole secret; returns that index.
   */
  #readLetters(text: string, from: number, reading: Reading): number {
    const [units, shorter, table] = [this.#units, this.#shorter, this.#isLong ? folded : typed];
    let { length } = reading;
    let at = from;
    while (at < text.length && length < units.length) {
      if (length === 0) at = this.#skip(text, at);
      const unit = text.charCodeAt(at);
      if (at >= text.length || this.#isSign(unit)) break;
      const letter = unit < 256 ? table[unit] : this.#fold(unit);
      while (length >= 0 && units[length] !== letter) length = shorter[length] ?? -1;
      length++;
      at++;
    }
    reading.length = length;
    if (reading.last && length <= at - reading.last.end) reading.last = undefined;
    return at;
  }

  /**
   * A lower bound of the next index where the secret may begin: this skips most of a text. A match has either
   * its first letters as typed, or an escape among them.
   */
  #skip(text: string, from: number): number {
    if (this.#nextTyped < from) this.#nextTyped = this.#typedFrom(text, from);
    if (this.#nextEscape < from) this.#nextEscape = this.#escapeFrom(text, from);
    return Math.max(from, Math.min(this.#nextTyped, this.#nextEscape - this.#head.length + 1, text.length));
  }

  #typedFrom(text: string, from: number): number {
    // Creating a pattern takes longer than scanning a few short texts.
    if (!this.#pattern && this.#read < shortText)
      return this.#isLong ? from : foundFrom(text, this.#head, from);
    this.#pattern ??= new RegExp(literally(this.#head), this.#isLong ? 'gi' : 'g');
    this.#pattern.lastIndex = from;
    return this.#pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  }

  /** The next escape of a character in the secret. */
  #escapeFrom(text: string, from: number): number {
    const signs = this.#hasBlank ? signsAndPlus : signsAlone;
    signs.lastIndex = from;
    for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
      const isKnown = escapesAt(text, sign.index).some(({ text: said }) => this.#knows(said));
      if (isKnown) return sign.index;
      signs.lastIndex = sign.index + 1;
    }
    return Number.POSITIVE_INFINITY;
  }

  #knows(said: string): boolean {
    return this.#known.has(this.#fold(said.charCodeAt(0)));
  }

  /** The readings after one literal letter, and those that an escape contributes there. */
  #readLetter(
    text: string,
    at: number,
    readings: readonly Reading[],
    arriving: Map<number, Reading[]>,
  ): Reading[] {
    const unit = this.#fold(text.charCodeAt(at));
    const next = arriving.get(at + 1) ?? [];
    arriving.delete(at + 1);
    for (const { length, last } of readings.length === 0 ? fresh : readings) {
      const longer = this.#longer(length, unit);
      addReading(next, longer, last && longer > at + 1 - last.end ? last : undefined);
    }
    return next;
  }

  #passEscapes(
    text: string,
    at: number,
    readings: readonly Reading[],
    arriving: Map<number, Reading[]>,
  ): void {
    for (const { end, text: said } of escapesAt(text, at)) {
      if (!this.#knows(said)) continue;
      const next = arriving.get(end) ?? [];
      for (const { length, last } of readings.length === 0 ? fresh : readings) {
        let longer = length;
        for (let unit = 0; unit < said.length && longer < this.#units.length; unit++)
          longer = this.#longer(longer, this.#fold(said.charCodeAt(unit)));
        const passed = { start: at, end, length: said.length, count: (last?.count ?? 0) + 1, before: last };
        this.#forget(passed);
        addReading(next, longer, passed);
      }
      if (next.length > 0) arriving.set(end, next);
    }
  }

  /**
   * Limits the memory of an endless reading to the secret's length, with room for the concurrent readings.
   */
  #forget(passed: PassedEscape): void {
    const enough = this.#units.length + 64;
    if (passed.count < 2 * enough) return;
    let retained = passed;
    for (let count = 0; count < enough && retained.before; count++) retained = retained.before;
    retained.before = undefined;
    passed.count = enough;
  }

  /** The prefix length of a reading after this unit. */
  #longer(length: number, unit: number): number {
    let longer = length;
    while (longer >= 0 && this.#units[longer] !== unit) longer = this.#shorter[longer] ?? -1;
    return longer + 1;
  }

  #isSign(unit: number): boolean {
    return isEscapeSign(unit) && (unit !== plus || this.#hasBlank);
  }

  #fold(unit: number): number {
    if (!this.#isLong) return unit;
    return unit < 256 ? (folded[unit] ?? unit) : upperUnit(unit);
  }
}

const fresh: readonly Reading[] = [{ length: 0, last: undefined }];

function addReading(readings: Reading[], length: number, last: PassedEscape | undefined): void {
  if (length > 0 && !readings.some((reading) => reading.length === length)) readings.push({ length, last });
}

/** Where a complete reading that ends at an index began. */
function startOf({ length, last }: Reading, end: number): number {
  let [left, to, passed] = [length, end, last];
  while (passed && left > to - passed.end) {
    left -= to - passed.end + passed.length;
    to = passed.start;
    passed = passed.before;
  }
  return to - Math.max(left, 0);
}

/**
 * The failure table of Knuth, Morris and Pratt, in its strong form: no length leads to one with the same next
 * unit.
 */
function shorterOf(units: Uint16Array): Int32Array {
  const shorter = new Int32Array(units.length).fill(-1);
  for (let at = 1, border = 0; at < units.length; at++, border++) {
    shorter[at] = units[at] === units[border] ? (shorter[border] ?? -1) : border;
    while (border >= 0 && units[at] !== units[border]) border = shorter[border] ?? -1;
  }
  return shorter;
}

function foundFrom(text: string, needle: string, from: number): number {
  const at = text.indexOf(needle, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What each code unit below 256 counts as: itself, or its capital in long secrets. */
const typed = Uint16Array.from({ length: 256 }, (_, unit) => unit);
const folded = typed.map(upperUnit);

function upperUnit(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  // A non-ASCII letter must not fold to an ASCII capital.
  return upper.length === 1 && !(unit >= 128 && code < 128) ? code : unit;
}
