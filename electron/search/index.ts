import type { Handlers } from '../../shared/contract.ts';
import { fileStatuses } from '../../shared/model/file-status.ts';
import { definedOnly } from '../../shared/model/json.ts';
import { fold } from '../../shared/without-accents.ts';
import type { AppContext } from '../app-context.ts';
import type { ClientDirectory, Connections } from '../connections/index.ts';
import type { FileStatusToken } from '../database/index.ts';
import type { Downloads } from '../downloads/index.ts';
import { createTranslator, type Language, type Translator } from '../i18n/index.ts';
import { thisProcess } from '../jobs/index.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import {
  type ConfigurationFile,
  type ConfigurationOptions,
  type ConfigurationTexts,
  createConfigurationFile,
} from './configuration-file.ts';
import { Search, type SearchOptions, type SearchTools } from './search.ts';

export { bareNumber, knownTypeNames, type ParsedText, parseText, planOf } from './query-parser/index.ts';
export { type ListedDispatch, readDispatchList } from './read-dispatch-list.ts';
export { Search, type SearchOptions };

/** What the search takes from the app and its other modules. */
interface SearchContext
  extends SearchTools,
    Pick<AppContext, 'desktop' | 'translatorNow'>,
    Pick<SearchOptions, 'documentsFolder'> {
  clients: Pick<ClientDirectory, 'list' | 'save'>;
  connections: Pick<Connections, 'list' | 'add' | 'onKeyReplaced' | 'practiceAgency'>;
  downloads: Pick<Downloads, 'start' | 'split' | 'control' | 'noticeReplaced'>;
  managedSettings: ConfigurationOptions['managedSettings'];
  changeSettings: ConfigurationOptions['changeSettings'];
  checkTemplate: ConfigurationOptions['checkTemplate'];
  /** Deletes what lies outside the database of the purged data. */
  afterPurge(): Promise<void>;
  /** Deletes that of documents that expired. */
  afterPrune(): Promise<void>;
}

/** The background work of this process. */
interface BackgroundWork {
  /** Saved searches are refreshed, and old data is pruned. */
  takesOver: boolean;
  /** Partial dispatches are completed. */
  completes: boolean;
}

/** Creates the search over a store; a new key resumes the work of its connection. */
export function createSearch(context: SearchContext) {
  const { connections, downloads } = context;
  const search = new Search({
    ...context,
    clients: () => context.clients.list(),
    connectionIds: async () => (await connections.list()).map(({ id }) => id),
    practiceExamples: () => connections.practiceAgency.examples(),
    fileStatusTokens: createFileStatusTokens(() => context.settings().language),
    startDownload: (request) => downloads.start(request),
    splitDownload: (request) => downloads.split(request),
    cancelDownload: (batchId) => downloads.control({ action: 'cancel', batchId }),
    noticeReplaced: (resultSetId) => downloads.noticeReplaced(resultSetId),
    process: thisProcess(),
  });
  const configuration = createConfigurationFile({
    saved: search.saved,
    clients: context.clients,
    settings: context.settings,
    managedSettings: context.managedSettings,
    changeSettings: context.changeSettings,
    checkTemplate: context.checkTemplate,
    desktop: context.desktop,
    writeFile: (path, text) => atomicWrite(path, [text]),
    connections: {
      list: () => connections.list(),
      addWithoutKey: (draft) => connections.add(draft, { isStillToCome: true }),
    },
    texts: () => configurationTexts(context.translatorNow()),
  });
  connections.onKeyReplaced((ids) => {
    search.resume(ids);
  });
  const handlers = searchHandlers(search, configuration);
  return {
    search,
    handlers: {
      ...handlers,
      'stored.purge': async (scope) => {
        await handlers['stored.purge'](scope);
        await context.afterPurge();
      },
    } satisfies Partial<Handlers>,
    begin: ({ takesOver, completes }: BackgroundWork) => {
      if (takesOver) {
        search.resumer.begin();
        search.refreshScheduler.begin();
        search.retention.begin();
      }
      if (completes) search.backgroundFetch.begin();
    },
  };
}

/** The texts of the dialogs for a configuration file, in the translator's language. */
function configurationTexts({ t }: Translator): ConfigurationTexts {
  return {
    save: t('host:notices.configurationSave'),
    load: t('host:notices.configurationLoad'),
    name: `${t('host:notices.configurationName')}.json`,
  };
}

/** The search's part of the contract. */
export function searchHandlers(search: Search, configuration: ConfigurationFile) {
  const { runner, rows, saved } = search;
  return {
    'types.list': ({ connectionId }) => search.typeCatalogues.list(connectionId),
    'search.parse': ({ text, connectionIds }) => search.parseQuery(text, connectionIds),
    'search.days': async ({ text }) => search.readDays(text),
    'search.estimate': (query) => search.estimate(query),
    'search.start': async (query) => ({ resultSetId: await runner.start(query) }),
    'search.progress': ({ resultSetId }) => runner.progress(resultSetId),
    'search.cancel': ({ resultSetId }) => runner.cancel(resultSetId),
    'search.repeat': ({ resultSetId, taskId }) =>
      runner.repeat(resultSetId, taskId === undefined ? undefined : Number(taskId)),
    'search.requestRest': ({ resultSetId }) => runner.tryRemainingClients(resultSetId),
    'search.clientsWithout': ({ resultSetId }) => search.clientsWithout(resultSetId),
    'search.outcomes': ({ resultSetId }) => search.outcomes(resultSetId),
    'search.query': ({ resultSetId }) => search.query(resultSetId),
    'search.recent': () => search.recent(),
    'search.unreadable': () => search.unreadable(),
    'search.examples': () => search.examples(),
    'rows.page': (query) => rows.page(query),
    'rows.columns': ({ resultSetId, list }) => rows.columns(resultSetId, list),
    'rows.preload': ({ resultSetId, list, columns }) => rows.preload(resultSetId, list, columns),
    'rows.find': ({ text }) => rows.find(text),
    'dispatch.view': (lookup) => search.view(lookup),
    'saved.list': () => saved.list(),
    'saved.unreadable': () => saved.unreadable(),
    'saved.create': ({ resultSetId, ...draft }) => saved.create(draft, resultSetId),
    'saved.change': ({ id, ...change }) => saved.change(id, definedOnly(change)),
    'saved.duplicate': ({ id, name }) => saved.duplicate(id, name),
    'saved.remove': ({ id }) => saved.remove(id),
    'saved.refresh': ({ id }) => saved.refresh(id, { isUrgent: true }),
    'saved.changes': () => saved.changes(),
    'saved.markSeen': async ({ id }) => ({ markId: await saved.markSeen(id) }),
    'saved.unmarkSeen': ({ markId }) => saved.unmarkSeen(markId),
    'saved.newDocuments': ({ id }) => saved.newDocuments(id),
    'configuration.save': () => configuration.save(),
    'configuration.load': () => configuration.load(),
    'stored.purge': async (scope) => {
      try {
        await search.purge(definedOnly(scope));
      } finally {
        // If counting the changes fails now, the next poll, within a minute, counts them.
        await saved.poll().catch(() => undefined);
      }
    },
  } satisfies Partial<Handlers>;
}

/** Minimum letters to match a part of a label: shorter tokens are part of too many. */
const leastPart = 3;

/**
 * The file statuses that a folded filter token means, by their labels in the current language. A token may be
 * part of a label; a short one must be a whole word of it.
 */
export function createFileStatusTokens(language: () => Language): (word: string) => FileStatusToken[] {
  const labels = new Map<Language, readonly (readonly [FileStatusToken, string])[]>();

  function labelsNow(): readonly (readonly [FileStatusToken, string])[] {
    const now = language();
    const known = labels.get(now) ?? labelsIn(now);
    labels.set(now, known);
    return known;
  }

  return (word) => {
    const isSaid = (label: string) =>
      word.length < leastPart ? label.split(' ').includes(word) : label.includes(word);
    return labelsNow().flatMap(([file, label]) => (isSaid(label) ? [file] : []));
  };
}

function labelsIn(language: Language): readonly (readonly [FileStatusToken, string])[] {
  const { t } = createTranslator(language);
  return [
    ...fileStatuses.map((status) => [status, fold(t(`grid:file.${status}`))] as const),
    ['inactive', fold(t('grid:inactive'))],
  ];
}
