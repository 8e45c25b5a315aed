import type { Events, Handlers } from '../../shared/contract.ts';
import { isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import type { Downloads } from './downloads.ts';

export interface FilesInSightDeps {
  downloads: Pick<Downloads, 'checkFiles' | 'checkFolders'>;
  store: Pick<Store, 'documentsOfDispatches'>;
  clock: Pick<Clock, 'sleep'>;
  emit(event: 'files.changed', payload: Events['files.changed']): void;
  reportError(what: string, error: unknown): void;
}

/** Keeps the "on disk" state of documents correct wherever the page lists or counts files. */
export interface FilesInSight {
  /** Wraps the handlers: checks the files of a result, and runs the query again if a file's state changed. */
  withFileChecks<Given extends ListCalls & ActionCalls>(handlers: Given): Given;
  /** Starts the periodic check of recent results: folders can move while a list is open. */
  begin(): void;
  close(): Promise<void>;
}

/** Calls whose results say whether files are on disk. */
type ListCalls = Pick<
  Handlers,
  | 'rows.window'
  | 'rows.find'
  | 'dispatch.view'
  | 'handover.papers'
  | 'handover.readPackage'
  | 'carpeta.folders'
>;
/** Calls that process documents: folders are checked first. */
type ActionCalls = Pick<
  Handlers,
  'downloads.start' | 'handover.merge' | 'handover.zip' | 'handover.package' | 'carpeta.draft' | 'rows.export'
>;

/** Maximum delay of a result, ms. Later findings are reported by the event `files.changed`. */
const resultWaitMs = 300;
/** Interval of the periodic check, ms. */
const everyMs = 10_000;
/** Number of recent queries whose results are checked periodically. */
const resultsInSight = 6;

export function createFilesInSight(deps: FilesInSightDeps): FilesInSight {
  const { downloads, store, clock, emit, reportError } = deps;
  /** By the query, as JSON. */
  const inSight = new Map<string, readonly DocumentKey[]>();
  const ending = new AbortController();
  let watching = Promise.resolve();

  /** Returns whether anything changed, and emits that; false if nothing could be checked. */
  async function checkAndEmit(check: () => Promise<boolean>): Promise<boolean> {
    try {
      const isOther = await check();
      if (isOther && !ending.signal.aborted) emit('files.changed', {});
      return isOther;
    } catch (error) {
      if (!isAppError(error, 'CANCELLED')) reportError('looking at files on disk', error);
      return false;
    }
  }

  function soon(check: () => Promise<boolean>): Promise<boolean> {
    const waiting = new AbortController();
    const late = clock.sleep(resultWaitMs, waiting.signal).then(
      () => false,
      () => false,
    );
    return Promise.race([checkAndEmit(check), late]).finally(() => waiting.abort());
  }

  function see(asked: string, documents: readonly DocumentKey[]): void {
    inSight.delete(asked);
    inSight.set(asked, documents);
    const [oldest] = inSight.keys();
    if (inSight.size > resultsInSight && oldest !== undefined) inSight.delete(oldest);
  }

  /** The result of a call, read again if the check of its files changed anything. */
  async function afterFileCheck<Result>(
    asked: object,
    ask: () => Promise<Result>,
    documentsIn: (result: Result) => readonly DocumentKey[] | Promise<readonly DocumentKey[]>,
  ): Promise<Result> {
    const result = await ask();
    const documents = await documentsIn(result);
    if (documents.length === 0) return result;
    see(JSON.stringify(asked), documents);
    return (await soon(() => downloads.checkFiles(documents))) ? ask() : result;
  }

  const ofDispatches = (dispatches: readonly DispatchKey[]) =>
    dispatches.length === 0
      ? []
      : store.documentsOfDispatches(dispatches.map(({ connectionId, number }) => ({ connectionId, number })));

  function afterFolders<Input, Output>(action: (input: Input) => Promise<Output>) {
    return async (input: Input): Promise<Output> => {
      await checkAndEmit(downloads.checkFolders);
      return action(input);
    };
  }

  function withFileChecks<Given extends ListCalls & ActionCalls>(handlers: Given): Given {
    const lists: ListCalls = {
      'rows.window': (query) =>
        afterFileCheck(
          query,
          () => handlers['rows.window'](query),
          ({ rows }) => rows.flatMap((row) => ('file' in row ? toDocumentKey(row) : [])),
        ),
      'rows.find': (query) =>
        afterFileCheck(
          query,
          () => handlers['rows.find'](query),
          (found) => found.map(toDocumentKey),
        ),
      'dispatch.view': (query) => {
        let ask = query.ask;
        const view = () => handlers['dispatch.view']({ ...query, ask });
        const { connectionId, number } = query;
        return afterFileCheck(
          { connectionId, number },
          () =>
            view().finally(() => {
              ask = false;
            }),
          ({ documents }) => documents.map(toDocumentKey),
        );
      },
      'handover.papers': (dispatch) =>
        afterFileCheck(
          dispatch,
          () => handlers['handover.papers'](dispatch),
          () => ofDispatches([dispatch]),
        ),
      'handover.readPackage': (query) =>
        afterFileCheck(
          query,
          () => handlers['handover.readPackage'](query),
          ({ found }) => ofDispatches(found),
        ),
      'carpeta.folders': (query) =>
        afterFileCheck(
          query,
          () => handlers['carpeta.folders'](query),
          ({ rows }) => ofDispatches(rows),
        ),
    };
    const actions: ActionCalls = {
      'downloads.start': afterFolders(handlers['downloads.start']),
      'handover.merge': afterFolders(handlers['handover.merge']),
      'handover.zip': afterFolders(handlers['handover.zip']),
      'handover.package': afterFolders(handlers['handover.package']),
      'carpeta.draft': afterFolders(handlers['carpeta.draft']),
      'rows.export': afterFolders(handlers['rows.export']),
    };
    return { ...handlers, ...lists, ...actions };
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await clock.sleep(everyMs, ending.signal).catch(() => undefined);
      if (ending.signal.aborted || inSight.size === 0) continue;
      await checkAndEmit(downloads.checkFolders);
      await checkAndEmit(() => downloads.checkFiles([...inSight.values()].flat()));
    }
  }

  return {
    withFileChecks,
    begin() {
      watching = watch();
    },
    close() {
      ending.abort();
      return watching;
    },
  };
}

function toDocumentKey({ connectionId, id }: DocumentKey): DocumentKey {
  return { connectionId, id };
}
