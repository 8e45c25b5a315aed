import type { Rut } from '../../../shared/model/rut.ts';
import { readRut } from './clients.ts';
import type { LineElement, ReadLine } from './line-state.ts';
import { clientRut, nameOf, type Reading } from './parser-state.ts';

/** Adds the clients of the RUTs in a line, and those RUTs that are wrong. Returns them. */
export function addRuts(reading: Reading, { elements }: ReadLine, isTyped: boolean): Rut[] {
  const found: Rut[] = [];
  const figures = elements.filter(({ kind }) => kind !== 'word');
  for (const element of elements) {
    if (element.kind === 'candidate' && element.form === 'plain') {
      const read = clientRut(reading, element.number);
      if (read) found.push(read);
    }
    if (element.kind !== 'rut') continue;
    const read = element.isWrong ? undefined : rutOf(reading, element.text);
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

/** The RUT of a text; without its check digit only a client of the directory counts. */
function rutOf({ book }: Reading, text: string): ReturnType<typeof readRut> {
  if (!/^\d{7,8}$/.test(text)) return readRut(text);
  const own = [...book.keys()].find((rut) => rut.slice(0, -2).replaceAll('.', '') === text);
  const read = readRut(own ?? text);
  return read?.digitIsRight ? read : undefined;
}

/**
 * The clients of a line's dispatches: its own RUTs, else those above. RUTs on a line of their own hold for
 * the lines below, until the next such line.
 */
export function rutsFor(
  reading: Reading,
  { text }: ReadLine,
  rest: readonly LineElement[],
  own: readonly Rut[],
  isTyped: boolean,
): readonly Rut[] {
  const isOnlyRuts =
    own.length > 0 && rest.every(({ kind }) => kind === 'rut' || kind === 'word') && !/\p{L}{4,}/u.test(text);
  if (isOnlyRuts && !isTyped) reading.above = own;
  return own.length > 0 ? own : reading.above;
}
