import { CarpetaError } from '../../../shared/errors.ts';

/** Randomness from a seed: the same seed gives the same numbers in the same order on every machine. */
export interface Random {
  /** 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of these; throws when there is none. */
  pick<T>(items: readonly T[]): T;
  /** Twenty letters and digits, as ids have them. */
  id(): string;
}

const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
/** Filled anew for each id: a hundred thousand of them are made before an agency answers. */
const letters = Buffer.alloc(20);

/** A number from 0 to 2^32 - 1 that depends on every character of the text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Whether something that happens to `percent` of all happens to the one that this text names. */
export function happensTo(text: string, percent: number): boolean {
  return percent > 0 && hashText(text) % 10_000 < percent * 100;
}

/** A stream of numbers from a seed (sfc32). */
export function seededRandom(seed: string): Random {
  let a = hashText(`${seed}/a`) | 0;
  let b = hashText(`${seed}/b`) | 0;
  let c = hashText(`${seed}/c`) | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new CarpetaError('UNEXPECTED', 'nothing to pick from');
      return item;
    },
    id() {
      for (let place = 0; place < letters.length; ) {
        // Four letters from one number.
        let number = whole(0, alphabet.length ** 4 - 1);
        for (let letter = 0; letter < 4; letter++) {
          letters[place++] = alphabet[number % alphabet.length] ?? 0;
          number = Math.floor(number / alphabet.length);
        }
      }
      return letters.toString('latin1');
    },
  };
}
