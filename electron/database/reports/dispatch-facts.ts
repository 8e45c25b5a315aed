import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { addDays, type Day, writtenDay } from '../../../shared/model/dates.ts';
import type { Operation, Scope } from '../../../shared/model/dossier.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { isAroundDamage, reportRows } from '../damaged-rows.ts';
import { textIn } from '../queries/referenced-rows.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';
import { operationOf } from '../rules/legal-retention.ts';
import { prepared } from '../statements.ts';

/** Facts of a stored dispatch for the dossier lists. */
export interface DispatchFacts {
  /** Its row id. */
  row: number;
  connectionId: string;
  number: string;
  rut: Rut;
  reference: string;
  tramite: string;
  via: string;
  /** `doctoTransporte`. */
  transport: string;
  operation: Operation;
  /** ISO 8601 as received, or `''`. */
  acceptance: string;
  legalisation: string;
  /** Acceptance, else opening; `''` without data. */
  day: Day;
  isFullyRead: boolean;
  hasReadPayments: boolean;
  /**
   * Closed by its status. Without a status, or where its agency never completes one, closed 30 days after
   * acceptance. No more documents are expected to arrive.
   */
  isClosed: boolean;
}

/** Days after acceptance until a dispatch without a known status counts as closed. */
const closedAfterDays = 30;

/** The SQL condition of a scope on `p` (dispatch) and `c` (connection), and its input. */
export function scopeCondition(scope: Scope): { where: string; input: string[] } {
  const conditions: string[] = ['1'];
  const input: string[] = [];
  const add = (condition: string, values: unknown) => {
    conditions.push(condition);
    input.push(typeof values === 'string' ? values : JSON.stringify(values));
  };
  if (scope.connectionIds) add('c.uuid IN (SELECT value FROM json_each(?))', scope.connectionIds);
  if (scope.ruts) add('p.rut IN (SELECT value FROM json_each(?))', scope.ruts);
  if (scope.resultSetId !== undefined) {
    add(
      'p.id IN (SELECT m.dispatch FROM result_dispatch m JOIN result_set s ON s.id = m.result_set WHERE s.uuid = ?)',
      scope.resultSetId,
    );
  }
  if (scope.dispatches) {
    add(
      `(c.uuid, p.number) IN (SELECT json_extract(value, '$.connectionId'), json_extract(value, '$.number') FROM json_each(?))`,
      scope.dispatches,
    );
  }
  return { where: conditions.join(' AND '), input };
}

/** Facts of the dispatches of a scope, by day (oldest first), then number. */
export function readDispatches(database: DatabaseSync, scope: Scope, today: Day): DispatchFacts[] {
  const { where, input } = scopeCondition(scope);
  const withCompletion = connectionsThatComplete(database);
  const facts = reportRows(database, {
    table: 'dispatch',
    alias: 'p',
    select: (
      from,
    ) => `SELECT p.id, c.uuid, p.number, p.rut, p.status, p.complete_at, p.disbursements_at, json(o.item) AS object
      FROM ${from} JOIN connection c ON c.id = p.connection LEFT JOIN dispatch_object o ON o.id = p.object WHERE ${where}`,
    input,
    toValue: (row) => toFacts(row, today, withCompletion),
  });
  return facts.sort(
    (a, b) => compareTexts(a.day, b.day) || compareTexts(a.number, b.number) || a.row - b.row,
  );
}

const isCompletedSql = `p.status LIKE '%"isCompleted":true%'`;

/**
 * Connections with any dispatch completed by status. At other connections nobody sets that status, so its
 * absence means nothing.
 */
function connectionsThatComplete(database: DatabaseSync): ReadonlySet<string> {
  if (isAroundDamage(database)) {
    const completed = reportRows(database, {
      table: 'dispatch',
      alias: 'p',
      select: (from) =>
        `SELECT p.id, c.uuid FROM ${from} JOIN connection c ON c.id = p.connection WHERE ${isCompletedSql}`,
      toValue: (row) => text(row, 'uuid'),
    });
    return new Set(completed);
  }
  const rows = prepared(
    database,
    `SELECT uuid FROM connection c
     WHERE EXISTS (SELECT 1 FROM dispatch p WHERE p.connection = c.id AND ${isCompletedSql})`,
  ).all();
  return new Set(rows.map((row) => text(row, 'uuid')));
}

function toFacts(row: Row, today: Day, withCompletion: ReadonlySet<string>): DispatchFacts {
  const object = parsed(optionalText(row, 'object') ?? '{}');
  const status = statusItem(optionalText(row, 'status'));
  const tramite = textIn(object, 'tipoTramite');
  const acceptance = textIn(object, 'fechaAceptacion');
  const day = writtenDay(acceptance) ?? writtenDay(textIn(object, 'fechaApertura')) ?? '';
  const connectionId = text(row, 'uuid');
  const isCompleted = withCompletion.has(connectionId) ? status['isCompleted'] : undefined;
  const isOld = day !== '' && day <= addDays(today, -closedAfterDays);
  return {
    row: number(row, 'id'),
    connectionId,
    number: text(row, 'number'),
    rut: text(row, 'rut') as Rut,
    reference: textIn(object, 'referencia'),
    tramite,
    via: textIn(object, 'viaTransporte'),
    transport: textIn(object, 'doctoTransporte'),
    operation: operationOf(textIn(status, 'recordType'), tramite),
    acceptance,
    legalisation: textIn(status, 'fechaLegalizacion'),
    day,
    isFullyRead: text(row, 'complete_at') !== '',
    hasReadPayments: text(row, 'disbursements_at') !== '',
    isClosed: typeof isCompleted === 'boolean' ? isCompleted : isOld,
  };
}

/** The API's keys of a stored status, which is stored with the parsed values or alone. */
function statusItem(json: string | undefined): JsonObject {
  if (json === undefined) return {};
  const status = parsed(json);
  const item: Json | undefined = status['item'];
  return isObject(item) ? { ...status, ...item } : status;
}
