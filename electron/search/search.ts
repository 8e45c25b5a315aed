import type { Client } from '../../shared/model/connection.ts';
import { type Day, dayInSantiago, resolveRange } from '../../shared/model/dates.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DownloadRequest } from '../../shared/model/download.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type {
  DispatchOutcome,
  DispatchView,
  ParsedQuery,
  SearchExamples,
  SearchProgress,
} from '../../shared/model/search.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { AppContext } from '../app-context.ts';
import type { FileStatusToken, PurgeScope, StoredOutcome } from '../database/index.ts';
import { createLeaseOwner, type JobRunnerOptions, type ProcessIdentity } from '../jobs/index.ts';
import { BackgroundFetch } from './background-fetch.ts';
import { type ConnectionJobs, createConnectionJobs } from './connection-jobs.ts';
import { inVainOf } from './find-client.ts';
import { completeDispatch, type DispatchLookup, lookUpDispatch } from './look-up-dispatch.ts';
import { parseQuery } from './parse-query.ts';
import { knownTypeNames, readDayRange } from './query-parser/index.ts';
import { RefreshScheduler } from './refresh-scheduler.ts';
import { Retention } from './retention.ts';
import { createRowQueries, type RowQueries } from './row-queries.ts';
import { SavedSearches } from './saved-searches.ts';
import { SearchResumer } from './search-resumer.ts';
import { SearchRunner } from './search-runner.ts';
import { createServiceClock, type ServiceClock } from './service-clock.ts';
import { estimateTasks, type KnownTypes } from './task-planner.ts';
import { TypeCatalogues } from './type-catalogue.ts';

type SearchTool = 'store' | 'getApiClient' | 'breakerOf' | 'links' | 'clock' | 'random' | 'uuid';
/** What the search takes of the app as it is. */
export type SearchTools = Pick<AppContext, SearchTool | 'emit' | 'settings' | 'reportError'>;

export interface SearchOptions extends SearchTools {
  clients(): readonly Client[];
  /** The current connections, with the practice agency while it runs. */
  connectionIds(): Promise<readonly string[]>;
  /** Dispatch numbers of the practice agency; none where it is off. */
  practiceExamples(): readonly string[];
  /**
   * The file statuses that a folded filter token means, by the labels that a person reads. None where left
   * out.
   */
  fileStatusTokens?(word: string): readonly FileStatusToken[];
  startDownload(request: DownloadRequest): Promise<{ batchId: string }>;
  /** The downloads that the rules of its clients make of one. */
  splitDownload(request: DownloadRequest): Promise<DownloadRequest[]>;
  cancelDownload(batchId: string): Promise<void>;
  /** Deletes what lies outside the database of documents that expired. */
  afterPrune(): Promise<void>;
  /** The downloaded documents of a result that the agency has replaced since; stores them as changed. */
  noticeReplaced(resultSetId: string): Promise<DocumentKey[]>;
  /** The folder for attached documents while none is selected. */
  documentsFolder: string;
  process: ProcessIdentity;
}

const maxRecent = 20;

/** From a query to a stored result, and every query on stored data. */
export class Search {
  readonly typeCatalogues: TypeCatalogues;
  readonly runner: SearchRunner;
  readonly rows: RowQueries;
  readonly saved: SavedSearches;
  readonly retention: Retention;
  readonly refreshScheduler: RefreshScheduler;
  readonly resumer: SearchResumer;
  readonly backgroundFetch: BackgroundFetch;
  readonly #options: SearchOptions;
  readonly #closing = new AbortController();
  readonly #serviceClock: ServiceClock;
  readonly #jobs: ConnectionJobs;

  constructor(options: SearchOptions) {
    const { store, getApiClient, breakerOf, links, clock, random, uuid, settings, reportError } = options;
    this.#options = options;
    this.#serviceClock = createServiceClock(clock);
    this.#jobs = createConnectionJobs({ store, clock, reportError });
    const leases = createLeaseOwner({ ...options.process, clock, uuid });
    const runnerOptions: JobRunnerOptions = { store, clock, leases, reportError };
    this.typeCatalogues = new TypeCatalogues({ store, getApiClient, clock }, this.#closing.signal);
    this.rows = createRowQueries(
      store,
      options.clients,
      () => settings().documentOrders,
      options.fileStatusTokens,
    );
    const emitProgress = (progress: SearchProgress) => options.emit('search.progress', progress);
    const isAway = (connectionId: string) => breakerOf(connectionId).rejection !== undefined;
    const shared = { store, clock, uuid, reportError };
    this.runner = new SearchRunner({
      ...shared,
      getApiClient,
      breakerOf,
      links,
      process: options.process,
      clients: options.clients,
      requestsAtOnce: () => settings().requestsAtOnce,
      emit: emitProgress,
      onAwaited: (resultSetId) => this.resumer.onAwaited(resultSetId),
      onStopped: (resultSetId) => this.resumer.onStopped(resultSetId),
      waitsOf: (resultSetId) => this.resumer.waitsOf(resultSetId),
    });
    this.saved = new SavedSearches({
      ...shared,
      settings,
      runner: this.runner,
      startDownload: options.startDownload,
      splitDownload: options.splitDownload,
      noticeReplaced: options.noticeReplaced,
      documentsFolder: options.documentsFolder,
      saveFirstRows: this.rows.saveFirstRows,
      emit: (all) => options.emit('saved.changed', all),
    });
    this.resumer = new SearchResumer({
      ...runnerOptions,
      store,
      breakerOf,
      random,
      jobs: this.#jobs,
      runner: this.runner,
      asksFirst: () => settings().afterRestart === 'ask',
      emit: emitProgress,
    });
    this.refreshScheduler = new RefreshScheduler({
      ...runnerOptions,
      store,
      random,
      isAway,
      jobs: this.#jobs,
      saved: this.saved,
    });
    this.backgroundFetch = new BackgroundFetch({
      ...runnerOptions,
      store,
      random,
      isAway,
      isOn: () => settings().completesInBackground,
      connectionIds: options.connectionIds,
      complete: (dispatch, signal) => completeDispatch(options, dispatch, signal),
    });
    this.retention = new Retention({
      ...runnerOptions,
      store,
      random,
      retentionDays: () => settings().retentionDays,
      isClockRight: this.#serviceClock.confirms,
      cancelSearches: (scope) => this.runner.cancelAbout(scope),
      cancelDownload: options.cancelDownload,
      afterPrune: options.afterPrune,
    });
  }

  /** What a text of the search box means for these agencies, with their stored document types. */
  async parseQuery(text: string, connectionIds: readonly string[] = []): Promise<ParsedQuery> {
    const { store, clients, clock } = this.#options;
    const areRead = await Promise.all(connectionIds.map((id) => this.typeCatalogues.has(id)));
    const names = await this.typeCatalogues.names(connectionIds);
    const hasAgency = connectionIds.length > 0;
    const parsed = await parseQuery(store, text, {
      book: clients(),
      types: hasAgency && names.length === 0 ? knownTypeNames : names,
      // Without an agency, a range cannot be searched.
      ...(hasAgency && { today: dayInSantiago(clock.now()) }),
    });
    const isUnread = areRead.includes(false) && parsed.kind === 'understood';
    return isUnread ? { ...parsed, areTypesUnread: true } : parsed;
  }

  /** The days that a text of a filter names, and the text without them. */
  readDays(text: string): { period?: { start: Day; end: Day }; rest: string } {
    const today = dayInSantiago(this.#options.clock.now());
    const found = readDayRange(text, today);
    if (!found) return { rest: text.trim() };
    return { period: resolveRange(found.range, today), rest: found.rest.trim() };
  }

  /** Estimates the tasks and requests of a query. */
  async estimate(query: SearchQuery): Promise<{ tasks: number; requests: number }> {
    const known = new Map<string, KnownTypes>();
    if (query.kind === 'range' && query.types.kind === 'all') {
      for (const id of query.connectionIds) known.set(id, await this.typeCatalogues.known(id));
    }
    const typesOf = (id: string) => known.get(id) ?? { catalogue: undefined, seen: [] };
    return estimateTasks(query, typesOf, this.#options.clients().length);
  }

  /** The query of a result set. Rejects with `RESULT_SET_GONE`. */
  async query(resultSetId: string): Promise<SearchQuery> {
    return (await this.#options.store.readResultSet(resultSetId)).query;
  }

  async recent(): Promise<{ resultSetId: string; query: SearchQuery; at: string }[]> {
    const resultSets = await this.#options.store.listRecentResultSets(maxRecent);
    return resultSets.map(({ resultSetId, query, runStartedAt }) => ({
      resultSetId,
      query,
      at: runStartedAt,
    }));
  }

  /** How many recent searches cannot be read. */
  unreadable(): Promise<number> {
    return this.#options.store.countUnreadableResultSets(maxRecent);
  }

  async outcomes(resultSetId: string): Promise<DispatchOutcome[]> {
    const book = this.#options.clients().map(({ rut }) => rut);
    return (await this.#options.store.listOutcomes(resultSetId)).map((stored) => toOutcome(stored, book));
  }

  /** Examples of searches, from stored data, else from the practice agency. */
  async examples(): Promise<SearchExamples> {
    const { store, connectionIds, clients, clock, practiceExamples } = this.#options;
    const stored = await store.listExampleDispatches(await connectionIds(), 2);
    const [first] = stored;
    const [client] = clients();
    const [year, month] = (first?.day || dayInSantiago(clock.now())).split('-').map(Number);
    return {
      numbers: first ? stored.map(({ number }) => number) : practiceExamples(),
      ...(first && first.declaration !== '' && { declaration: first.declaration }),
      ...(first && first.reference !== '' && { reference: first.reference }),
      ...(client && { client: { rut: client.rut, name: client.name } }),
      ...(year && month && { month: { year, month } }),
    };
  }

  /** The clients for whom a range query found nothing. */
  clientsWithout(resultSetId: string): Promise<Rut[]> {
    return this.#options.store.listClientsWithout(resultSetId);
  }

  async view(lookup: DispatchLookup): Promise<DispatchView> {
    const view = await lookUpDispatch(this.#options, lookup);
    if (lookup.ask) {
      this.saved.poll().catch((error) => this.#options.reportError('changes after a dispatch view', error));
    }
    return view;
  }

  /** Retries connections whose keys were replaced. */
  resume(connectionIds: readonly string[]): void {
    for (const id of connectionIds) {
      this.typeCatalogues
        .retry(id)
        .catch((error) => this.#options.reportError('reading document types', error));
    }
    this.#jobs.resume(connectionIds);
    this.resumer.wake();
  }

  /** Deletes stored data for good; meanwhile no background fetch restores what is deleted. */
  purge(scope: PurgeScope): Promise<void> {
    return this.backgroundFetch.pausedFor(() => this.retention.purge(scope));
  }

  /** Receives the service's time minus this machine's, in milliseconds, from responses. */
  onClockOffset(offset: number): void {
    this.#serviceClock.update(offset);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const stopped = Promise.all([
      this.refreshScheduler.stop(),
      this.resumer.stop(),
      this.backgroundFetch.stop(),
      this.retention.stop(),
    ]);
    await this.runner.close();
    await stopped;
  }
}

/** An outcome; for a dispatch found for no client, with the clients that were not tried. */
function toOutcome({ ruts, ...outcome }: StoredOutcome, book: readonly Rut[]): DispatchOutcome {
  const isInVain = outcome.outcome === 'not-found' || outcome.error?.code === 'ACCOUNT_NOT_FOUND';
  return isInVain ? { ...outcome, inVain: inVainOf({ ruts, error: outcome.error }, book) } : outcome;
}
