import { escapesAt, isEscapeSign } from './writings.ts';

/** From where to where something stands in a text. */
export interface Span {
  start: number;
  end: number;
}

/**
 * An escape that a reading has passed: with what stands between two of them it says where the reading began.
 */
interface PassedEscape {
  start: number;
  end: number;
  /** Code units that it stands for. */
  length: number;
  /** How many were passed before. */
  count: number;
  before: PassedEscape | undefined;
}

/** One way to read a text up to a place: how much of the secret's beginning it ends with, in code units. */
interface Reading {
  length: number;
  last: PassedEscape | undefined;
}

/**
 * Long enough for no word to be it by chance, so that it is looked for in capitals and small letters alike: a
 * host name is in small ones.
 */
const longSecret = 12;
/**
 * More readings than that of one place come from a text that is made for it: it is taken for the secret, all
 * of it.
 */
const maxReadings = 16;
const headLength = 8;
const shortText = 2_000;
const plus = 0x2b;
// What an escape begins with, and what follows it there.
const signsAlone = /%[0-9a-f]{2}|\\["'/\\a-z]|&[#a-z]/gi;
const signsAndPlus = /%[0-9a-f]{2}|\\["'/\\a-z]|&[#a-z]|\+/gi;

/**
 * Finds a secret however it is written: as typed, escaped as `escapesAt` knows it, and any mixture of them.
 * The search is that of Knuth, Morris and Pratt over what the text may say: one pass, and a bounded number of
 * steps for each letter, whatever the secret and the text are.
 */
export class SecretFinder {
  readonly #isLong: boolean;
  readonly #units: Uint16Array;
  /** Where to go on from a length whose next unit is another one; -1 for behind the place. */
  readonly #shorter: Int32Array;
  readonly #known: ReadonlySet<number>;
  readonly #hasBlank: boolean;
  /** Its first few characters. */
  readonly #head: string;
  #pattern: RegExp | undefined;
  /** Letters of all texts so far. */
  #read = 0;
  /** Where in the text that is read now the head stands next as typed, and an escape that counts. */
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

  /** Every place of it, in order; none overlaps another. */
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

  /** Goes on with the only reading, up to the next sign or until it is the whole secret; gives that place. */
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
   * The next place, at most, where a writing of the secret may begin: most of a text is passed here. One that
   * begins with a few letters as typed is found by them; in any other an escape stands among these.
   */
  #skip(text: string, from: number): number {
    if (this.#nextTyped < from) this.#nextTyped = this.#typedFrom(text, from);
    if (this.#nextEscape < from) this.#nextEscape = this.#escapeFrom(text, from);
    return Math.max(from, Math.min(this.#nextTyped, this.#nextEscape - this.#head.length + 1, text.length));
  }

  #typedFrom(text: string, from: number): number {
    // A pattern takes longer to be made than a few short texts to be read.
    if (!this.#pattern && this.#read < shortText)
      return this.#isLong ? from : foundFrom(text, this.#head, from);
    this.#pattern ??= new RegExp(literally(this.#head), this.#isLong ? 'gi' : 'g');
    this.#pattern.lastIndex = from;
    return this.#pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  }

  /** The next escape of a character that the secret has. */
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

  /** The readings behind one letter that is taken as it stands, and those that an escape brings there. */
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
   * Of a reading that goes on for ever no more is kept than the secret is long, with room for the readings
   * beside it.
   */
  #forget(passed: PassedEscape): void {
    const enough = this.#units.length + 64;
    if (passed.count < 2 * enough) return;
    let retained = passed;
    for (let count = 0; count < enough && retained.before; count++) retained = retained.before;
    retained.before = undefined;
    passed.count = enough;
  }

  /** How much of the beginning a reading ends with when this unit follows. */
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

/** Where a whole reading that ends at a place began. */
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

/** What each code unit below 256 counts as: itself, or in secrets that are long its capital. */
const typed = Uint16Array.from({ length: 256 }, (_, unit) => unit);
const folded = typed.map(upperUnit);

function upperUnit(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  // A letter that is not of ASCII is none of ASCII in capitals either.
  return upper.length === 1 && !(unit >= 128 && code < 128) ? code : unit;
}
