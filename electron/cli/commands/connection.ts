import { AppError } from '../../../shared/errors.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { connectionFields, fieldsOf, ofEachField } from '../../../shared/model/connection-fields.ts';
import { shownDate } from '../../../shared/model/dates.ts';
import type { App } from '../../app.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readKeyFile } from '../key-file.ts';
import { printTable } from '../print-table.ts';
import { needed, readArguments, UsageError } from '../read-arguments.ts';
import { reportError } from '../report-error.ts';
import { withApp } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

type Act = (app: App, terminal: Terminal, name: string, options: AddOptions) => Promise<ExitCode>;
interface AddOptions {
  /** The values of the options that are named after the fields of a connection. */
  [field: string]: string | boolean | undefined;
  'same-key-as'?: string | undefined;
  'key-file'?: string | undefined;
}

const fieldOptions = Object.fromEntries(
  connectionFields.flatMap(({ option }) =>
    option === undefined ? [] : [[option, { type: 'string' as const }]],
  ),
);

/**
 * `connection add|set-key|test|list|remove`: the saved agencies, and their keys, which come from stdin or a
 * file, never from an argument.
 */
export const connection: Command = async (terminal) => {
  const { values, positionals } = readArguments(
    terminal.arguments,
    {
      name: { type: 'string' },
      ...fieldOptions,
      'same-key-as': { type: 'string' },
      'key-file': { type: 'string' },
    },
    2,
  );
  if (values['same-key-as'] !== undefined && values['key-file'] !== undefined) {
    throw new UsageError('usage.oneKey');
  }
  const [verb, name = values.name] = positionals;
  if (verb === 'list') return withApp(terminal, (app) => list(app, terminal));
  const action = actions.get(verb ?? '');
  if (!action) throw new UsageError('usage.connection');
  if (!name) throw new UsageError('usage.noName');
  return withApp(terminal, (app) => action(app, terminal, name, values));
};

const actions: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['add', add],
  ['set-key', setKey],
  ['test', test],
  ['remove', remove],
]);

async function add(app: App, terminal: Terminal, name: string, options: AddOptions): Promise<ExitCode> {
  const textOf = (option: string) => {
    const value = options[option];
    return typeof value === 'string' ? value : undefined;
  };
  const draft = ofEachField(
    ({ option }) => (option === undefined ? name : needed(textOf(option), `--${option}`)),
    ({ option = '' }) => textOf(option) ?? '',
  );
  const lender = options['same-key-as'];
  const key = lender === undefined ? await readKey(terminal, options) : undefined;
  const saved =
    key === undefined
      ? await app.handlers['connections.add']({
          ...draft,
          keyOf: (await app.connections.named(lender ?? '')).id,
        })
      : await app.handlers['connections.add']({ ...draft, key });
  if (saved.key.kind === 'session') {
    // A key in memory ends with this command, so the next command could not use it.
    await app.handlers['connections.remove']({ id: saved.id });
    throw noKeychain(saved.key.reason);
  }
  reportConnection(terminal, 'added', saved);
  if (!(await app.search.typeCatalogues.has(saved.id))) terminal.say('typesUnread');
  return exitCode.done;
}

async function setKey(app: App, terminal: Terminal, name: string, options: AddOptions): Promise<ExitCode> {
  const { id } = await app.connections.named(name);
  const key = await readKey(terminal, options);
  const saved = await app.handlers['connections.replaceKey']({ id, key });
  if (saved.key.kind === 'session') throw noKeychain(saved.key.reason);
  reportConnection(terminal, 'keyReplaced', saved);
  return exitCode.done;
}

async function test(app: App, terminal: Terminal, name: string): Promise<ExitCode> {
  const { id } = await app.connections.named(name);
  const { documentTypes, incompleteReason } = await app.handlers['connections.test']({ id });
  terminal.emit('done', { name, types: documentTypes });
  terminal.say('connectionWorks', { name, count: documentTypes });
  return incompleteReason ? reportError(app, terminal, incompleteReason) : exitCode.done;
}

async function remove(app: App, terminal: Terminal, name: string): Promise<ExitCode> {
  const { id } = await app.connections.named(name);
  await app.handlers['connections.remove']({ id });
  terminal.emit('done', { name });
  terminal.say('connectionRemoved', { name });
  return exitCode.done;
}

async function list(app: App, terminal: Terminal): Promise<ExitCode> {
  const summaries = app.connections.summaries().filter(({ isPractice }) => !isPractice);
  const saved = await Promise.all(summaries.map(({ id }) => app.connections.find(id)));
  for (const one of saved) terminal.emit('connection', { item: shownConnection(one) });
  printTable(terminal, saved, {
    ...Object.fromEntries(
      connectionFields.map(({ name }) => [name, (one: Connection) => fieldsOf(one)[name]]),
    ),
    key: ({ key }) => (key.kind === 'missing' ? terminal.translator.t('keyMissing') : key.hint || '…'),
    since: ({ key }) => (key.kind === 'missing' ? '' : shownDate(key.since)),
  });
  terminal.emit('done', { connections: saved.length });
  terminal.say('connections', { count: saved.length });
  return exitCode.done;
}

function reportConnection(terminal: Terminal, event: 'added' | 'keyReplaced', saved: Connection): void {
  terminal.emit(event, { item: shownConnection(saved) });
  terminal.emit('done', { name: saved.name });
  const hint = saved.key.kind === 'missing' ? '' : saved.key.hint;
  terminal.say(event === 'added' ? 'connectionAdded' : 'keyReplaced', {
    name: saved.name,
    hint: hint || '…',
  });
}

function shownConnection(connection: Connection) {
  const { id, isManaged, key } = connection;
  return { id, ...fieldsOf(connection), isManaged, key: { ...key } };
}

async function readKey(terminal: Terminal, { 'key-file': path }: AddOptions): Promise<string> {
  const key = path === undefined ? await terminal.readSecret('typeKey') : await readKeyFile(path);
  if (key === '') throw new AppError('KEY_MISSING', 'no key on stdin or in the file');
  terminal.hide(key);
  return key;
}

function noKeychain(detail: string): AppError {
  return new AppError('NO_KEYCHAIN', 'no keychain to keep the key in', { values: { detail } });
}
