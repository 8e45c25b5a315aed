import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';

/** A known dispatch and its agency. */
export interface KnownDispatch {
  connectionId: string;
  number: string;
  rut: Rut;
}

/** A dispatch found by a number: its own, or that of its declaration, reference or transport document. */
export interface NumberedDispatch extends KnownDispatch {
  /** The number searched for, as `numberKey` writes it. */
  key: string;
  foundAs: FoundAs;
}

/** What a number may be of a dispatch; its own number ranks first. */
export type FoundAs = (typeof foundAs)[number];
const foundAs = ['dispatch', 'declaration', 'reference', 'transport', 'container'] as const;

/**
 * The stored dispatches of these numbers (`numberKey`): their own, or those of their declaration,
 * reference or transport document. Several agencies may use one number.
 */
export function findDispatchesByNumber(database: DatabaseSync, keys: readonly string[]): NumberedDispatch[] {
  const ofObjects = ['find_declaration', 'find_reference', 'find_transport'].map(
    (column, index) =>
      `SELECT p.id, j.value AS key, ${index + 1} AS found_as FROM json_each(?1) j
       CROSS JOIN dispatch_object o ON o.${column} = j.value AND o.${column} <> '' CROSS JOIN dispatch p ON p.object = o.id`,
  );
  return database
    .prepare(
      `SELECT c.uuid, p.number, p.rut, f.key, min(f.found_as) AS found_as FROM (
         SELECT p.id, j.value AS key, 0 AS found_as FROM json_each(?1) j CROSS JOIN dispatch p ON p.find_number = j.value
         UNION ALL ${ofObjects.join(' UNION ALL ')}) f
       CROSS JOIN dispatch p ON p.id = f.id JOIN connection c ON c.id = p.connection
       GROUP BY p.id, f.key ORDER BY p.seen_at DESC, p.id`,
    )
    .all(JSON.stringify(keys.filter((key) => key !== '')))
    .map((row) => ({
      ...toKnownDispatch(row),
      key: text(row, 'key'),
      foundAs: foundAs[number(row, 'found_as')] ?? 'transport',
    }));
}

/**
 * The stored dispatches that mention one of these containers (`MSCU1234567`). The API has no key for
 * containers, so this searches all data of a dispatch and its documents.
 */
export function findDispatchesByContainer(
  database: DatabaseSync,
  containers: readonly string[],
): NumberedDispatch[] {
  const written = containers.flatMap((container) =>
    containerForms(container).map((form) => ({
      key: container.toLowerCase(),
      form: `%${form.toLowerCase()}%`,
    })),
  );
  if (written.length === 0) return [];
  return prepared(
    database,
    `WITH form(key, form) AS (SELECT j.value ->> 'key', j.value ->> 'form' FROM json_each(?) j)
     SELECT DISTINCT c.uuid, p.number, p.rut, f.key FROM (
       SELECT p.id, f.key FROM form f CROSS JOIN dispatch_object o ON o.text LIKE f.form CROSS JOIN dispatch p ON p.object = o.id
       UNION SELECT d.dispatch, f.key FROM form f CROSS JOIN document_text t ON t.text LIKE f.form CROSS JOIN document d ON d.id = t.document) f
     CROSS JOIN dispatch p ON p.id = f.id JOIN connection c ON c.id = p.connection ORDER BY p.seen_at DESC, p.id`,
  )
    .all(JSON.stringify(written))
    .map((row) => ({ ...toKnownDispatch(row), key: text(row, 'key'), foundAs: 'container' }));
}

/** How documents write the number of a container: with and without a space or hyphen. */
function containerForms(container: string): string[] {
  const [owner, serial, digit] = [container.slice(0, 4), container.slice(4, 10), container.slice(10)];
  return [
    `${owner}${serial}${digit}`,
    `${owner} ${serial}${digit}`,
    `${owner}${serial}-${digit}`,
    `${owner} ${serial}-${digit}`,
    `${owner}-${serial}-${digit}`,
    `${owner} ${serial} ${digit}`,
  ];
}

/**
 * How many stored documents have each of these numbers (`numberKey`); numbers without documents are
 * absent.
 */
export function countDocumentsByFolio(
  database: DatabaseSync,
  keys: readonly string[],
): { key: string; documents: number }[] {
  return prepared(
    database,
    `SELECT j.value AS key, count(*) AS papers FROM json_each(?) j CROSS JOIN document d ON d.find_folio = j.value
     WHERE d.find_folio <> '' GROUP BY j.value`,
  )
    .all(JSON.stringify(keys.filter((key) => key !== '')))
    .map((row) => ({ key: text(row, 'key'), documents: number(row, 'papers') }));
}

/** Whether a stored dispatch has an all-digit number that begins with a zero. */
export function hasLeadingZeros(database: DatabaseSync): boolean {
  const found = prepared(
    database,
    `SELECT 1 FROM dispatch WHERE number >= '0' AND number < '1' AND number NOT GLOB '*[^0-9]*' LIMIT 1`,
  );
  return found.get() !== undefined;
}

/** A known dispatch from a row with the columns `uuid`, `number` and `rut`. */
export function toKnownDispatch(row: Row): KnownDispatch {
  return { connectionId: text(row, 'uuid'), number: text(row, 'number'), rut: text(row, 'rut') as Rut };
}
