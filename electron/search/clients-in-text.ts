import type { Client } from '../../shared/model/connection.ts';
import { withoutRutLabel } from '../../shared/model/paste.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { fold } from '../store/index.ts';
import { withoutThousands } from './number-forms.ts';

export interface ParsedClient {
  rut: Rut;
  name: string;
  digitIsRight: boolean;
  expected: string;
}

/** The names of a client book, to be looked for in a text. */
export function bookNames(book: readonly Client[]): { find(part: string): readonly Client[] } {
  const names = book.map((client) => ({ client, name: fold(client.name) })).filter(({ name }) => name !== '');
  // Nearly no run of words of a long text begins as any name does.
  const beginnings = new Set(names.flatMap(({ name }) => name.split(' ').map((word) => word.slice(0, 3))));
  return {
    find(part) {
      const folded = fold(part);
      if (
        folded.length < 3 ||
        !/\p{L}/u.test(folded) ||
        !beginnings.has((folded.split(' ')[0] ?? '').slice(0, 3))
      )
        return [];
      const exact = names.filter(({ name }) => name === folded);
      const found = exact.length > 0 ? exact : names.filter(({ name }) => ` ${name}`.includes(` ${folded}`));
      return found.map(({ client }) => client);
    },
  };
}

/** A RUT, when a text is meant as one: it has a check digit after a hyphen, dots, a K, or is one of the book without either. */
export function readRut(
  text: string,
  book: readonly Client[],
): Omit<ParsedClient, 'name'> | 'wrong' | undefined {
  const bare = withoutRutLabel(text).replaceAll(' ', '');
  // Longer than any RUT: the number of a declaration.
  if (/^\d{10,}-[\dk]$/i.test(bare)) return undefined;
  const parsed = parseRut(bare);
  const looksSo = /^[\d.,]{6,12}-[\dk]$/i.test(bare) || /^\d{1,3}([.,]\d{3}){1,3}-?[\dk]?$/i.test(bare);
  if (parsed.form === 'wrong') return looksSo && withoutThousands(bare) === bare ? 'wrong' : undefined;
  const { rut, digitIsRight, expected } = parsed;
  const isMeant = (looksSo && /^\d{7,8}-/.test(rut)) || /^[\d.]{7,10}k$/i.test(bare);
  const isInBook = digitIsRight && book.some((client) => client.rut === rut);
  return isMeant || isInBook ? { rut, digitIsRight, expected } : undefined;
}

/** The clients whose name a folded word of a filter is part of; short words would be part of too many. */
export function clientsNamed(word: string, book: readonly Client[]): readonly Rut[] {
  if (word.length < 3) return [];
  return book.filter(({ name }) => fold(name).includes(word)).map(({ rut }) => rut);
}
