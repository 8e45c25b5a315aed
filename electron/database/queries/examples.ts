import type { DatabaseSync } from 'node:sqlite';
import { type Day, writtenDay } from '../../../shared/model/dates.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { optionalText, parsed, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { textIn } from './referenced-rows.ts';

/** A stored dispatch that serves as an example of what can be searched for; missing values are `''`. */
interface ExampleDispatch {
  number: string;
  rut: Rut;
  declaration: string;
  reference: string;
  /** The day of its latest document. */
  day: Day;
}

/** The dispatches of these connections that were stored last and have documents, up to `limit`. */
export function listExampleDispatches(
  database: DatabaseSync,
  connectionIds: readonly string[],
  limit: number,
): ExampleDispatch[] {
  return prepared(
    database,
    `SELECT p.number, p.rut, json(o.item) AS object,
       (SELECT max(b.fields ->> '$.issueDate') FROM document d JOIN document_body b ON b.document = d.id WHERE d.dispatch = p.id) AS day
     FROM dispatch p JOIN connection c ON c.id = p.connection LEFT JOIN dispatch_object o ON o.id = p.object
     WHERE c.uuid IN (SELECT value FROM json_each(?))
       AND EXISTS (SELECT 1 FROM document d WHERE d.dispatch = p.id) ORDER BY p.id DESC LIMIT ?`,
  )
    .all(JSON.stringify(connectionIds), limit)
    .map((row) => {
      const object = parsed(optionalText(row, 'object') ?? '{}');
      return {
        number: text(row, 'number'),
        rut: text(row, 'rut') as Rut,
        declaration: textIn(object, 'numeroIdentificacion'),
        reference: textIn(object, 'referencia'),
        day: writtenDay(optionalText(row, 'day') ?? '') ?? '',
      };
    });
}
