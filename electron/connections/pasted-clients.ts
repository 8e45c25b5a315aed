import type { Client, PastedClient, PastedClients, PastedColumn } from '../../shared/model/connection.ts';
import { cleanPasted, type Rut } from '../../shared/model/rut.ts';
import { isTotal, linesOf } from '../lib/pasted-lines.ts';
import { jsonAsTable } from './json-clients.ts';
import { joinLabelled } from './labelled-lines.ts';
import { cellsOf, emailsIn, rutWord, withDigits, withoutEmails, withoutListMark } from './pasted-cells.ts';
import {
  bareRut,
  digitApart,
  type FoundRut,
  insideOf,
  type PastedLine,
  type RutColumns,
  ruledRut,
  rutsOf,
  withoutRutLabel,
} from './pasted-ruts.ts';

/** The content of the pasted table's columns, by index. */
interface Columns extends RutColumns {
  name: number | undefined;
  folder: number | undefined;
  emails: ReadonlySet<number>;
}

/** Maximum number and length of the lines and samples that are shown; the rest is counted. */
const [maxShownLines, maxShownLength] = [50, 200];

/**
 * Reads clients from pasted text: a table of Excel, a list, a mail. The RUT identifies a client: a line
 * without one is a greeting, signature or total, and only counted; an invalid RUT is reported. A number
 * without a hyphen is a RUT only where most such numbers are. Each client is returned once, with every
 * different entry, the directory's first. The person is asked about columns without RUT, name or e-mail,
 * unless a heading names the folder; `folderColumn` is the reply.
 */
export function readPastedClients(
  text: string,
  book: readonly Client[],
  folderColumn?: number,
): PastedClients {
  const all = joinLabelled(linesOf(jsonAsTable(text))).flatMap((line): PastedLine[] => {
    const whole = digitApart(withoutListMark(cleanPasted(line)));
    const cells = cellsOf(withoutListMark(line)).map(digitApart);
    return whole === '' ? [] : [{ text: whole, cells: cells.length > 1 ? cells : [whole] }];
  });
  const headingIndex = all.findIndex(({ text, cells }) => isHeading(text, cells));
  const heading = all[headingIndex]?.cells ?? [];
  const rest = all.filter((_, index) => index !== headingIndex);
  const rows = withDigits(
    rest.map(({ cells }) => cells),
    heading,
  );
  const lines = rest.map((line, index) => ({ ...line, cells: rows[index] ?? line.cells }));
  const columns = columnsOf(lines, heading, folderColumn);
  const isAlone = lines.length === 1;
  const clients = new Map<Rut, PastedClient>();
  const read: { line: PastedLine; index: number | undefined }[] = [];
  const [wrong, aside]: [string[], string[]] = [[], []];
  for (const line of lines) {
    const found = rutsOf(line, columns, isAlone);
    if (found.length === 0) {
      (looksLikeClient(line, columns, isAlone) ? wrong : aside).push(line.text.slice(0, maxShownLength));
    }
    for (const one of found) {
      read.push({ line, index: one.index });
      const client = addEntry(clients, one, found.length > 1 ? {} : fieldsOf(line, one, columns), book);
      if (one.index !== undefined) client.notEmails.push(...notEmailsOf(line.cells, columns));
      const others = found.length > 1 ? [] : otherEmails(line);
      if (others.length > 0) client.otherEmails = [...new Set([...(client.otherEmails ?? []), ...others])];
    }
  }
  return {
    clients: [...clients.values()],
    wrong: { count: wrong.length, first: wrong.slice(0, maxShownLines) },
    aside: { count: aside.length, first: aside.slice(0, maxShownLines) },
    unknownColumns: unknownColumns(read, columns, heading),
  };
}

function isHeading(text: string, cells: readonly string[]): boolean {
  return !/\d/.test(text) && cells.length > 1 && cells.some((cell) => headings.rut.test(cell));
}

const headings = {
  rut: rutWord,
  /** The best first. */
  names: [/raz[oó]n/i, /^(?:cliente|empresa|company)/i, /nombre|name/i],
  folder: /carpeta|folder/i,
  email: /^(?:e-?mails?|correos?|mails?)(?![a-z])/i,
  /** Columns about another person or name than the client's. */
  others: /represent|contact|fantas[ií]a|agente|ejecutiv|vendedor/i,
} as const;

function columnsOf(
  lines: readonly PastedLine[],
  heading: readonly string[],
  folderColumn: number | undefined,
): Columns {
  const tables = lines.filter(({ cells }) => cells.length > 1);
  const texts = lines.flatMap(({ text, cells }) => (cells.length > 1 ? [] : [text]));
  const columnIndexes = Array.from(
    { length: Math.max(0, ...tables.map(({ cells }) => cells.length)) },
    (_, i) => i,
  );
  const headed = (name: RegExp) => {
    const all = columnIndexes.filter((index) => name.test(heading[index] ?? ''));
    return all.find((index) => !headings.others.test(heading[index] ?? ''));
  };
  const cellsAt = (index: number) => tables.flatMap(({ cells }) => cells[index] || []);
  const rightShare = (texts: readonly string[]) => {
    const numbers = texts.filter((cell) => /\d{3}/.test(cell));
    const right = numbers.filter((cell) => ruledRut(cell)?.digitIsRight === true);
    return { right: right.length, isMost: right.length > 0 && right.length * 2 >= numbers.length };
  };
  const [best] = columnIndexes
    .map((index) => ({ index, ...rightShare(cellsAt(index)) }))
    .filter(({ isMost }) => isMost)
    .sort((one, other) => other.right - one.right || one.index - other.index);
  const rut = headed(headings.rut) ?? best?.index;
  const emails = new Set(
    columnIndexes.filter(
      (index) => headings.email.test(heading[index] ?? '') || cellsAt(index).some(isEmails),
    ),
  );
  const isNames = (index: number) => {
    const cells = cellsAt(index);
    return index !== rut && !emails.has(index) && cells.filter(isNamed).length * 2 > cells.length;
  };
  const folder = folderColumn ?? headed(headings.folder);
  return {
    rut,
    emails,
    folder,
    name:
      headings.names.map(headed).find((index) => index !== undefined) ??
      columnIndexes.find((index) => index !== folder && isNames(index)),
    isList:
      texts.filter((text) => insideOf(text).some(({ digitIsRight }) => digitIsRight)).length * 2 >=
      texts.length,
    areBareRuts: rightShare(texts.flatMap((text) => bareRut(text) ?? [])).isMost,
  };
}

/**
 * Whether a line without a RUT was meant as a client's: its RUT has another form. Totals, numbers alone and
 * sentences are not.
 */
function looksLikeClient({ text, cells }: PastedLine, { rut }: Columns, isAlone: boolean): boolean {
  if (isTotal(cells) || !/\d/.test(text)) return false;
  const written = /^\d[\d.,]{4,} ?- ?[\dk](?![\w-])/i;
  if (cells.some((cell) => written.test(withoutRutLabel(cell)))) return true;
  if (isAlone) return true;
  return rut !== undefined && /^[\d., -]{4,}k?$/i.test(cells[rut] ?? '') && cells.some(isNamed);
}

/** The client's fields in a line, as far as its columns are known. */
function fieldsOf({ cells }: PastedLine, { around, index }: FoundRut, columns: Columns): Partial<Client> {
  const adjacentName = nameIn(around ?? '');
  if (index === undefined) return { name: adjacentName, email: emailsIn(around ?? '')[0] ?? '' };
  const at = (column: number | undefined) =>
    column === undefined || column === index ? '' : (cells[column] ?? '');
  return {
    name: adjacentName || withoutNameLabel(withoutEmails(at(columns.name))),
    email: cells.flatMap(emailsIn)[0] ?? '',
    folder: at(columns.folder),
  };
}

/** `Nombre: `, `Sres. `, or what is left of `RUT empresa: `. */
const nameLabel =
  /^(?:(?:nombre|raz[oó]n social|cliente|empresa|importador|exportador|(?:r\.?u\.?t\.?|n°) (?:del? )?(?:cliente|empresa|importador|exportador))(?: ?: ?|$)|(?:se[ñn]ores|sres)[.: ]{1,2}|(?:srs|sra?)(?:\.|:) ?)/iu;

function withoutNameLabel(name: string): string {
  return name.replace(nameLabel, '');
}

/** The name in the text around a RUT. */
function nameIn(around: string): string {
  const name = withoutEmails(cleanPasted(around)).replace(/^[\s,:;()-]+|(?<![\s,:;(-])[\s,:;(-]+$/g, '');
  const unlabelled = withoutNameLabel(name);
  const bare = /^[^()]*\)$/.test(unlabelled) ? unlabelled.slice(0, -1) : unlabelled;
  return /\p{L}/u.test(bare) ? bare.trim() : '';
}

/** The e-mail addresses of a line after the first, which is saved. */
function otherEmails({ cells }: PastedLine): string[] {
  const [first, ...others] = cells.flatMap(emailsIn);
  return others.filter((one) => one !== first).map((one) => one.slice(0, maxShownLength));
}

/** Cells in a column of e-mail addresses that contain none. */
function notEmailsOf(cells: readonly string[], { emails }: Columns): string[] {
  return [...emails].flatMap((index) => {
    const cell = cells[index] ?? '';
    return cell === '' || emailsIn(cell).length > 0 ? [] : [cell.slice(0, maxShownLength)];
  });
}

/** Merges a line's fields into an entry with equal fields, or adds them as another entry. */
function addEntry(
  clients: Map<Rut, PastedClient>,
  { rut, expected }: FoundRut,
  { name = '', email = '', folder = '' }: Partial<Client>,
  book: readonly Client[],
): PastedClient {
  const entry: Client = { rut, name: name.slice(0, 200), email, folder: folder.slice(0, 120) };
  let client = clients.get(rut);
  if (!client) {
    const stored = book.find((one) => one.rut === rut);
    client = { rut, expected, isKnown: stored !== undefined, entries: stored ? [stored] : [], notEmails: [] };
    clients.set(rut, client);
  }
  const same = client.entries.findIndex((other) => saysTheSame(other, entry));
  const other = client.entries[same];
  if (!other) client.entries.push(entry);
  else {
    client.entries[same] = {
      rut,
      name: other.name || entry.name,
      email: other.email || entry.email,
      folder: other.folder || entry.folder,
    };
  }
  return client;
}

const letters = new Intl.Collator('es', { sensitivity: 'base' });

/** Whether two entries do not contradict each other. */
function saysTheSame(one: Client, other: Client): boolean {
  return (['name', 'email', 'folder'] as const).every(
    (field) => one[field] === '' || other[field] === '' || letters.compare(one[field], other[field]) === 0,
  );
}

/** The columns of clients' lines with unknown content. */
function unknownColumns(
  read: readonly { line: PastedLine; index: number | undefined }[],
  { rut, name, folder, emails }: Columns,
  heading: readonly string[],
): PastedColumn[] {
  const tables = read.flatMap(({ line, index }) =>
    index === undefined ? [] : [{ cells: line.cells, index }],
  );
  const columns = new Map<number, string[]>();
  for (const { cells, index: own } of tables) {
    for (const [index, cell] of cells.entries()) {
      if (cell === '' || index === own || index === rut || index === name) continue;
      if (emails.has(index) || emailsIn(cell).length > 0) continue;
      const samples = columns.get(index) ?? [];
      if (!samples.includes(cell) && samples.length < 3) samples.push(cell.slice(0, 60));
      columns.set(index, samples);
    }
  }
  const unknown = [...columns].sort(([one], [other]) => one - other);
  // Its heading names it.
  const isSaid = folder !== undefined && headings.folder.test(heading[folder] ?? '');
  return isSaid ? [] : unknown.map(([index, samples]) => ({ index, title: heading[index] ?? '', samples }));
}

function isNamed(cell: string): boolean {
  return /\p{L}\P{N}*\p{L}/u.test(cell) && !isEmail(cell) && !ruledRut(cell);
}

function isEmail(cell: string): boolean {
  return emailsIn(cell)[0] === cell;
}

/** Whether a cell contains e-mail addresses and nothing else. */
function isEmails(cell: string): boolean {
  return emailsIn(cell).length > 0 && !/\p{L}{2}/u.test(withoutEmails(cell));
}
