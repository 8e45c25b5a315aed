import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError, isAppError } from '../../../shared/errors.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
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

/** What names need to know beside the document. */
export interface Namer {
  /** Name of a folder for a client: what a person has chosen, else the RUT. */
  clientName(document: StoredDocument): string;
  /** The agency of a connection, for `{agency}`. */
  agencyName(connectionId: string): string;
}

/** What the enumeration of a selection needs. */
export interface SelectionDeps {
  store: Store;
  namer: Namer;
  /**
   * The words of a filter as lists understand them, clients' names included. Default: as the documents tell.
   */
  tokensOf?(filter: string): readonly FilterToken[];
}

// One page keeps the main event loop for a few milliseconds, in slices.
const pageSize = 500;
const sliceSize = 100;

/**
 * Adds what a batch's selection means to the ledger, page by page, each document with its name: `onAdded`
 * hears of each page. A page that was added before adds nothing. Gives how many inactive documents were left
 * out. Rejects as the store does.
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

/** What the name of a document is made of. */
export function sourceOf(document: StoredDocument, namer: Namer): NameSource & { document: StoredDocument } {
  return {
    document,
    rut: document.rut,
    client: namer.clientName(document),
    agency: namer.agencyName(document.connectionId),
  };
}

/** The folders that the dispatches of these documents keep; the first document of a dispatch decides. */
async function fixedFolders(
  store: Store,
  { uuid, folder: destination }: DraftBatch,
  template: NameTemplate,
  sources: readonly (NameSource & { document: StoredDocument })[],
): Promise<string[]> {
  if (template.fixedFolders === 0) return sources.map(() => '');
  // Documents of one dispatch share a folder: the first of them asks for all.
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

/** Adds the documents of batches, each batch's beside the others'. */
export interface Expanding {
  /**
   * Adds the rest of a selection; resolves when its first documents, or none, have been added. Rejects where
   * not even these of a new batch can be.
   */
  start(run: Run, isNew?: boolean): Promise<void>;
  /**
   * Adds all that a batch has not brought to the one that it is moved to. Rejects where any of it cannot be,
   * and with `CANCELLED`.
   */
  fillMoved(from: string, draft: DraftBatch): Promise<void>;
  /** Ends the enumeration: what has not been added is left out. */
  stop(run: Run): Promise<void>;
  /** Ends all adding, which the next start goes on with. */
  close(): Promise<void>;
}

export interface ExpandingDeps extends SelectionDeps {
  clock: Pick<Clock, 'sleep'>;
  /** So many more documents of a batch are in the ledger; with `isAll` there are no more. */
  fill(run: Run, added: number, isAll: boolean): void;
  onError(error: unknown): void;
}

// How long to wait before a ledger that could not be written is tried again, ms.
const retryDelayMs = 5_000;

/** Adds nothing yet. */
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
        // What had been added is downloaded; the batch says that it lacks the rest.
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

/** Whether a ledger that could not be written may be soon. */
function mayPass(error: unknown): boolean {
  if (!isAppError(error)) return false;
  const { follows, concerns } = ruleOf(error.code);
  return follows === 'wait' && (concerns === 'store' || concerns === 'everything');
}
