import type { Client } from '../../shared/model/connection.ts';
import type { RowsQuery, Sort } from '../../shared/model/search-query.ts';

/** What clients are called, by RUT, as their column shows them. */
export type ClientNames = Readonly<Record<string, string>>;

/** A question for rows with what clients are called, where it sorts or groups by them. */
export function withClientNames<
  Question extends { sort?: Sort | undefined; group?: RowsQuery['group'] | undefined },
>(question: Question, clients: () => readonly Client[]): Question & { names?: ClientNames } {
  if (question.group !== 'client' && !question.sort?.some(({ column }) => column === 'rut')) return question;
  return { ...question, names: Object.fromEntries(clients().map(({ rut, name }) => [rut, name])) };
}
