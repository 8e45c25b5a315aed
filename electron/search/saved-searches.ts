import { resolve } from 'node:path';
import { compositeKey } from '../../shared/composite-key.ts';
import { AppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DownloadRequest } from '../../shared/model/download.ts';
import {
  type SavedSearch,
  type SavedSearchDraft,
  type SearchChange,
  savedSearchDraft,
  type UnreadableSaved,
} from '../../shared/model/search.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { SeenBefore, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { noAttempts } from '../jobs/index.ts';
import type { SearchRunEnd } from './search-run.ts';
import type { SearchRunner } from './search-runner.ts';

/** Saved searches: a query with its view, its stored result, and the changes in it. */
export interface SavedSearches {
  list(): Promise<SavedSearch[]>;
  /** Saved searches whose row cannot be read. */
  unreadable(): Promise<UnreadableSaved[]>;
  create(draft: SavedSearchDraft, from: string | undefined): Promise<SavedSearch>;
  change(id: string, change: Partial<SavedSearchDraft>): Promise<SavedSearch>;
  duplicate(id: string, name: string): Promise<SavedSearch>;
  remove(id: string): Promise<void>;
  /**
   * Runs the query again. Rejects with the error that blocked every connection, such as `NO_NETWORK`, and
   * with `SEARCH_OWNED_ELSEWHERE`.
   */
  refresh(id: string, options?: { isUrgent?: boolean }): Promise<void>;
  news(): Promise<SearchChange[]>;
  /** Marks the changes of one saved search, or of all, as seen; returns the id for `unmarkSeen`. */
  markSeen(id: string | undefined): Promise<string>;
  /**
   * Undoes `markSeen`. Rejects with `UNDO_GONE` where the mark is too old, or nothing of it exists any more.
   */
  unmarkSeen(markId: string): Promise<void>;
  /**
   * Counts the changes again, because documents change outside refreshes too, and emits if the list differs
   * from the last event.
   */
  poll(): Promise<void>;
  /** New and changed documents, to be downloaded. Rejects with `SAVED_SEARCH_GONE`. */
  newDocuments(id: string): Promise<DocumentKey[]>;
}

export interface SavedSearchesDeps {
  store: Store;
  runner: SearchRunner;
  clock: Pick<Clock, 'now'>;
  uuid(): string;
  settings(): Settings;
  /** `isOfRefresh`: an automatic batch, which is not stored when it brings neither a file nor a failure. */
  startDownload(request: DownloadRequest & { isOfRefresh: boolean }): Promise<{ batchId: string }>;
  /** The downloaded documents of a result that the agency has replaced since; stores them as changed. */
  noticeReplaced(resultSetId: string): Promise<DocumentKey[]>;
  /** The folder for attached documents while none is selected. */
  documentsFolder: string;
  /** Stores the first rows of a saved search as shown. */
  saveBeginning(saved: SavedSearch): Promise<void>;
  /** Called whenever a saved search has changed. */
  emit(all: SavedSearchList): void;
  /** Called with errors that no caller receives. */
  reportError(what: string, error: unknown): void;
}

/** All saved searches. */
export interface SavedSearchList {
  saved: SavedSearch[];
  unreadable: UnreadableSaved[];
}

/** The draft in a saved search's row; undefined where it cannot be read. */
export function readDraft(row: string): SavedSearchDraft | undefined {
  try {
    return savedSearchDraft.safeParse(JSON.parse(row)).data;
  } catch {
    return undefined;
  }
}

/** Maximum changes listed for a saved search; all are counted. */
const maxChanges = 500;

/** Maximum marks that can be undone: as many as the page remembers. */
const maxMarks = 20;

export function createSavedSearches(deps: SavedSearchesDeps): SavedSearches {
  const { store, runner, clock, uuid } = deps;
  const now = () => new Date(clock.now()).toISOString();

  async function readAll(): Promise<SavedSearchList> {
    const all: SavedSearchList = { saved: [], unreadable: [] };
    for (const { draft, ...row } of await store.listSaved()) {
      const read = readDraft(draft);
      if (read) all.saved.push({ ...read, ...row });
      else all.unreadable.push({ id: row.id });
    }
    return all;
  }

  const list = async () => (await readAll()).saved;

  async function find(id: string): Promise<SavedSearch> {
    return the(id, await list());
  }

  function the<One extends { id: string }>(id: string, among: readonly One[]): One {
    const found = among.find((one) => one.id === id);
    if (!found) throw new AppError('SAVED_SEARCH_GONE', 'the saved search is no longer there');
    return found;
  }

  /** What was marked as seen, oldest first. */
  const marks = new Map<string, { id: string | undefined; earlier: SeenBefore[] }>();
  let lastEmitted = '';
  async function changed(): Promise<void> {
    const all = await readAll();
    lastEmitted = JSON.stringify(all);
    deps.emit(all);
  }

  async function poll(): Promise<void> {
    await store.recountNews();
    if (JSON.stringify(await readAll()) !== lastEmitted) await changed();
  }

  const newDocuments = async (id: string) => (await store.listNewDocuments(id)).map(({ key }) => key);

  /**
   * The missing documents that are new, or that an earlier refresh failed to fetch: those may have been
   * marked as seen meanwhile.
   */
  async function newAmong(
    id: string,
    missing: readonly DocumentKey[],
    folder: string,
  ): Promise<DocumentKey[]> {
    const nameOf = (key: DocumentKey) => compositeKey(key.connectionId, key.id);
    const unseen = new Set([...(await newDocuments(id)), ...(await store.ledgerMissed(folder))].map(nameOf));
    return missing.filter((key) => unseen.has(nameOf(key)));
  }

  async function download(
    saved: SavedSearch,
    selection: DownloadRequest['selection'],
    folder: string,
    how: { force: boolean; isOfRefresh: boolean },
  ): Promise<{ batchId: string }> {
    return deps.startDownload({
      selection,
      folder,
      ...(saved.template !== '' && { template: saved.template }),
      name: saved.name,
      withInactive: false,
      ...how,
    });
  }

  /** After a run: counts the changes, and downloads what the saved search is set to download. */
  async function ended(resultSetId: string, { state, isPartlyRefused = false }: SearchRunEnd): Promise<void> {
    // An agency that rejects the connection must not hide the changes of the others.
    const isWhole = state === 'done' || (state === 'interrupted' && isPartlyRefused);
    const id = await store.countSavedNews(resultSetId, { at: now(), isWhole });
    // The run may have changed documents of other saved searches.
    if (id === undefined) return poll();
    const saved = await find(id);
    await saveBeginning(saved);
    if (state === 'done') await fetchSelected(saved);
    await store.recountNews();
    await changed();
    if (state === 'done') {
      noticeReplaced(saved).catch((error) => deps.reportError('papers that were replaced', error));
    }
  }

  /** A document replaced under the same id counts as a change, and is downloaded where changes are. */
  async function noticeReplaced(saved: SavedSearch): Promise<void> {
    const documents = await deps.noticeReplaced(saved.resultSetId);
    if (documents.length === 0) return;
    await store.countSavedNews(saved.resultSetId, { at: now(), isWhole: true });
    const folder = folderFor(saved);
    if (folder === '') return changed();
    await download(saved, { kind: 'some', documents }, folder, { force: true, isOfRefresh: true });
    await changed();
  }

  /** The folder for automatic downloads; `''` when there are none. */
  function folderFor({ folder, takesPapers, downloadsNew }: SavedSearch): string {
    const selectedFolder = folder || deps.settings().folder;
    if (takesPapers) return selectedFolder || deps.documentsFolder;
    return downloadsNew ? selectedFolder : '';
  }

  /** Without stored first rows, opening it only takes longer. */
  async function saveBeginning(saved: SavedSearch): Promise<SavedSearch> {
    await deps
      .saveBeginning(saved)
      .catch((error) => deps.reportError('the beginning of a saved search', error));
    return saved;
  }

  /** After changes of one saved search, or of all, were marked or unmarked. */
  async function newsChanged(id: string | undefined): Promise<void> {
    await changed();
    for (const saved of await list()) if (id === undefined || id === saved.id) await saveBeginning(saved);
  }

  async function fetchSelected(saved: SavedSearch): Promise<void> {
    const folder = folderFor(saved);
    if (folder === '') return;
    try {
      // Only missing documents are requested: a result of thousands would make a batch of thousands at every
      // refresh.
      const place = resolve(folder);
      const missing = await store.ledgerNotDownloaded(saved.resultSetId, place);
      const documents = saved.takesPapers ? missing : await newAmong(saved.id, missing, place);
      if (documents.length > 0) {
        await download(saved, { kind: 'some', documents }, folder, { force: false, isOfRefresh: true });
      }
      // Only now is it known which failures are retried.
      await store.ledgerDropEmpty();
    } catch (error) {
      deps.reportError('download of a saved search', error);
    }
  }

  runner.onEnd((resultSetId, end) =>
    ended(resultSetId, end).catch((error) => deps.reportError('the end of a sweep', error)),
  );

  return {
    list,
    unreadable: async () => (await readAll()).unreadable,
    async create(draft, from) {
      const id = uuid();
      await store.createSavedSearches(id, draft, { from, resultSetId: uuid() }, now());
      // A person who attaches documents may close the app before the first refresh.
      if (from !== undefined && draft.takesPapers) await fetchSelected(await find(id));
      await changed();
      return find(id);
    },
    async change(id, change) {
      const before = await find(id);
      const asksAnother =
        change.question !== undefined && JSON.stringify(change.question) !== JSON.stringify(before.question);
      if (asksAnother) await runner.end(before.resultSetId);
      await store.changeSaved(id, change, uuid(), now());
      const saved = await find(id);
      if (saved.takesPapers && !before.takesPapers && !asksAnother) await fetchSelected(saved);
      await changed();
      return saved;
    },
    async duplicate(id, name) {
      const copy = { id: uuid(), resultSetId: uuid(), name };
      await store.duplicateSaved(id, copy);
      await changed();
      return find(copy.id);
    },
    async remove(id) {
      await runner.end(the(id, await store.listSaved()).resultSetId);
      await store.removeSaved(id);
      await changed();
    },
    async refresh(id, options) {
      const { resultSetId } = await find(id);
      // A person's refresh resets the attempts.
      if (options?.isUrgent) await store.noteRefresh(resultSetId, noAttempts);
      const { rejection } = await runner.refresh(resultSetId, options);
      if (rejection) throw rejection;
    },
    poll,
    news: () => store.listNews(undefined, maxChanges),
    async markSeen(id) {
      const markId = uuid();
      marks.set(markId, { id, earlier: await store.markSavedSeen(id, now()) });
      for (const oldest of [...marks.keys()].slice(0, -maxMarks)) marks.delete(oldest);
      await newsChanged(id);
      return markId;
    },
    async unmarkSeen(markId) {
      const mark = marks.get(markId);
      if (!mark) throw new AppError('UNDO_GONE', 'what was marked as seen can no longer be taken back');
      marks.delete(markId);
      const isRestored = await store.unmarkSavedSeen(mark.earlier);
      if (!isRestored) throw new AppError('UNDO_GONE', 'what was marked as seen is no longer there');
      await newsChanged(mark.id);
    },
    newDocuments: async (id) => newDocuments((await find(id)).id),
  };
}
