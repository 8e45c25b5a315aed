import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-rules.ts';
import { AppError, isAppError } from '../../../shared/errors.ts';
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
import type { Clock } from '../../host.ts';
import { storableError } from '../../jobs/index.ts';
import {
  foldName,
  type NameSource,
  type NameTemplate,
  parseTemplate,
  planFixedFolder,
  planName,
} from '../files/index.ts';
import type { Run } from './batch-run.ts';

/** Names that are not in the document. */
export interface Namer {
  /** Folder name of a client: the user's choice, else the RUT. */
  clientName(document: StoredDocument): string;
  /** The agency of a connection, for `{agency}`. */
  agencyName(connectionId: string): string;
}

/** What the enumeration of a selection needs. */
export interface SelectionDeps {
  store: Store;
  namer: Namer;
  /** Parses a filter as lists do, with clients' names. Default: matches the documents' text only. */
  tokensOf?(filter: string): readonly FilterToken[];
}

// One page blocks the main event loop for a few milliseconds, in slices.
const pageSize = 500;
const sliceSize = 100;

/**
 * Adds a batch's selection to the ledger page by page, with planned names. `onAdded` receives each page's
 * number of new documents; repeating a page adds none. Returns the number of omitted inactive documents.
 * Rejects as the store does.
 */
async function expandSelection(
  { store, namer, tokensOf }: SelectionDeps,
  batch: DraftBatch,
  signal: AbortSignal,
  onAdded: (added: number) => void,
): Promise<number> {
  if (!batch.toEnumerate) return batch.leftOut;
  const { filter } = batch.toEnumerate;
  const template = parseTemplate(batch.template);
  const tokens = filter === '' ? [] : (tokensOf?.(filter) ?? filterTokens(filter));
  const rows = await store.ledgerRows(batch.uuid, tokens);
  let leftOut = 0;
  for (let first = 0; first < rows.length; first += pageSize) {
    signal.throwIfAborted();
    const found = await store.ledgerCandidates(rows.slice(first, first + pageSize), template.paths);
    const { documents: page, unreadable } = found;
    if (unreadable.length > 0) onAdded(await store.ledgerAddUnreadable(batch.uuid, unreadable));
    const included = batch.withInactive ? page : page.filter(({ isActive }) => isActive);
    leftOut += page.length - included.length;
    for (let at = 0; at < included.length; at += sliceSize) {
      signal.throwIfAborted();
      const transfers = await plan(store, batch, template, namer, included.slice(at, at + sliceSize));
      onAdded(await store.ledgerAdd(batch.uuid, transfers));
      await yieldToEventLoop();
    }
  }
  await store.ledgerEnumerated(batch.uuid, leftOut);
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
    const name = planName(template, source, batch.folder, folders[index] ?? '');
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
  const asked = sources.map((source) => {
    const { connectionId, dispatchNumber: dispatch, id } = source.document;
    const key = compositeKey(connectionId, dispatch, dispatch === '' ? id : '');
    const place = wishOf.get(key) ?? wishes.length;
    if (place === wishes.length) {
      const folder = planFixedFolder(template, source, destination);
      wishes.push({ connectionId, dispatch, folder, key: foldName(folder) });
      wishOf.set(key, place);
    }
    return place;
  });
  const fixed = await store.ledgerSaveFolders(uuid, template.fixedText, wishes);
  return asked.map((place) => fixed[place] ?? '');
}

/** Enumerates batches concurrently. */
export interface Expanding {
  /**
   * Adds the rest of a selection. Resolves after the first documents, or none, are added. Rejects if the
   * first page of a new batch fails.
   */
  start(run: Run, isNew?: boolean): Promise<void>;
  /**
   * Adds the unfinished documents of a batch to the one it moves to. Rejects if any cannot be added, and with
   * `CANCELLED`.
   */
  fillMoved(from: string, draft: DraftBatch): Promise<void>;
  /** Stops the enumeration; the remaining documents are omitted. */
  stop(run: Run): Promise<void>;
  /** Stops all enumerations; the next start resumes them. */
  close(): Promise<void>;
}

export interface ExpandingDeps extends SelectionDeps {
  clock: Pick<Clock, 'sleep'>;
  /** Called after `added` more documents are in the ledger; with `isAll` it is complete. */
  fill(run: Run, added: number, isAll: boolean): void;
  onError(error: unknown): void;
}

// Delay before the next try after a failed write to the ledger, ms.
const retryDelayMs = 5_000;

export function createExpanding(parts: ExpandingDeps): Expanding {
  const { store, clock, fill, onError } = parts;
  const closing = new AbortController();
  const expanding = new Map<Run, { abort: AbortController; ended: Promise<void> }>();

  function start(run: Run, isNew = false): Promise<void> {
    const first = Promise.withResolvers<void>();
    const abort = new AbortController();
    let isAwaited = isNew;
    const onAdded = (added: number) => {
      fill(run, added, false);
      if (added === 0) return;
      isAwaited = false;
      first.resolve();
    };
    async function expand(): Promise<void> {
      try {
        run.batch.leftOut = await expandSelection(parts, run.batch, abort.signal, onAdded);
      } catch (cause) {
        if (isAwaited || mayPass(cause) || abort.signal.aborted) throw cause;
        onError(cause);
        // Added documents are downloaded; the batch shows that its selection is incomplete.
        const error = storableError(cause);
        await store.ledgerEnumeratedInPart(run.batch.uuid, error);
        run.batch.selectionError = error;
      }
    }
    async function expandAll(): Promise<void> {
      for (let isFirst = true; ; isFirst = false) {
        try {
          return await expand();
        } catch (error) {
          if (isAwaited || !mayPass(error)) throw error;
          if (isFirst) onError(error);
        }
        await clock.sleep(retryDelayMs, abort.signal);
      }
    }
    const ended = expandAll()
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        onError(error);
        first.reject(error);
      })
      .then(() => {
        expanding.delete(run);
        if (!abort.signal.aborted) fill(run, 0, true);
        first.resolve();
      })
      .catch(onError);
    expanding.set(run, { abort, ended });
    return first.promise;
  }

  async function fillMoved(from: string, draft: DraftBatch): Promise<void> {
    const { signal } = closing;
    await expandSelection(parts, draft, signal, () => undefined);
    while ((await store.ledgerCarry(draft.uuid, from, sliceSize)) > 0) signal.throwIfAborted();
  }

  async function stop(run: Run): Promise<void> {
    const current = expanding.get(run);
    if (!current) return;
    current.abort.abort();
    await current.ended;
    await store.ledgerEnumerated(run.batch.uuid);
    run.isEnumerated = true;
  }

  return {
    start,
    fillMoved,
    stop,
    async close() {
      closing.abort(new AppError('CANCELLED', 'the app is closing'));
      for (const { abort } of expanding.values()) abort.abort();
      await Promise.all([...expanding.values()].map(({ ended }) => ended));
    },
  };
}

/** Whether a failed write to the ledger is worth retrying. */
function mayPass(error: unknown): boolean {
  if (!isAppError(error)) return false;
  const { follows, concerns } = ruleOf(error.code);
  return follows === 'wait' && (concerns === 'store' || concerns === 'everything');
}
