import { compositeKey } from '../../../shared/composite-key.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { parseRut, type Rut } from '../../../shared/model/rut.ts';
import { fold } from '../../../shared/without-accents.ts';
import { commonWords, nameStopWords } from './stop-words.ts';

export interface ParsedClient {
  rut: Rut;
  name: string;
  digitIsRight: boolean;
  expected: string;
}

/** A run of words of a text, and the clients that it names. */
export interface NamedRun {
  from: number;
  /** The index after its last word. */
  to: number;
  clients: readonly Client[];
}

/** Minimum letters of a single word that names a client. */
const minLettersOfWord = 4;
/** Maximum words of a name to match. */
const maxWordsOfName = 12;

/** The clients of a directory by their names. */
export class ClientNames {
  readonly #wholes = new Map<string, Client[]>();
  readonly #byWord = new Map<string, Set<Client>>();
  readonly #pairs = new Map<string, Set<Client>>();

  constructor(book: readonly Client[]) {
    for (const client of book) {
      const words = wordsOfName(client.name);
      if (words.length === 0) continue;
      const bare = withoutForm(words);
      const named = bare.filter((word) => !articles.has(word));
      for (const whole of new Set(
        [words, bare, ...(named.length > 1 ? [named] : [])].map((one) => one.join(' ')),
      ))
        add(this.#wholes, whole, client);
      for (const word of words) getSet(this.#byWord, word).add(client);
      for (const [index, word] of words.entries()) {
        const next = words[index + 1];
        if (next !== undefined) getSet(this.#pairs, compositeKey(word, next)).add(client);
      }
    }
  }

  /**
   * The clients that a text names, as runs of words. A run is a whole name, or two adjacent words of which
   * one is distinctive. It may also be one word that no other client has and that is not of the language,
   * where `mayBeOne` allows it.
   */
  named(words: readonly string[], mayBeOne: (index: number) => boolean): NamedRun[] {
    const runs: NamedRun[] = [];
    for (let from = 0; from < words.length; ) {
      const run = this.#whole(words, from) ?? this.#part(words, from) ?? this.#one(words, from, mayBeOne);
      if (run) runs.push(run);
      from = run?.to ?? from + 1;
    }
    return runs;
  }

  #whole(words: readonly string[], from: number): NamedRun | undefined {
    for (let to = Math.min(from + maxWordsOfName, words.length); to > from; to--) {
      const run = words.slice(from, to);
      const clients = this.#wholes.get(run.join(' '));
      // A single word is a whole name if the text is only that; in a sentence it may be an ordinary word.
      const [only] = run;
      const isAlone = words.length === run.length;
      const isWord =
        run.length === 1 && only !== undefined && (commonWords.has(only) || only.length < minLettersOfWord);
      if (clients && (isAlone || !isWord)) return { from, to, clients };
    }
    return undefined;
  }

  #part(words: readonly string[], from: number): NamedRun | undefined {
    const pair = this.#pairs.get(compositeKey(words[from], words[from + 1]));
    if (!pair) return this.#two(words, from);
    let clients: ReadonlySet<Client> = pair;
    let to = from + 2;
    for (; to < words.length; to++) {
      const next = this.#pairs.get(compositeKey(words[to - 1], words[to]));
      const both: ReadonlySet<Client> = new Set([...clients].filter((client) => next?.has(client)));
      if (both.size === 0) break;
      clients = both;
    }
    const run = words.slice(from, to);
    const own = run.filter((word) => !nameStopWords.has(word));
    const isOwn = own.some((word) => !commonWords.has(word) || this.#has(word) <= maxOwners);
    return own.length > 0 &&
      run.length > 1 &&
      isOwn &&
      (own.length > 1 || words.length === run.length || !isCommon(own[0]))
      ? { from, to, clients: [...clients] }
      : undefined;
  }

  /** Two words of one name that are not adjacent in it. */
  #two(words: readonly string[], from: number): NamedRun | undefined {
    const [one = '', other = ''] = [words[from], words[from + 1]];
    if (one === other || (isCommon(one) === isCommon(other) && isCommon(one))) return undefined;
    if (nameStopWords.has(one) || nameStopWords.has(other)) return undefined;
    const [few, many] = [this.#byWord.get(one), this.#byWord.get(other)].toSorted(
      (left, right) => (left?.size ?? 0) - (right?.size ?? 0),
    );
    const clients = [...(few ?? [])].filter((client) => many?.has(client));
    return clients.length > 0 ? { from, to: from + 2, clients } : undefined;
  }

  #one(words: readonly string[], from: number, mayBeOne: (index: number) => boolean): NamedRun | undefined {
    const word = words[from] ?? '';
    if (word.length < minLettersOfWord || isCommon(word) || !mayBeOne(from)) return undefined;
    const clients = [...(this.#byWord.get(word) ?? [])];
    return clients.length === 1 ? { from, to: from + 1, clients } : undefined;
  }

  #has(word: string): number {
    return this.#byWord.get(word)?.size ?? 0;
  }
}

/** A word of the language that at most this many clients have is distinctive all the same, as `andes` is. */
const maxOwners = 5;

function isCommon(word = ''): boolean {
  return commonWords.has(word);
}

function add(map: Map<string, Client[]>, key: string, client: Client): void {
  const all = map.get(key) ?? [];
  if (!all.includes(client)) all.push(client);
  map.set(key, all);
}

function getSet(map: Map<string, Set<Client>>, key: string): Set<Client> {
  const all = map.get(key) ?? new Set();
  map.set(key, all);
  return all;
}

/** The words of a name or a text for comparison: folded, without punctuation; `S.A.` is `sa`. */
export function wordsOfName(name: string): string[] {
  return fold(name)
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Words of a name that people omit. */
const articles: ReadonlySet<string> = new Set('de del la el los las y e of the and'.split(' '));
const forms = /^(?:s|a|sa|spa|ltda|limitada|eirl|cia|y|inc|llc|ltd|corp|co)$/;

function withoutForm(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && forms.test(words[end - 1] ?? '')) end--;
  return words.slice(0, end);
}

/** A RUT as written, without leading zeros; undefined where it has another form. */
export function readRut(text: string): Omit<ParsedClient, 'name'> | undefined {
  const parsed = parseRut(
    text
      .replaceAll(' ', '')
      .replace(/^[0.]+(?=\d)/, '')
      .replace(/\/(?=[\dk]$)/i, '-'),
  );
  if (parsed.form === 'wrong') return undefined;
  const { rut, digitIsRight, expected } = parsed;
  return { rut, digitIsRight, expected };
}

/** The clients whose name contains a folded token of a filter; short tokens are part of too many names. */
export function clientsNamed(word: string, book: readonly Client[]): readonly Rut[] {
  if (word.length < 3) return [];
  return book.filter(({ name }) => fold(name).includes(word)).map(({ rut }) => rut);
}
