import { on } from 'node:events';
import { constants, type FileHandle } from 'node:fs/promises';
import { anyTextOfBytes } from '../../shared/decode-text.ts';
import { toErrorData } from '../../shared/errors.ts';
import { dayInSantiago, resolveRange } from '../../shared/model/dates.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { WrongReason } from '../../shared/model/search.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { App } from '../app.ts';
import { practiceId } from '../connections/index.ts';
import { notRegular, patientNames } from '../lib/retry-while-locked.ts';
import { knownTypeNames, type ParsedText, parseText, planOf } from '../search/index.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { type Choice, queryFromOptions, readRange, readRut } from './query-options.ts';
import { UsageError } from './read-arguments.ts';
import { type AgencyChoice, withApp } from './session.ts';
import type { Terminal } from './terminal.ts';

/** Maximum size of a text: many times what fits into the search box. */
const maxBytes = 8 * 1024 * 1024;

/** `--plan`: prints the query of a text. Throws `UsageError`. */
export async function plan(terminal: Terminal, values: Choice & AgencyChoice): Promise<ExitCode> {
  if (values.list === undefined) throw new UsageError('usage.missing', { option: '--list' });
  return printPlan(terminal, values, await readListText(terminal, values.list));
}

/**
 * The query of the options, or of the text of `--list`. Throws as `queryFromOptions` and `queryFromText` do.
 */
export async function readQuery(
  terminal: Terminal,
  values: Choice,
): Promise<(app: App, connectionId: string) => Promise<SearchQuery>> {
  if (values.list === undefined) return queryFromOptions(terminal, values);
  if (values.dispatch) throw new UsageError('usage.listOrDispatch');
  if (values.type && values['all-types']) throw new UsageError('usage.typesOrAll');
  return queryFromText(terminal, values, await readListText(terminal, values.list));
}

/** The text of a list: from a file, or from standard input where the path is `-`. Throws `UsageError`. */
async function readListText(terminal: Terminal, path: string): Promise<string> {
  const bytes = path === '-' ? await wholeInput(terminal) : await wholeFile(path);
  if (bytes.length > maxBytes) throw new UsageError('usage.listTooLarge');
  return anyTextOfBytes(bytes);
}

async function wholeFile(path: string): Promise<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a FIFO without a writer would block. Windows has neither.
    file = await patientNames().open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await file.stat();
    // A device may have no end.
    if (!found.isFile() && !found.isFIFO()) throw notRegular(path);
    if (found.size > maxBytes) throw new UsageError('usage.listTooLarge');
    return await file.readFile();
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError('usage.listUnreadable');
  } finally {
    await file?.close();
  }
}

async function wholeInput({ stdin, signal }: Terminal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const [chunk] of on(stdin, 'data', { signal, close: ['end'] })) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Prints the query of a text as one line of JSON: `--plan`. Sends no request. Client names and the catalogue
 * are the stored ones; without a catalogue, the usual types of customs agencies apply.
 */
async function printPlan(terminal: Terminal, choice: AgencyChoice, text: string): Promise<ExitCode> {
  const { read, today } = await readHere(terminal, choice, text);
  const plan = planOf(read, today);
  if (terminal.isJson) terminal.emit('plan', { ...plan });
  else terminal.printAsIs(JSON.stringify({ event: 'plan', ...plan }));
  return exitCode.done;
}

/** Parses the text with the stored clients and types; without them where they cannot be read. */
async function readHere(
  terminal: Terminal,
  choice: AgencyChoice,
  text: string,
): Promise<{ read: ParsedText; today: string }> {
  try {
    return await withApp(terminal, async (app) => {
      const today = app.today();
      const types = await storedTypes(app, choice);
      return { read: parseText(text, { book: app.clients.list(), types, today }), today };
    });
  } catch (error) {
    // Parsing works without stored data.
    terminal.complain(toErrorData(error));
    const today = dayInSantiago(Date.now());
    return { read: parseText(text, { book: [], types: knownTypeNames, today }), today };
  }
}

/** What is said of a reported part; of every other that it is not understood. */
const messages: Partial<Record<WrongReason, 'daysOfAll' | 'daysUnclear'>> = {
  'days-of-all': 'daysOfAll',
  'days-unclear': 'daysUnclear',
};

/**
 * The query of a text, as Enter in the search box runs it: its dispatches, else its clients' documents of its
 * types and days. Options override the text. What is not understood is reported. Throws `UsageError`, or an
 * `AppError` where days are missing.
 */
function queryFromText(
  terminal: Terminal,
  choice: Choice,
  text: string,
): (app: App, connectionId: string) => Promise<SearchQuery> {
  const rut = choice.rut === undefined ? undefined : readRut(terminal, choice.rut);
  return async (app, connectionId) => {
    const read = await app.handlers['search.parse']({ text, connectionIds: [connectionId] });
    if (read.kind === 'nothing') throw new UsageError('usage.listEmpty');
    for (const { text: part, reason } of read.wrong)
      terminal.say(messages[reason] ?? 'notUnderstood', { text: part });
    for (const { text: part } of read.unmatched) terminal.say('notKept', { text: part });
    for (const { first, last, isTooLong } of read.numberRanges) {
      if (isTooLong) terminal.say('rangeTooLong', { first, last });
    }
    if (read.areTypesUnread) terminal.say('typesUnread');
    const named: readonly Rut[] = rut === undefined ? read.clients.map(({ rut }) => rut) : [rut];
    const ruts = named.length > 0 ? named : app.clients.list().map(({ rut }) => rut);
    const connectionIds = [connectionId];
    if (read.dispatches.length > 0) {
      if (ruts.length === 0 && read.dispatches.some((one) => one.ruts.length === 0)) {
        throw new UsageError('usage.missing', { option: '--rut' });
      }
      const dispatches = read.dispatches.map((one) => ({
        number: one.number,
        ruts: one.ruts.length > 0 ? [...one.ruts] : [...named],
      }));
      return { kind: 'dispatches', connectionIds, dispatches };
    }
    if (read.unmatched.length > 0) throw new UsageError('usage.listKnown');
    if (ruts.length === 0) throw new UsageError('usage.missing', { option: '--rut' });
    const days =
      choice.from === undefined && choice.to === undefined && read.range
        ? resolveRange(read.range, app.today())
        : readRange(choice);
    const names = choice.type ?? (choice['all-types'] ? [] : read.types);
    return {
      kind: 'range',
      connectionIds,
      ruts: [...ruts],
      range: { kind: 'days', ...days },
      complete: false,
      types: names.length > 0 ? { kind: 'some', names: [...names] } : { kind: 'all', operation: 'both' },
    };
  };
}

async function storedTypes(app: App, choice: AgencyChoice): Promise<readonly string[]> {
  const all = await app.handlers['connections.list'](undefined);
  const named = choice.connection?.toLocaleLowerCase();
  const selected = all.filter(({ name }) => named === undefined || name.toLocaleLowerCase() === named);
  const ids = choice.practice ? [practiceId] : selected.map(({ id }) => id);
  const types = await app.search.typeCatalogues.names(ids);
  return types.length > 0 ? types : knownTypeNames;
}
