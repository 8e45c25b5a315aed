import type { ParseArgsOptionsConfig } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import { typedDay } from '../../shared/model/dates.ts';
import { formatRut, parseRut, type Rut } from '../../shared/model/rut.ts';
import { dispatchNumberSchema, type SearchQuery, type TypeChoice } from '../../shared/model/search-query.ts';
import type { App } from '../app.ts';
import { bareNumber } from '../search/index.ts';
import { agencyOptions, needed, readArguments, UsageError } from './read-arguments.ts';
import { withAgency } from './session.ts';
import type { Terminal } from './terminal.ts';

/** Options that select documents. */
export const choiceOptions = {
  rut: { type: 'string' },
  dispatch: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  type: { type: 'string', multiple: true },
  'all-types': { type: 'boolean' },
  list: { type: 'string' },
  plan: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

/** The values of these options. */
export interface Choice {
  rut?: string | undefined;
  dispatch?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  type?: readonly string[] | undefined;
  'all-types'?: boolean | undefined;
  /** A file with the text of a query, or `-`. */
  list?: string | undefined;
  /** Whether only the plan is printed. */
  plan?: boolean | undefined;
}

/**
 * The query of the options, for any agency. Throws `UsageError`, or an `AppError` with the API's own code.
 * The API would reject a wrong RUT form, a date that does not exist, or a start after the end.
 */
export function queryFromOptions(
  terminal: Terminal,
  choice: Choice,
): (app: App, connectionId: string) => Promise<SearchQuery> {
  const rut = readRut(terminal, choice.rut);
  if (choice.dispatch) {
    if (choice.from ?? choice.to ?? choice.type ?? choice['all-types']) {
      throw new UsageError('usage.dispatchOrDates');
    }
    const dispatchNumbers = [...new Set(choice.dispatch.map(readDispatch))];
    return async (app, connectionId) => {
      const numbers = new Set<string>();
      for (const number of dispatchNumbers) numbers.add(await resolveDispatch(app, number, rut));
      const dispatches = [...numbers].map((number) => ({ number, ruts: [rut] }));
      return { kind: 'dispatches', connectionIds: [connectionId], dispatches };
    };
  }
  if (choice.type && choice['all-types']) throw new UsageError('usage.typesOrAll');
  const range = readRange(choice);
  const names = choice.type?.map(readType);
  const types: TypeChoice = names ? { kind: 'some', names } : { kind: 'all', operation: 'both' };
  return async (app, connectionId) => {
    if (names) await tellUnknownTypes(app, terminal, connectionId, names);
    return {
      kind: 'range',
      connectionIds: [connectionId],
      ruts: [rut],
      range: { kind: 'days', ...range },
      types,
      complete: false,
    };
  };
}

/** Says which names are no known type; they are requested all the same, as an inactive type may be meant. */
async function tellUnknownTypes(
  app: App,
  terminal: Terminal,
  connectionId: string,
  names: readonly string[],
) {
  // What keeps the catalogue from being read is reported by the query.
  const list = await app.handlers['types.list']({ connectionId }).catch(() => undefined);
  if (!list || list.incompleteReason) return;
  const known = new Set(list.types.map(({ name }) => name.trim()));
  for (const type of new Set(names)) if (!known.has(type)) terminal.say('unknownType', { type });
}

/** A RUT as typed; a wrong check digit only warns, because the API accepts it (names.md, RUT on the wire). */
export function readRut(terminal: Terminal, text: string | undefined): Rut {
  const parsed = parseRut(needed(text, '--rut'));
  if (parsed.form === 'wrong') throw new AppError('RUT_NUMBER_INVALID', 'not in the form of a RUT');
  if (!parsed.digitIsRight) {
    const [body = ''] = parsed.rut.split('-');
    const right = formatRut(`${body}-${parsed.expected}` as Rut);
    terminal.say('wrongDigit', { rut: formatRut(parsed.rut), right });
  }
  return parsed.rut;
}

/** A valid dispatch number, parsed as in the search box. */
function readDispatch(text: string): string {
  const number = dispatchNumberSchema.safeParse(bareNumber(text));
  if (!number.success) throw new AppError('DISPATCH_ID_INVALID', 'not a dispatch number');
  return number.data;
}

/**
 * The number of the client's stored dispatch that a number refers to, as in the search box: with other
 * leading zeros, or by its declaration. Else that number.
 */
async function resolveDispatch(app: App, number: string, rut: Rut): Promise<string> {
  const read = await app.handlers['search.parse']({ text: number, connectionIds: [] });
  if (read.kind === 'nothing') return number;
  const stored = read.dispatches.filter(({ source, ruts }) => source === 'kept' && ruts.includes(rut));
  const [only] = stored;
  return only && stored.length === 1 ? only.number : number;
}

/** A dispatch to ask the service about. */
interface DispatchTarget {
  dispatch: string;
  rut: Rut;
  signal: AbortSignal;
}

/** Runs a command on the one dispatch that `--rut` and `--dispatch` name. */
export async function withDispatch<T>(
  terminal: Terminal,
  work: (app: App, api: Awaited<ReturnType<App['getApiClient']>>, dispatch: DispatchTarget) => Promise<T>,
): Promise<T> {
  const { values } = readArguments(terminal.arguments, {
    ...agencyOptions,
    rut: { type: 'string' },
    dispatch: { type: 'string' },
  });
  const rut = readRut(terminal, values.rut);
  const typed = readDispatch(needed(values.dispatch, '--dispatch'));
  return withAgency(terminal, values, async (app, { id }) => {
    const dispatch = await resolveDispatch(app, typed, rut);
    return work(app, await app.getApiClient(id), { dispatch, rut, signal: terminal.signal });
  });
}

/** Both ends of a range of days, as `YYYY-MM-DD` or in any other form that `typedDay` parses. */
export function readRange({ from, to }: Pick<Choice, 'from' | 'to'>): { start: string; end: string } {
  if (from === undefined) throw new AppError('START_DATE_REQUIRED', 'no start');
  if (to === undefined) throw new AppError('END_DATE_REQUIRED', 'no end');
  const [start, end] = [typedDay(from), typedDay(to)];
  if (start === undefined)
    throw new AppError('START_DATE_INVALID', 'no such day', { values: { date: from } });
  if (end === undefined) throw new AppError('END_DATE_INVALID', 'no such day', { values: { date: to } });
  if (start > end) {
    throw new AppError('DATE_RANGE_INVALID', 'the start is after the end', { values: { start, end } });
  }
  return { start, end };
}

function readType(text: string): string {
  const name = text.trim();
  if (name === '') throw new AppError('FILE_TYPE_NAME_INVALID', 'an empty type');
  return name;
}
