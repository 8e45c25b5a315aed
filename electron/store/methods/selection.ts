import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKey, KeptDocument } from '../../../shared/model/document.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import type { Selection } from '../../../shared/model/question.ts';
import type { WalkQuestion } from '../../service/index.ts';
import { number, optionalText, parsed, text } from '../row.ts';
import { saidOfFile } from '../said-of-file.ts';
import { anywhere, type FilterWord, filterWords } from '../text.ts';
import { documentColumns, documentJoins, toDocument } from './document-rows.ts';
import { resultSetRow } from './results.ts';

/** A document that may be downloaded, with the question that found it, by which its link can be renewed. */
export type DownloadCandidate = KeptDocument & { foundBy: WalkQuestion };

/** Methods over what a person has chosen. */
export function selectionMethods(database: DatabaseSync) {
  const setRow = resultSetRow(database);

  /** Which documents are meant, as a condition on `d` and its input. */
  function condition(
    selection: Selection,
    words: readonly FilterWord[],
  ): { where: string; input: (string | number)[] } {
    const named = `(c.uuid, d.document_id) IN
      (SELECT json_extract(value, '$.connectionId'), json_extract(value, '$.id') FROM json_each(?))`;
    switch (selection.kind) {
      case 'some':
        return { where: named, input: [JSON.stringify(selection.documents)] };
      case 'all': {
        const wanted = words.map(({ texts, ruts, files }) => ({
          ...{ patterns: texts.map(anywhere), ruts },
          ofFile: files.length > 0 ? ` OR ${saidOfFile(files)}` : '',
        }));
        const any = (column: string, count: number) =>
          Array(count).fill(`${column} LIKE ? ESCAPE '\\'`).join(' OR ');
        const conditions = wanted.map(
          ({ patterns: { length }, ofFile }) =>
            ` AND (${any('t.text', length)} OR d.object IN (SELECT id FROM dispatch_object WHERE ${any('text', length)})
              OR d.rut IN (SELECT value FROM json_each(?))${ofFile})`,
        );
        return {
          where: `d.id IN (SELECT document FROM result_document WHERE result_set = ?) AND d.gone_at IS NULL
            AND NOT ${named}${conditions.join('')}`,
          input: [
            setRow(selection.resultSetId),
            JSON.stringify(selection.except),
            ...wanted.flatMap(({ patterns, ruts }) => [...patterns, ...patterns, JSON.stringify(ruts)]),
          ],
        };
      }
      case 'dispatches': {
        const { resultSetId, dispatches } = selection;
        const ofResult = 'd.id IN (SELECT document FROM result_document WHERE result_set = ?) AND';
        return {
          where: `${resultSetId === undefined ? '' : ofResult} d.gone_at IS NULL
            AND d.dispatch IN (SELECT p.id FROM json_each(?) j
              JOIN connection k ON k.uuid = json_extract(j.value, '$.connectionId')
              JOIN dispatch p ON p.connection = k.id AND p.number = json_extract(j.value, '$.number'))`,
          input: [...(resultSetId === undefined ? [] : [setRow(resultSetId)]), JSON.stringify(dispatches)],
        };
      }
    }
  }

  const summary = database.prepare(
    `SELECT count(*) AS documents, count(DISTINCT dispatch) AS dispatches, count(DISTINCT rut) AS clients,
       min(nullif(key_date, '')) AS first_day, max(key_date) AS last_day
     FROM document WHERE id IN (SELECT value FROM json_each(?)) AND (is_active = 1 OR ?)`,
  );
  const one = database.prepare(
    `SELECT ${documentColumns}, q.question FROM document d ${documentJoins} JOIN walk_question q ON q.id = d.found_by
     WHERE d.id = ?`,
  );

  /**
   * Documents that a selection means, as rows for {@link documentsAt}: ordered by dispatch, type and id, inactive ones included; those that are
   * gone only where they are named. `words` are those of its filter where they may also name clients or say how files stand. Throws `RESULT_SET_GONE`.
   */
  function selectRows(
    selection: Selection,
    words = selection.kind === 'all' ? filterWords(selection.filter) : [],
  ): readonly number[] {
    const { where, input } = condition(selection, words);
    const all = database.prepare(
      `SELECT json_group_array(id) AS ids FROM
         (SELECT d.id FROM document d JOIN connection c ON c.id = d.connection JOIN document_text t ON t.document = d.id
          WHERE ${where} ORDER BY d.key_dispatch, d.key_type, d.document_id, d.id)`,
    );
    return parsed<number[]>(text(all.get(...input) ?? {}, 'ids'));
  }

  /** Documents by their rows, in that order; those that are no longer kept are left out. */
  function documentsAt(rows: readonly number[]): DownloadCandidate[] {
    return rows.flatMap((id) => {
      const row = one.get(id);
      return row ? [{ ...toDocument(row), foundBy: parsed<WalkQuestion>(text(row, 'question')) }] : [];
    });
  }

  return {
    selectRows,
    documentsAt,
    /** What a selection comes to, in numbers. `words` as in {@link selectRows}. Throws `RESULT_SET_GONE`. */
    selectSummary(
      selection: Selection,
      withInactive: boolean,
      words?: readonly FilterWord[],
    ): SelectionSummary {
      const rows = selectRows(selection, words);
      const row = summary.get(JSON.stringify(rows), withInactive ? 1 : 0) ?? {};
      const start = optionalText(row, 'first_day');
      const [first] = documentsAt(rows.slice(0, 1));
      return {
        documents: number(row, 'documents'),
        dispatches: number(row, 'dispatches'),
        clients: number(row, 'clients'),
        ...(start !== undefined && { days: { start, end: text(row, 'last_day') } }),
        ...(first && { first: namedBy(first) }),
      };
    },
    /** The document of this key, if it is kept. */
    selectDocument(key: DocumentKey): DownloadCandidate | undefined {
      return documentsAt(selectRows({ kind: 'some', documents: [key] }))[0];
    },
  };
}

/** What names a document. */
function namedBy({
  connectionId,
  id,
  rut,
  type,
  folio,
  dispatchNumber,
}: KeptDocument): NonNullable<SelectionSummary['first']> {
  return { connectionId, id, rut, type, folio, dispatchNumber };
}
