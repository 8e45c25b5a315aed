import type { EventName, Events } from '../../shared/contract.ts';
import type { Client } from '../../shared/model/connection.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type { DocumentKey, TypeList } from '../../shared/model/document.ts';
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
import type { Settings } from '../../shared/model/settings.ts';
import type { BreakerOf, GetApiClient, SignedLinkCache } from '../api/index.ts';
import type { FileStatusToken, Store, StoredOutcome } from '../database/index.ts';
import type { Clock } from '../host.ts';
import type { ProcessIdentity } from '../jobs/index.ts';
import { BackgroundFetch } from './background-fetch.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { inVainOf } from './find-client.ts';
import { createJobs } from './jobs.ts';
import { parseQuery } from './parse-query.ts';
import { knownTypeNames } from './query-parser/index.ts';
import { RefreshScheduler } from './refresh-scheduler.ts';
import { createRetention, type Retention } from './retention.ts';
import { createRows, type Rows } from './rows.ts';
import { createSavedSearches, type SavedSearches } from './saved-searches.ts';
import { createSearchResumer, type SearchResumer } from './search-resumer.ts';
import { typesKnown } from './search-run.ts';
import { createSearchRunner, type SearchRunner } from './search-runner.ts';
import { createServiceClock } from './service-clock.ts';
import { type KnownTypes, typesToAsk, weigh } from './task-planner.ts';
import { completeDispatch, type DispatchLookup, viewDispatch } from './view-dispatch.ts';

export interface SearchDeps {
  store: Store;
  getApiClient: GetApiClient;
  breakerOf: BreakerOf;
  links: SignedLinkCache;
  clock: Clock;
  random(): number;
  uuid(): string;
  emit<Name extends EventName>(event: Name, payload: Events[Name]): void;
  settings(): Settings;
  clients(): readonly Client[];
  /** The current connections, with the practice agency while it runs. */
  connectionIds(): Promise<readonly string[]>;
  /** Dispatch numbers of the practice agency; none where it is off. */
  practiceExamples?(): readonly string[];
  /**
   * The file statuses that a folded filter token means, by the labels that a person reads. None where left
   * out.
   */
  fileStatusTokens?(word: string): readonly FileStatusToken[];
  startDownload(request: DownloadRequest): Promise<{ batchId: string }>;
  cancelDownload(batchId: string): Promise<void>;
  /**
   * The downloaded documents of a result that the agency has replaced since; stores them as changed. None
   * where left out.
   */
  noticeReplaced?(resultSetId: string): Promise<DocumentKey[]>;
  /** The folder for attached documents while none is selected. */
  documentsFolder: string;
  /** Called with errors that no caller receives. */
  reportError(what: string, error: unknown): void;
  process: ProcessIdentity;
}

/** From a query to a stored result, and every query on stored data. */
export interface Search {
  types(connectionId: string): Promise<TypeList>;
  /** What a text of the search box means for these agencies, with their stored document types. */
  parseQuery(text: string, connectionIds?: readonly string[]): Promise<ParsedQuery>;
  /** The names of the types in the stored catalogues of these agencies. */
  typeNames(connectionIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Whether an agency's catalogue is stored; a missing one is requested now, unless that failed a moment ago.
   */
  hasCatalogue(connectionId: string): Promise<boolean>;
  weigh(query: SearchQuery): Promise<{ tasks: number; requests: number }>;
  /** The query of a result set. Rejects with `RESULT_SET_GONE`. */
  query(resultSetId: string): Promise<SearchQuery>;
  recent(): Promise<{ resultSetId: string; query: SearchQuery; at: string }[]>;
  outcomes(resultSetId: string): Promise<DispatchOutcome[]>;
  /** Examples of searches, from stored data, else from the practice agency. */
  examples(): Promise<SearchExamples>;
  /** The clients for whom a range query found nothing. */
  clientsWithout(resultSetId: string): Promise<Rut[]>;
  view(lookup: DispatchLookup): Promise<DispatchView>;
  runner: SearchRunner;
  rows: Rows;
  saved: SavedSearches;
  retention: Retention;
  refreshScheduler: RefreshScheduler;
  resumer: SearchResumer;
  backgroundFetch: BackgroundFetch;
  /** Retries connections whose keys were replaced. */
  resume(connectionIds: readonly string[]): void;
  /** Receives the service's time minus this machine's, in milliseconds, from responses. */
  onClockOffset(offset: number): void;
  close(): Promise<void>;
}

const maxRecent = 20;
/** Minimum interval between two attempts to read a catalogue for texts. */
const catalogueRetryMs = 60_000;

export function createSearch(deps: SearchDeps): Search {
  const { store, clock, settings } = deps;
  const closing = new AbortController();
  const serviceClock = createServiceClock(clock);
  const { getApiClient, breakerOf, links } = deps;
  const withWaits = (progress: SearchProgress): SearchProgress => {
    const waits = progress.state === 'interrupted' ? resumer.waitsOf(progress.resultSetId) : undefined;
    return waits ? { ...progress, waits } : progress;
  };
  const emitProgress = (progress: SearchProgress) => deps.emit('sweep.progress', withWaits(progress));
  const runner = createSearchRunner({
    ...{ store, getApiClient, breakerOf, links, clock, clients: deps.clients },
    requestsAtOnce: () => settings().requestsAtOnce,
    uuid: deps.uuid,
    process: deps.process,
    reportError: deps.reportError,
    emit: emitProgress,
    onAwaited: (resultSetId) => resumer.onAwaited(resultSetId),
    onStopped: (resultSetId) => resumer.onStopped(resultSetId),
  });
  const rows = createRows(store, deps.clients, deps.fileStatusTokens);
  const saved = createSavedSearches({
    ...{ store, runner, clock, settings },
    uuid: deps.uuid,
    startDownload: deps.startDownload,
    noticeReplaced: deps.noticeReplaced ?? (async () => []),
    documentsFolder: deps.documentsFolder,
    saveBeginning: rows.saveFirstRows,
    emit: (all) => deps.emit('saved.changed', all),
    reportError: deps.reportError,
  });
  const jobs = createJobs({ store, clock, reportError: deps.reportError });
  const resumer = createSearchResumer({
    ...{
      store,
      jobs,
      runner,
      breakerOf,
      clock,
      emit: emitProgress,
      random: deps.random,
      reportError: deps.reportError,
    },
    asksFirst: () => settings().afterRestart === 'ask',
  });
  const refreshScheduler = new RefreshScheduler({
    ...{ store, jobs, saved, clock, random: deps.random, reportError: deps.reportError },
    isAway: (connectionId) => breakerOf(connectionId).rejection !== undefined,
  });

  const backgroundFetch = new BackgroundFetch({
    isOn: () => settings().completesInBackground,
    connectionIds: deps.connectionIds,
    isAway: (connectionId) => breakerOf(connectionId).rejection !== undefined,
    complete: (dispatch, signal) => completeDispatch({ store, getApiClient, links, clock }, dispatch, signal),
    ...{ store, clock, reportError: deps.reportError },
  });

  const retention = createRetention({
    ...{ store, clock, signal: closing.signal },
    retentionDays: () => settings().retentionDays,
    isClockRight: serviceClock.confirms,
    cancelSearches: runner.cancelAbout,
    cancelDownload: deps.cancelDownload,
  });

  /** The stored types; a missing catalogue is requested now. */
  async function catalogueOf(connectionId: string): Promise<KnownTypes> {
    const known = await typesKnown(store, connectionId);
    if (known.catalogue) return known;
    return { ...known, catalogue: (await askCatalogue(connectionId)).types };
  }

  async function askCatalogue(connectionId: string, signal?: AbortSignal): Promise<Catalogue> {
    const api = await getApiClient(connectionId, { isUrgent: true });
    const at = () => new Date(clock.now()).toISOString();
    return readCatalogue({ store, api, at }, connectionId, signal);
  }

  const catalogues = new Map<string, Promise<boolean>>();
  const failedAt = new Map<string, number>();
  const timesRead = new Map<string, number>();

  async function hasCatalogue(connectionId: string): Promise<boolean> {
    const before = timesRead.get(connectionId);
    if ((await store.readTypes(connectionId)) !== undefined) return true;
    // Another call may have read the catalogue while the store was read.
    if (timesRead.get(connectionId) !== before) return true;
    const failed = failedAt.get(connectionId);
    if (failed !== undefined && clock.elapsed() - failed < catalogueRetryMs) return false;
    const asked =
      catalogues.get(connectionId) ??
      askCatalogue(connectionId, closing.signal)
        .then(
          () => {
            timesRead.set(connectionId, (timesRead.get(connectionId) ?? 0) + 1);
            return true;
          },
          // The caller gets false, and the next search reports the error.
          () => {
            failedAt.set(connectionId, clock.elapsed());
            return false;
          },
        )
        .finally(() => catalogues.delete(connectionId));
    catalogues.set(connectionId, asked);
    return asked;
  }

  async function typeNames(connectionIds: readonly string[]): Promise<readonly string[]> {
    const stored = await Promise.all(connectionIds.map((id) => store.readTypes(id)));
    const names = stored.flatMap((types) => types?.map(({ name }) => name.trim()) ?? []);
    return [...new Set(names)].filter((name) => name !== '');
  }

  return {
    async types(connectionId) {
      const { seen, catalogue: stored } = await typesKnown(store, connectionId);
      const { types: catalogue, incompleteReason } = await askCatalogue(connectionId).catch(
        async (error): Promise<Catalogue> => {
          if (!stored && seen.length === 0) throw error;
          return {
            types: [...(stored ?? [])],
            incompleteReason: await store.readTypesIncompleteReason(connectionId),
          };
        },
      );
      // Inactive types leave the catalogue, but their documents can still be requested.
      const listed = new Set(catalogue.map(({ name }) => name));
      const others = typesToAsk({ catalogue, seen }, 'both').filter((name) => !listed.has(name));
      return {
        types: [
          ...catalogue.filter(({ name }) => name !== ''),
          ...others.map((name) => ({ id: '', name, operation: '', responsible: '', item: {} })),
        ],
        ...(incompleteReason && { incompleteReason }),
      };
    },
    typeNames,
    hasCatalogue,
    async parseQuery(text, connectionIds = []) {
      const areRead = await Promise.all(connectionIds.map(hasCatalogue));
      const names = await typeNames(connectionIds);
      const isAsked = connectionIds.length > 0;
      const parsed = await parseQuery(store, text, {
        book: deps.clients(),
        types: isAsked && names.length === 0 ? knownTypeNames : names,
        // Without an agency, a range cannot be searched.
        ...(isAsked && { today: dayInSantiago(clock.now()) }),
      });
      const isUnread = areRead.includes(false) && parsed.kind === 'understood';
      return isUnread ? { ...parsed, areTypesUnread: true } : parsed;
    },
    async weigh(query) {
      const known = new Map<string, KnownTypes>();
      if (query.kind === 'range' && query.types.kind === 'all') {
        for (const id of query.connectionIds) known.set(id, await catalogueOf(id));
      }
      return weigh(query, (id) => known.get(id) ?? { catalogue: undefined, seen: [] }, deps.clients().length);
    },
    query: async (resultSetId) => (await store.readResultSet(resultSetId)).query,
    recent: async () =>
      (await store.listRecentResultSets(maxRecent)).map(({ resultSetId, query, askedAt }) => ({
        resultSetId,
        query,
        at: askedAt,
      })),
    async examples() {
      const stored = await store.exampleDispatches(await deps.connectionIds(), 2);
      const [first] = stored;
      const [client] = deps.clients();
      const [year, month] = (first?.day || dayInSantiago(clock.now())).split('-').map(Number);
      return {
        numbers: first ? stored.map(({ number }) => number) : (deps.practiceExamples?.() ?? []),
        ...(first && first.declaration !== '' && { declaration: first.declaration }),
        ...(first && first.reference !== '' && { reference: first.reference }),
        ...(client && { client: { rut: client.rut, name: client.name } }),
        ...(year && month && { month: { year, month } }),
      };
    },
    async outcomes(resultSetId) {
      const book = deps.clients().map(({ rut }) => rut);
      return (await store.listOutcomes(resultSetId)).map((stored) => toOutcome(stored, book));
    },
    clientsWithout: (resultSetId) => store.listClientsWithout(resultSetId),
    async view(lookup) {
      const view = await viewDispatch({ store, getApiClient, links, clock }, lookup);
      if (lookup.ask) saved.poll().catch((error) => deps.reportError('news after a look', error));
      return view;
    },
    runner: { ...runner, progress: async (resultSetId) => withWaits(await runner.progress(resultSetId)) },
    rows,
    saved,
    retention: { ...retention, purge: (scope) => backgroundFetch.pausedFor(() => retention.purge(scope)) },
    refreshScheduler,
    resumer,
    backgroundFetch,
    resume(connectionIds) {
      for (const id of connectionIds) {
        failedAt.delete(id);
        hasCatalogue(id).catch((error) => deps.reportError('reading document types', error));
      }
      jobs.resume(connectionIds);
      resumer.wake();
      backgroundFetch.resume(connectionIds);
    },
    onClockOffset: serviceClock.update,
    async close() {
      closing.abort();
      const stopped = Promise.all([refreshScheduler.stop(), resumer.stop(), backgroundFetch.stop()]);
      await runner.close();
      await stopped;
    },
  };
}

/** An outcome; for a dispatch found for no client, with the clients that were not tried. */
function toOutcome({ ruts, ...outcome }: StoredOutcome, book: readonly Rut[]): DispatchOutcome {
  const isInVain = outcome.outcome === 'not-found' || outcome.error?.code === 'ACCOUNT_NOT_FOUND';
  return isInVain ? { ...outcome, inVain: inVainOf({ ruts, error: outcome.error }, book) } : outcome;
}
