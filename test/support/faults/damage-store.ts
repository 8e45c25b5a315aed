import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const pageBytes = 4096;
/**
 * Kinds of pages (sqlite.org, Database File Format, 1.6): of a table, and of an index, which a table without
 * row ids is.
 */
const [innerTable, leafTable, innerIndex, leafIndex] = [5, 13, 2, 10];

/**
 * Damages one row of a table in a store that nobody has open, the `place`th from 0 in the order of its key:
 * the length of its record's header says what cannot be, so that every reading of the row fails (sqlite.org,
 * Database File Format, 2.1).
 */
export function damageRow(path: string, table: string, index: number): void {
  const bytes = wholeFile(path);
  const at = rowsOf(bytes, rootPage(path, table))[index];
  if (at === undefined) throw new Error(`${table} has no row ${index}`);
  bytes.set([0xff, 0x7f], at);
  writeFileSync(path, bytes);
}

/** Empties the page of a table that holds this row, as a disk does that loses a sector. */
export function zeroPage(path: string, table: string, index: number): void {
  const bytes = wholeFile(path);
  const at = rowsOf(bytes, rootPage(path, table))[index];
  if (at === undefined) throw new Error(`${table} has no row ${index}`);
  const start = Math.floor(at / pageBytes) * pageBytes;
  bytes.fill(0, start, start + pageBytes);
  writeFileSync(path, bytes);
}

/** The file with all that its log held. */
function wholeFile(path: string): Buffer {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return readFileSync(path);
}

function rootPage(path: string, table: string): number {
  const database = new DatabaseSync(path);
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table);
  database.close();
  return Number(row?.['rootpage']);
}

/** Where the records of a table begin, in the order of its key. */
function rowsOf(bytes: Buffer, page: number): number[] {
  const start = (page - 1) * pageBytes;
  const kind = bytes.readUInt8(start);
  const isInner = kind === innerTable || kind === innerIndex;
  const cells = Array.from(
    { length: bytes.readUInt16BE(start + 3) },
    (_, n) => start + bytes.readUInt16BE(start + (isInner ? 12 : 8) + 2 * n),
  );
  const below = (at: number) => rowsOf(bytes, bytes.readUInt32BE(at));
  switch (kind) {
    case leafTable:
      return cells.map((at) => afterNumbers(bytes, at, 2));
    case leafIndex:
      return cells.map((at) => afterNumbers(bytes, at, 1));
    case innerTable:
      return [...cells, start + 8].flatMap(below);
    case innerIndex:
      return [...cells.flatMap((at) => [...below(at), afterNumbers(bytes, at + 4, 1)]), ...below(start + 8)];
    default:
      throw new Error(`page ${page} is of kind ${kind}`);
  }
}

/** Where so many numbers of seven bits a byte have ended. */
function afterNumbers(bytes: Buffer, from: number, count: number): number {
  let at = from;
  for (let ended = 0; ended < count; at++) if (bytes.readUInt8(at) < 0x80) ended++;
  return at;
}
