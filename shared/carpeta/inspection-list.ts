import { readPastedDispatchNumbers } from '../model/paste.ts';
import { cleanPasted, parseRut, type Rut } from '../model/rut.ts';

/** A dispatch that an inspector asks for; without a RUT, of whichever client. */
export interface ListedDispatch {
  number: string;
  rut?: Rut;
}

/**
 * A pasted list of dispatch numbers. A RUT on the same line says whose dispatch it is; a RUT on a line of its own says so for the lines below
 * it. Only a RUT with its hyphen and a right check digit counts as one, because any dispatch number has a RUT's form. Each dispatch once.
 */
export function readInspectionList(text: string): { listed: ListedDispatch[]; unreadable: string[] } {
  const listed = new Map<string, ListedDispatch>();
  const unreadable: string[] = [];
  let above: Rut | undefined;
  for (const line of text.split(/\r\n|[\r\n\u0085\u2028\u2029]/)) {
    const { rut, rest } = takeRut(line);
    const numbers = readPastedDispatchNumbers(rest);
    if (rut !== undefined && numbers.length === 0) above = rut;
    for (const one of numbers) {
      if (one.verdict === 'wrong-form') unreadable.push(one.text);
      else if (one.verdict === 'good') {
        const whose = rut ?? above;
        const dispatch = { number: one.number, ...(whose !== undefined && { rut: whose }) };
        listed.set(JSON.stringify([dispatch.number, dispatch.rut]), dispatch);
      }
    }
  }
  return { listed: [...listed.values()], unreadable };
}

const looksLikeRut =
  /(?<![\w.-])(?:RUT:?\s*)?(0*[1-9][\d.]{4,11}\s?[-\u2010-\u2015\u2212]\s?[\dkK])(?![\w-])/gi;

/** The first RUT of a line, and the line without any. */
function takeRut(line: string): { rut?: Rut; rest: string } {
  let rut: Rut | undefined;
  const rest = line.replace(looksLikeRut, (whole, text: string) => {
    const parsed = parseRut(cleanPasted(text).replaceAll(' ', '').replace(/^0+/, ''));
    if (parsed.form === 'wrong' || !parsed.digitIsRight) return whole;
    rut ??= parsed.rut;
    return ' ';
  });
  return rut === undefined ? { rest } : { rut, rest };
}
