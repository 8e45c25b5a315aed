import { AppError, isAppError } from '../../shared/errors.ts';
import { asksAgencies } from '../../shared/model/asks-agencies.ts';
import {
  type Configuration,
  type ConfigurationLoaded,
  configurationSchema,
  configurationVersion,
} from '../../shared/model/configuration.ts';
import type { Client, Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { fieldsOf } from '../../shared/model/connection-fields.ts';
import type { SavedSearchDraft } from '../../shared/model/search.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Desktop } from '../host.ts';
import { parseBaseUrl } from '../lib/base-url.ts';
import { readWhole } from '../lib/retry-while-locked.ts';
import type { SavedSearches } from './saved-searches.ts';

/** The settings that a configuration has. */
type TransferredSettings = Pick<Settings, 'template' | 'documentOrders'>;

export interface ConfigurationOptions {
  saved: Pick<SavedSearches, 'list' | 'create'>;
  clients: { list(): readonly Client[]; save(clients: readonly Client[]): unknown };
  connections: {
    list(): Promise<readonly Connection[]>;
    /** Adds a connection whose key the person enters later. */
    addWithoutKey(draft: ConnectionDraft): Promise<Connection>;
  };
  settings(): Settings;
  /** The settings that an administrator has set. */
  managedSettings(): readonly (keyof Settings)[];
  changeSettings(change: Partial<TransferredSettings>): Promise<void> | void;
  /** Throws for a name template that does not work. */
  checkTemplate(template: string): void;
  desktop: Pick<Desktop, 'chooseSavePath' | 'chooseFile'>;
  /** Writes a file whole or not at all. */
  writeFile(path: string, text: string): Promise<void>;
  texts(): ConfigurationTexts;
}

/** The texts of the dialogs, in the current language. */
export interface ConfigurationTexts {
  save: string;
  load: string;
  /** The suggested name of the file. */
  name: string;
}

/** Larger than any real configuration, in bytes. */
const maxFileBytes = 20_000_000;

/** Transfers searches, clients, orders, template and connections between computers, without keys or links. */
export interface ConfigurationFile {
  save(): Promise<{ path: string } | undefined>;
  load(): Promise<ConfigurationLoaded | undefined>;
  /** The configuration that a file would have now. */
  current(): Promise<Configuration>;
  /** Adds the parts of a configuration that this computer lacks. */
  add(configuration: Configuration): Promise<ConfigurationLoaded>;
}

export function createConfigurationFile(options: ConfigurationOptions): ConfigurationFile {
  async function current(): Promise<Configuration> {
    // Every computer has the practice agency already.
    const connections = (await options.connections.list()).filter(({ isPractice }) => !isPractice);
    const ids = new Set(connections.map(({ id }) => id));
    const saved = (await options.saved.list())
      .map(
        ({ id: _id, resultSetId: _set, asOf: _asOf, news: _news, incomplete: _incomplete, ...draft }) =>
          draft,
      )
      .filter((draft) => hasConnections(draft, ids));
    return {
      carpeta: 'configuration',
      version: configurationVersion,
      connections: connections.map((one) => ({ id: one.id, ...fieldsOf(one) })),
      clients: options.clients.list().map(withoutFolder),
      template: options.settings().template,
      documentOrders: options.settings().documentOrders,
      // A folder of this computer means nothing on another.
      savedSearches: saved.map((draft) => ({ ...draft, folder: '' })),
    };
  }

  async function add(configuration: Configuration): Promise<ConfigurationLoaded> {
    const { idOf, added } = await addConnections(options.connections, configuration);
    const known = new Map(options.clients.list().map((client) => [client.rut, client]));
    const read = configuration.clients.map((client) => withoutBadTemplate(withoutFolder(client), options));
    const clients = read.filter(({ rut }) => !known.has(rut));
    // A client that has rules here keeps them.
    const ruled = read.flatMap(({ rut, rules }) => {
      const here = known.get(rut);
      return here && rules && !here.rules ? [{ ...here, rules }] : [];
    });
    if (clients.length + ruled.length > 0) options.clients.save([...clients, ...ruled]);
    await addSettings(options, configuration);
    const here = new Set((await options.saved.list()).map(fingerprint));
    const savedSearches = configuration.savedSearches
      .map((draft) => withConnections(draft, idOf))
      .filter((draft) => !here.has(fingerprint(draft)));
    for (const draft of savedSearches) await options.saved.create(draft, undefined);
    return {
      connections: added.length,
      clients: clients.length,
      savedSearches: savedSearches.length,
      withoutKey: added.filter(({ key }) => key.kind === 'missing').length,
    };
  }

  return {
    current,
    add,
    async save() {
      const { save, name } = options.texts();
      const path = await options.desktop.chooseSavePath({ title: save, suggestedName: name });
      if (path === undefined) return undefined;
      await options.writeFile(path, `${JSON.stringify(await current(), undefined, 2)}\n`);
      return { path };
    },
    async load() {
      const path = await options.desktop.chooseFile({ title: options.texts().load, extensions: ['json'] });
      return path === undefined ? undefined : add(readConfiguration(await readText(path)));
    },
  };
}

/** What an administrator has set stays, and a client that has an order here keeps it. */
async function addSettings(
  options: Pick<ConfigurationOptions, 'settings' | 'managedSettings' | 'changeSettings'>,
  { template, documentOrders }: Configuration,
): Promise<void> {
  const here = options.settings();
  const managed = options.managedSettings();
  const orders = { ...documentOrders, ...here.documentOrders };
  const hasNewOrders = Object.keys(orders).length > Object.keys(here.documentOrders).length;
  await options.changeSettings({
    ...(!managed.includes('template') && template !== here.template && { template }),
    ...(!managed.includes('documentOrders') && hasNewOrders && { documentOrders: orders }),
  });
}

/** Matches connections by base URL and agency, whatever their names. */
async function addConnections(
  connections: ConfigurationOptions['connections'],
  configuration: Configuration,
): Promise<{ idOf: ReadonlyMap<string, string>; added: readonly Connection[] }> {
  const here = await connections.list();
  const idOf = new Map<string, string>();
  const added: Connection[] = [];
  for (const { id, ...draft } of configuration.connections) {
    const same = [...here, ...added].find(
      ({ baseUrl, agency }) => baseUrl === draft.baseUrl && agency === draft.agency,
    );
    const connection = same ?? (await connections.addWithoutKey(draft));
    if (!same) added.push(connection);
    idOf.set(id, connection.id);
  }
  return { idOf, added };
}

/**
 * The configuration in a text. Throws `CONFIGURATION_INVALID` with the first wrong path; nothing of the text
 * is used then.
 */
export function readConfiguration(text: string): Configuration {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new AppError('CONFIGURATION_INVALID', 'the file is not JSON', { cause, values: { path: '' } });
  }
  const judged = configurationSchema.safeParse(value);
  if (!judged.success) {
    const path = judged.error.issues[0]?.path.join('.') ?? '';
    throw new AppError('CONFIGURATION_INVALID', `the file is wrong at ${path}`, { values: { path } });
  }
  for (const [index, { baseUrl }] of judged.data.connections.entries()) {
    try {
      parseBaseUrl(baseUrl);
    } catch (cause) {
      const path = `connections.${index}.baseUrl`;
      throw new AppError('CONFIGURATION_INVALID', `the file is wrong at ${path}`, {
        cause,
        values: { path },
      });
    }
  }
  const ids = new Set(judged.data.connections.map(({ id }) => id));
  for (const [index, draft] of judged.data.savedSearches.entries()) {
    if (hasConnections(draft, ids)) continue;
    const path = `savedSearches.${index}.question.connectionIds`;
    throw new AppError('CONFIGURATION_INVALID', `the file is wrong at ${path}`, { values: { path } });
  }
  return judged.data;
}

async function readText(path: string): Promise<string> {
  const bytes = await readWhole(path);
  if (bytes.length > maxFileBytes) {
    throw new AppError('CONFIGURATION_INVALID', 'the file is too large', { values: { path: '' } });
  }
  return bytes.toString('utf8');
}

/** Whether all connections of a saved search are among these; one for words has none. */
function hasConnections(draft: SavedSearchDraft, ids: ReadonlySet<string>): boolean {
  return !asksAgencies(draft) || draft.question.connectionIds.every((id) => ids.has(id));
}

function withConnections(draft: SavedSearchDraft, idOf: ReadonlyMap<string, string>): SavedSearchDraft {
  // A file decides what to search for, never where on this computer to write: anybody may have made it.
  if (!asksAgencies(draft)) return { ...draft, folder: '' };
  const connectionIds = draft.question.connectionIds.map((id) => idOf.get(id) ?? id);
  return { ...draft, folder: '', question: { ...draft.question, connectionIds } };
}

/** A client without the folder of its rules, which is one of this computer. */
/** Every download of a client whose template does not work would fail. */
function withoutBadTemplate(
  client: Client,
  { checkTemplate }: Pick<ConfigurationOptions, 'checkTemplate'>,
): Client {
  const { rules: { template, ...rules } = {}, ...own } = client;
  if (template === undefined) return client;
  try {
    checkTemplate(template);
    return client;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...own, ...(Object.keys(rules).length > 0 && { rules }) };
  }
}

function withoutFolder({ rules: { folder: _, ...rules } = {}, ...client }: Client): Client {
  return { ...client, ...(Object.keys(rules).length > 0 && { rules }) };
}

/** Two saved searches with the same name and query are the same. */
function fingerprint({ name, question: query }: Pick<SavedSearchDraft, 'name' | 'question'>): string {
  return JSON.stringify([name, query]);
}
