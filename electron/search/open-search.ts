import type { Handlers } from '../../shared/contract.ts';
import type { Connections } from '../connections/index.ts';
import type { Downloads } from '../downloads/index.ts';
import type { Translator } from '../i18n/index.ts';
import { thisProcess } from '../jobs/index.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import { type ConfigurationDeps, createConfigurationFile } from './configuration.ts';
import { configurationTexts } from './configuration-texts.ts';
import { createFileStatusTokens } from './file-status-tokens.ts';
import { type SearchCall, searchHandlers } from './handlers.ts';
import { createSearch, type Search, type SearchDeps } from './search.ts';

type Given =
  | 'clients'
  | 'connectionIds'
  | 'fileStatusTokens'
  | 'startDownload'
  | 'cancelDownload'
  | 'noticeReplaced'
  | 'process';

export interface SearchModuleDeps
  extends Omit<SearchDeps, Given>,
    Pick<ConfigurationDeps, 'clients' | 'changeTemplate' | 'desktop'> {
  connections: Pick<Connections, 'list' | 'add' | 'onKeyReplaced' | 'practiceExamples'>;
  downloads: Pick<Downloads, 'start' | 'control' | 'noticeReplaced'>;
  translatorNow(): Translator;
  /** Deletes what lies outside the database of the purged data. */
  afterPurge(): Promise<void>;
}

/** The background work of this process. */
export interface InBackground {
  /** Saved searches are refreshed, and old data is pruned. */
  takesOver: boolean;
  /** Partial dispatches are completed. */
  completes: boolean;
}

/** The search and its handlers. */
export interface SearchModule {
  search: Search;
  handlers: Pick<Handlers, SearchCall>;
  begin(work: InBackground): void;
}

/** Opens the search over a store; a new key resumes the work of its connection. */
export function openSearch(deps: SearchModuleDeps): SearchModule {
  const { clients, connections, downloads, settings, translatorNow, reportError } = deps;
  const search = createSearch({
    ...deps,
    clients: clients.list,
    connectionIds: async () => (await connections.list()).map(({ id }) => id),
    practiceExamples: connections.practiceExamples,
    fileStatusTokens: createFileStatusTokens(() => settings().language),
    startDownload: downloads.start,
    cancelDownload: (batchId) => downloads.control({ action: 'cancel', batchId }),
    noticeReplaced: downloads.noticeReplaced,
    process: thisProcess(),
  });
  const { changeTemplate, desktop } = deps;
  const configuration = createConfigurationFile({
    ...{ saved: search.saved, clients, settings, changeTemplate, desktop },
    writeFile: (path, text) => atomicWrite(path, [text]),
    connections: {
      list: connections.list,
      addWithoutKey: (draft) => connections.add(draft, { isStillToCome: true }),
    },
    texts: () => configurationTexts(translatorNow()),
  });
  connections.onKeyReplaced((ids) => {
    search.resume(ids);
  });
  const handlers = searchHandlers(search, configuration);
  return {
    search,
    handlers: {
      ...handlers,
      'kept.purge': async (scope) => {
        await handlers['kept.purge'](scope);
        await deps.afterPurge();
      },
    },
    begin: ({ takesOver, completes }) => {
      if (takesOver) {
        search.resumer.begin();
        search.refreshScheduler.begin();
        search.retention.begin((error) => reportError('pruning', error));
      }
      if (completes) search.backgroundFetch.begin();
    },
  };
}
