import { AppError } from '../../../shared/errors.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A number from 0 to 2^32 - 1 that depends on every character of the text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
}

/** Whether an event of `percent` probability happens to the thing that this text names. */
export function happensTo(text: string, percent: number): boolean {
  return percent > 0 && hashText(text) % 10_000 < percent * 100;
}

/**
 * Whether an event of `percent` probability happens to a thing this time; how often it was asked about each
 * thing counts. Returns the name of that occurrence, or undefined.
 */
export function eachTime(percent: number): (thing: string) => string | undefined {
  // A practice agency without faults counts nothing: it would keep a number of each request for ever.
  if (percent <= 0) return () => undefined;
  const times = new Map<string, number>();
  return (thing) => {
    const time = (times.get(thing) ?? 0) + 1;
    times.set(thing, time);
    return happensTo(`${thing}/${time}`, percent) ? `${thing}/${time}` : undefined;
  };
}

/** Random numbers for the one purpose that the seed names. */
export function seededRandom(seed: string): Random {
  return new Random(hashText(`${seed}/a`), hashText(`${seed}/b`));
}

/**
 * Source of the fields of one generated thing. Each field has its own numbers, derived from the names alone.
 * One more field, or one more number for a field, changes no other field or thing.
 */
export type Stream = Pick<NamedStream, 'field' | 'of' | 'whole' | 'chance' | 'pick'>;

/** The stream for a seed and a name, such as `dispatch/17`. */
export function streamOf(seed: string, name: string): Stream {
  return new NamedStream(hashText(`${seed}/${name}`), hashText(`${name}/${seed}`));
}

/** Names hash to 64 bits: among a million fields no two share their numbers by chance. */
class NamedStream {
  private readonly high: number;
  private readonly low: number;

  constructor(high: number, low: number) {
    this.high = high;
    this.low = low;
  }

  /** The numbers of a field that needs several, restarted at each call. */
  field(name: string): Random {
    const { high, low } = hashedName(name);
    return new Random(mixed(this.high ^ high), mixed(this.low + low));
  }

  /** The stream of a thing that belongs to this one and has a name within it, as a document of a dispatch. */
  of(name: string): Stream {
    const { high, low } = hashedName(name);
    return new NamedStream(mixed(this.high + low), mixed(this.low ^ high));
  }

  whole(name: string, min: number, max: number): number {
    return wholeAt(this.number(name), min, max);
  }

  chance(name: string, probability: number): boolean {
    return this.number(name) < probability;
  }

  pick<T>(name: string, items: readonly T[]): T {
    return itemAt(this.number(name), items);
  }

  /** 0 (included) to 1 (excluded). A field with a single number needs no generator. */
  private number(name: string): number {
    const { high, low } = hashedName(name);
    return mixed(mixed(this.high ^ high) ^ (this.low + low)) / 4294967296;
  }
}

/** The whole number at this share of the range (0 to 1, 1 excluded). */
function wholeAt(share: number, min: number, max: number): number {
  return min + Math.floor(share * (max - min + 1));
}

function itemAt<T>(share: number, items: readonly T[]): T {
  const item = items[Math.floor(share * items.length)];
  if (item === undefined) throw new AppError('UNEXPECTED', 'nothing to pick from');
  return item;
}

/** A cache: few names are used for very many things. */
const hashedNames = new Map<string, { high: number; low: number }>();

function hashedName(name: string): { high: number; low: number } {
  return getOrMake(hashedNames, name, hashName);
}

function hashName(name: string): { high: number; low: number } {
  return { high: hashText(`${name}/high`), low: hashText(`${name}/low`) };
}

/** Spreads a difference in one bit over all bits (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * Random numbers, the same on every machine: Chris Doty-Humphrey's sfc32 of PractRand. Its author recommends
 * twelve rounds before the first number.
 */
export class Random {
  private a: number;
  private b: number;
  private c = 0;
  private counter = 1;

  constructor(high: number, low: number) {
    this.a = high | 0;
    this.b = low | 0;
    for (let round = 0; round < 12; round++) this.next();
  }

  /** 0 (included) to 1 (excluded). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  /** A whole number, both bounds included. */
  whole(min: number, max: number): number {
    return wholeAt(this.next(), min, max);
  }

  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items; throws when there are none. */
  pick<T>(items: readonly T[]): T {
    return itemAt(this.next(), items);
  }

  /** Twenty letters and digits, as ids have them. */
  id(): string {
    const letters: (string | undefined)[] = [];
    while (letters.length < 20) {
      // Four letters from one number.
      const number = this.whole(0, alphabet.length ** 4 - 1);
      for (let unit = 1; unit < alphabet.length ** 4; unit *= alphabet.length)
        letters.push(alphabet[Math.floor(number / unit) % alphabet.length]);
    }
    return letters.join('');
  }
}
