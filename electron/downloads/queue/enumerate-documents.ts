import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
import { isAppError } from '../../../shared/errors.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import {
  type DraftBatch,
  type FilterToken,
  type FolderWish,
  filterTokens,
  type NamedCandidate,
  type NewTransfer,
  type Store,
} from '../../database/index.ts';
import { retry, storableError } from '../../jobs/index.ts';
import {
  foldName,
  type NameSource,
  type NameTemplate,
  parseTemplate,
  planFixedFolder,
  planPath,
} from '../files/index.ts';
import type { Run } from './batch-run.ts';
import type { Queue, QueueContext } from './queue.ts';

/** Names that are not in the document. */
export interface Namer {
  /** Folder name of a client: the user's choice, else the RUT. */
  clientName(document: Pick<StoredDocument, 'rut'>): string;
  /** The agency of a connection, for `{agency}`. */
  agencyName(connectionId: string): string;
}

/** What the enumeration of a selection needs. */
export interface SelectionContext {
  store: Store;
  namer: Namer;
  /** Parses a filter as lists do, with clients' names. Default: matches the documents' text only. */
  tokensOf?: ((filter: string) => readonly FilterToken[]) | undefined;
}

// One page blocks the main event loop for a few milliseconds, in slices.
const pageSize = 500;
const sliceSize = 100;

/**
 * Adds a batch's selection to the ledger page by page, with planned names. `onAdded` receives each page's
 * number of new documents; repeating a page adds none. Returns the number of omitted inactive documents.
 * Rejects as the store does.
 */
async function enumerateSelection(
  { store, namer, tokensOf }: SelectionContext,
  batch: DraftBatch,
  signal: AbortSignal,
  onAdded: (added: number) => void,
): Promise<number> {
  if (!batch.toEnumerate) return batch.leftOut;
  const { filter } = batch.toEnumerate;
  const template = parseTemplate(batch.template);
  const tokens = filter === '' ? [] : (tokensOf?.(filter) ?? filterTokens(filter));
  const rows = await store.selectBatchRows(batch.uuid, tokens);
  let leftOut = 0;
  for (let first = 0; first < rows.length; first += pageSize) {
    signal.throwIfAborted();
    const found = await store.readCandidates(rows.slice(first, first + pageSize), template.paths);
    const { documents: page, unreadable } = found;
    if (unreadable.length > 0) onAdded(await store.addUnreadableTransfers(batch.uuid, unreadable));
    const included = batch.withInactive ? page : page.filter(({ isActive }) => isActive);
    leftOut += page.length - included.length;
    for (let start = 0; start < included.length; start += sliceSize) {
      signal.throwIfAborted();
      const transfers = await plan(store, batch, template, namer, included.slice(start, start + sliceSize));
      onAdded(await store.addTransfers(batch.uuid, transfers));
      await yieldToEventLoop();
    }
  }
  await store.markEnumerated(batch.uuid, leftOut);
  return leftOut;
}

async function plan(
  store: Store,
  batch: DraftBatch,
  template: NameTemplate,
  namer: Namer,
  documents: readonly NamedCandidate[],
): Promise<NewTransfer[]> {
  const sources = documents.map((document) => sourceOf(document, namer));
  const folders = await fixedFolders(store, batch, template, sources);
  return documents.map((document, index) => {
    const source = sources[index] ?? sourceOf(document, namer);
    const name = planPath(template, source, batch.folder, folders[index] ?? '');
    return {
      connectionId: document.connectionId,
      id: document.id,
      dispatch: document.dispatchNumber,
      rut: document.rut,
      type: document.type,
      folio: document.folio,
      foundBy: document.foundBy,
      ...name,
    };
  });
}

/** The values for a document's name. */
export function sourceOf(document: StoredDocument, namer: Namer): NameSource & { document: StoredDocument } {
  return {
    document,
    rut: document.rut,
    client: namer.clientName(document),
    agency: namer.agencyName(document.connectionId),
  };
}

/** The fixed folders of these documents' dispatches; the first document of a dispatch decides. */
async function fixedFolders(
  store: Store,
  { uuid, folder: destination }: DraftBatch,
  template: NameTemplate,
  sources: readonly (NameSource & { document: StoredDocument })[],
): Promise<string[]> {
  if (template.fixedFolders === 0) return sources.map(() => '');
  // Documents of one dispatch share one entry of `wishes`.
  const wishOf = new Map<string, number>();
  const wishes: FolderWish[] = [];
  const indexes = sources.map((source) => {
    const { connectionId, dispatchNumber: dispatch, id } = source.document;
    const key = compositeKey(connectionId, dispatch, dispatch === '' ? id : '');
    const index = wishOf.get(key) ?? wishes.length;
    if (index === wishes.length) {
      const folder = planFixedFolder(template, source, destination);
      wishes.push({ connectionId, dispatch, folder, key: foldName(folder) });
      wishOf.set(key, index);
    }
    return index;
  });
  const fixed = await store.reserveFolders(uuid, template.fixedText, wishes);
  return indexes.map((index) => fixed[index] ?? '');
}

/** The enumeration of one batch. */
interface Enumeration {
  run: Run;
  abort: AbortController;
  /** Settles when the first documents, or none, are added. */
  first: PromiseWithResolvers<void>;
  /** A caller waits for the first documents of a new batch: the first failure is its own. */
  isAwaited: boolean;
}

/** Enumerates batches concurrently. */
export class Enumerator {
  readonly #queue: Pick<Queue, 'recordAdded'>;
  readonly #context: QueueContext;
  readonly #selection: SelectionContext;
  /** Aborts an enumeration; `ended` never rejects. */
  readonly #running = new Map<Run, { abort: AbortController; ended: Promise<void> }>();

  constructor(queue: Pick<Queue, 'recordAdded'>, context: QueueContext, selection: SelectionContext) {
    this.#queue = queue;
    this.#context = context;
    this.#selection = selection;
  }

  /**
   * Adds the rest of a selection. Resolves after the first documents, or none, are added. Rejects if the
   * first page of a new batch fails.
   */
  start(run: Run, isNew = false): Promise<void> {
    const { transferContext, onError } = this.#context;
    const { clock } = transferContext;
    const abort = new AbortController();
    const first = Promise.withResolvers<void>();
    const enumeration = { run, abort, first, isAwaited: isNew };
    const mayRetry = (error: unknown) => !enumeration.isAwaited && isTransient(error);
    const retryOptions = { clock, signal: abort.signal, onError, mayRetry };
    const ended = retry(() => this.#enumerate(enumeration), retryOptions)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        onError(error);
        first.reject(error);
      })
      .then(() => {
        this.#running.delete(run);
        if (!abort.signal.aborted) this.#queue.recordAdded(run, 0, true);
        first.resolve();
      })
      .catch(onError);
    this.#running.set(run, { abort, ended });
    return first.promise;
  }

  /**
   * Adds the unfinished documents of a batch to the one it moves to. Rejects if any cannot be added, and with
   * `CANCELLED`.
   */
  async fillMoved(from: string, draft: DraftBatch): Promise<void> {
    const { closing } = this.#context;
    const { store } = this.#selection;
    await enumerateSelection(this.#selection, draft, closing, () => undefined);
    while ((await store.carryTransfers(draft.uuid, from, sliceSize)) > 0) closing.throwIfAborted();
  }

  /**
   * Stops the enumeration; the remaining documents are omitted. If the ledger rejects that, the enumeration
   * goes on, at the next start where the app closes.
   */
  async stop(run: Run): Promise<void> {
    const current = this.#running.get(run);
    if (!current) return;
    current.abort.abort();
    await current.ended;
    try {
      await this.#selection.store.markEnumerated(run.batch.uuid);
    } catch (error) {
      if (!this.#context.closing.aborted) this.start(run).catch(() => undefined);
      throw error;
    }
    run.isEnumerated = true;
  }

  /** Stops all enumerations; the next start resumes them. */
  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  async #enumerate(enumeration: Enumeration): Promise<void> {
    const { run, abort } = enumeration;
    try {
      const onAdded = (added: number) => this.#reportAdded(enumeration, added);
      run.batch.leftOut = await enumerateSelection(this.#selection, run.batch, abort.signal, onAdded);
    } catch (cause) {
      if (enumeration.isAwaited || isTransient(cause) || abort.signal.aborted) throw cause;
      this.#context.onError(cause);
      // Added documents are downloaded; the batch shows that its selection is incomplete.
      const error = storableError(cause);
      await this.#selection.store.markEnumeratedInPart(run.batch.uuid, error);
      run.batch.selectionError = error;
    }
  }

  #reportAdded(enumeration: Enumeration, added: number): void {
    this.#queue.recordAdded(enumeration.run, added, false);
    if (added === 0) return;
    enumeration.isAwaited = false;
    enumeration.first.resolve();
  }
}

/** Whether a failed write to the ledger is worth retrying. */
function isTransient(error: unknown): boolean {
  if (!isAppError(error)) return false;
  const { follows, concerns } = ruleOf(error.code);
  return follows === 'wait' && (concerns === 'store' || concerns === 'everything');
}
