import type { Events, Handlers } from '../../shared/contract.ts';
import { isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { hasSlept, within } from '../lib/async.ts';

interface ListedFilesOptions {
  /** Each resolves to whether anything changed. */
  downloads: {
    checkFiles(documents: readonly DocumentKey[]): Promise<boolean>;
    checkFolders(): Promise<boolean>;
  };
  store: Pick<Store, 'documentsOfDispatches'>;
  clock: Pick<Clock, 'sleep'>;
  emit(event: 'files.changed', payload: Events['files.changed']): void;
  reportError(what: string, error: unknown): void;
}

/** Calls whose results say whether files are on disk. */
type ListCalls = Pick<
  Handlers,
  | 'rows.page'
  | 'rows.find'
  | 'dispatch.view'
  | 'deliveries.documents'
  | 'deliveries.parsePackage'
  | 'dossier.folders'
>;
/** Calls that process documents: folders are checked first. */
type ActionCalls = Pick<
  Handlers,
  | 'downloads.start'
  | 'deliveries.merge'
  | 'deliveries.zip'
  | 'deliveries.package'
  | 'deliveries.mail'
  | 'deliveries.preparePrint'
  | 'dossier.draft'
  | 'lists.export'
>;

/** Maximum delay of a result, ms. Later findings are reported by the event `files.changed`. */
const resultWaitMs = 300;
/** Interval of the periodic check, ms. */
const checkIntervalMs = 10_000;
/** Number of recent queries whose results are checked periodically. */
const maxListedResults = 6;

/** Keeps the "on disk" state of documents correct wherever the page lists or counts files. */
export class ListedFiles {
  readonly #options: ListedFilesOptions;
  /** By the query, as JSON. */
  readonly #listed = new Map<string, readonly DocumentKey[]>();
  readonly #closing = new AbortController();
  #checks = Promise.resolve();

  constructor(options: ListedFilesOptions) {
    this.#options = options;
  }

  /** Wraps the handlers: checks the files of a result, and runs the query again if a file's state changed. */
  withFileChecks<All extends ListCalls & ActionCalls>(handlers: All): All {
    return { ...handlers, ...this.#lists(handlers), ...this.#actions(handlers) };
  }

  /** Starts the periodic check of recent results: folders can move while a list is open. */
  begin(): void {
    this.#checks = this.#checkUntilClosed();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#checks;
  }

  #lists(handlers: ListCalls): ListCalls {
    return {
      'rows.page': (query) =>
        this.#afterFileCheck(
          query,
          () => handlers['rows.page'](query),
          ({ rows }) => rows.flatMap((row) => ('file' in row ? toDocumentKey(row) : [])),
        ),
      'rows.find': (query) =>
        this.#afterFileCheck(
          query,
          () => handlers['rows.find'](query),
          ({ rows }) => rows.map(toDocumentKey),
        ),
      'dispatch.view': (query) => this.#viewDispatch(query, handlers['dispatch.view']),
      'deliveries.documents': (dispatch) =>
        this.#afterFileCheck(
          dispatch,
          () => handlers['deliveries.documents'](dispatch),
          () => this.#documentsOf([dispatch]),
        ),
      'deliveries.parsePackage': (query) =>
        this.#afterFileCheck(
          query,
          () => handlers['deliveries.parsePackage'](query),
          ({ found }) => this.#documentsOf(found),
        ),
      'dossier.folders': (query) =>
        this.#afterFileCheck(
          query,
          () => handlers['dossier.folders'](query),
          ({ rows }) => this.#documentsOf(rows),
        ),
    };
  }

  #actions(handlers: ActionCalls): ActionCalls {
    return {
      'downloads.start': this.#afterFolderCheck(handlers['downloads.start']),
      'deliveries.merge': this.#afterFolderCheck(handlers['deliveries.merge']),
      'deliveries.zip': this.#afterFolderCheck(handlers['deliveries.zip']),
      'deliveries.package': this.#afterFolderCheck(handlers['deliveries.package']),
      'deliveries.preparePrint': this.#afterFolderCheck(handlers['deliveries.preparePrint']),
      'deliveries.mail': this.#afterFolderCheck(handlers['deliveries.mail']),
      'dossier.draft': this.#afterFolderCheck(handlers['dossier.draft']),
      'lists.export': this.#afterFolderCheck(handlers['lists.export']),
    };
  }

  /** Only the first of its two reads may ask the agency. */
  #viewDispatch(
    query: Parameters<ListCalls['dispatch.view']>[0],
    view: ListCalls['dispatch.view'],
  ): ReturnType<ListCalls['dispatch.view']> {
    let { ask } = query;
    const { connectionId, number } = query;
    return this.#afterFileCheck(
      { connectionId, number },
      () =>
        view({ ...query, ask }).finally(() => {
          ask = false;
        }),
      ({ documents }) => documents.map(toDocumentKey),
    );
  }

  /** The result of a call, read again if the check of its files changed anything. */
  async #afterFileCheck<Result>(
    query: object,
    read: () => Promise<Result>,
    documentsIn: (result: Result) => readonly DocumentKey[] | Promise<readonly DocumentKey[]>,
  ): Promise<Result> {
    const result = await read();
    const documents = await documentsIn(result);
    if (documents.length === 0) return result;
    this.#addListed(JSON.stringify(query), documents);
    const check = () => this.#options.downloads.checkFiles(documents);
    return (await this.#checkWithin(resultWaitMs, check)) ? read() : result;
  }

  #afterFolderCheck<Input, Output>(action: (input: Input) => Promise<Output>) {
    return async (input: Input): Promise<Output> => {
      await this.#checkAndEmit(() => this.#options.downloads.checkFolders());
      return action(input);
    };
  }

  /** Returns whether anything changed, and emits that; false if nothing could be checked. */
  async #checkAndEmit(check: () => Promise<boolean>): Promise<boolean> {
    const { emit, reportError } = this.#options;
    try {
      const hasChanged = await check();
      if (hasChanged && !this.#closing.signal.aborted) emit('files.changed', {});
      return hasChanged;
    } catch (error) {
      if (!isAppError(error, 'CANCELLED')) reportError('checking files on disk', error);
      return false;
    }
  }

  /** As `checkAndEmit`; false if the check takes longer. */
  #checkWithin(timeoutMs: number, check: () => Promise<boolean>): Promise<boolean> {
    return within(this.#options.clock, timeoutMs, this.#checkAndEmit(check), false);
  }

  #addListed(query: string, documents: readonly DocumentKey[]): void {
    this.#listed.delete(query);
    this.#listed.set(query, documents);
    const [oldest] = this.#listed.keys();
    if (this.#listed.size > maxListedResults && oldest !== undefined) this.#listed.delete(oldest);
  }

  #documentsOf(dispatches: readonly DispatchKey[]): readonly DocumentKey[] | Promise<readonly DocumentKey[]> {
    if (dispatches.length === 0) return [];
    const keys = dispatches.map(({ connectionId, number }) => ({ connectionId, number }));
    return this.#options.store.documentsOfDispatches(keys);
  }

  async #checkUntilClosed(): Promise<void> {
    const { clock, downloads } = this.#options;
    while (await hasSlept(clock, checkIntervalMs, this.#closing.signal)) {
      if (this.#listed.size === 0) continue;
      await this.#checkAndEmit(() => downloads.checkFolders());
      await this.#checkAndEmit(() => downloads.checkFiles([...this.#listed.values()].flat()));
    }
  }
}

function toDocumentKey({ connectionId, id }: DocumentKey): DocumentKey {
  return { connectionId, id };
}
