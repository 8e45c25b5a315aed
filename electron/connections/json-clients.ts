import { isObject } from '../../shared/model/json.ts';
import { rutWord } from './pasted-cells.ts';
import { ruledRut } from './pasted-ruts.ts';

/**
 * Maximum columns, letters of a key in a title, and objects in one another in a row; and how many times as
 * long as its text a table may be. A text beyond them stays as it is.
 */
const [maxColumns, maxKeyLetters, maxDepth, maxGrowth] = [200, 40, 8, 4];

/** Keys of other persons than the client, whose RUTs and names are none of a client's. */
const others = /represent|contact|agente|ejecutiv|vendedor/i;

/** A value of JSON, below its key. */
interface Part {
  key: string;
  value: unknown;
  isListed?: boolean;
}

/** What was read of JSON, and what is still to be read. */
interface Found {
  /** The clients, by the titles of their fields. */
  rows: Map<string, string>[];
  /** The texts that belong to no client. */
  lines: string[];
  further: Part[];
}

/**
 * The clients of JSON as a table: a heading of all keys, and a row for each object with a RUT, or for what
 * stands below a RUT. A list of lists has a line for each of them. A text without any stays as it is.
 */
export function jsonAsTable(text: string): string {
  const written = text.replace(/^\uFEFF/, '').trim();
  const value = /^[[{]/.test(written) ? (parsed(written) ?? parsedLines(written)) : undefined;
  const found: Found = { rows: [], lines: [], further: [] };
  const left: Part[] = [{ key: '', value }];
  for (let part = left.pop(); part; part = left.pop()) {
    addPart(found, part);
    for (let one = found.further.pop(); one; one = found.further.pop()) left.push(one);
  }
  const { rows, lines } = found;
  const titles = new Set<string>();
  for (const row of rows) for (const title of row.keys()) titles.add(title);
  const isTooLarge = titles.size > maxColumns || titles.size * rows.length > maxGrowth * written.length;
  if (isTooLarge || rows.length + lines.length === 0) return text;
  const columns = [...titles];
  const cells = rows.map((row) => columns.map((title) => row.get(title) ?? '').join('\t'));
  return [...(rows.length > 0 ? [columns.join('\t'), ...cells] : []), ...lines].join('\n');
}

function addPart({ rows, lines, further }: Found, { key, value, isListed = false }: Part): void {
  if (isText(value)) lines.push(String(value));
  else if (isTexts(value) && (isListed || isRut(key)))
    lines.push([...(isRut(key) ? [key] : []), ...value].map(textOf).join('\t'));
  else if (Array.isArray(value)) for (const each of value) further.push({ key, value: each, isListed: true });
  else if (isObject(value) && (isRut(key) || isClient(value))) {
    const row = new Map(isRut(key) && !isClient(value) ? [['rut', key]] : []);
    addFields(row, value, further);
    rows.push(row);
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (!isText(each)) further.push({ key: name, value: each });
      else if (isRut(name)) rows.push(new Map(Object.entries({ rut: name, nombre: textOf(each) })));
      else if (isRut(each)) rows.push(new Map(Object.entries({ rut: textOf(each), nombre: name })));
      else if (endOfRut.test(String(each))) lines.push(String(each));
    }
  }
}

/** Adds a client's own fields and those of the objects in it, the first under each title. */
function addFields(row: Map<string, string>, client: object, further: Part[], around = '', depth = 0): void {
  const add = (title: string, value: string) => value !== '' && !row.has(title) && row.set(title, value);
  for (const [key, value] of Object.entries(client)) {
    const title = `${around}${titleOf(key)}`;
    const isOfOther = others.test(key);
    if (isText(value)) add(title, textOf(value));
    else if (isTexts(value)) add(title, value.map(textOf).join('; '));
    else if (isObject(value) && depth < maxDepth && (isOfOther || !(isRut(key) || isClient(value))))
      addFields(row, value, further, `${title} `, depth + 1);
    else {
      if (Array.isArray(value)) add(title, value.flatMap(emailsOf).join('; '));
      if (!isOfOther) further.push({ key, value });
    }
  }
}

/** The e-mails in an object that is no client itself. */
function emailsOf(value: unknown): string[] {
  if (!isObject(value) || isClient(value)) return [];
  return Object.values(value).flatMap((each) => (isText(each) && /@/.test(String(each)) ? textOf(each) : []));
}

/** Whether an object has a key of RUTs, or one RUT among its texts; several are those of other clients. */
function isClient(value: object): boolean {
  const texts = Object.entries(value).filter(([, each]) => isText(each));
  return (
    texts.some(([key]) => rutWord.test(titleOf(key))) || texts.filter(([, each]) => isRut(each)).length === 1
  );
}

/** `razonSocial` and `razon_social` as words. */
function titleOf(key: string): string {
  return textOf(
    key
      .slice(0, maxKeyLetters)
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .replaceAll('_', ' '),
  );
}

const endOfRut = /\d ?- ?[\dk](?![\w-])/i;
const maxRutLetters = 20;

function isRut(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= maxRutLetters &&
    endOfRut.test(value) &&
    ruledRut(value) !== undefined
  );
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isTexts(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function textOf(value: string | number): string {
  return String(value).replaceAll(/\s+/g, ' ').trim();
}

/** One value on each line. */
function parsedLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return parsed(`[${lines.join(',')}]`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
