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

/** Saved searches: a query with how it is shown, its stored answer, and what is new in it. */
export interface SavedSearches {
  list(): Promise<SavedSearch[]>;
  /** Those of which the list knows nothing but that they are there. */
  unreadable(): Promise<UnreadableSaved[]>;
  create(draft: SavedSearchDraft, from: string | undefined): Promise<SavedSearch>;
  change(id: string, change: Partial<SavedSearchDraft>): Promise<SavedSearch>;
  duplicate(id: string, name: string): Promise<SavedSearch>;
  remove(id: string): Promise<void>;
  /**
   * Runs the query again. Rejects with what kept every connection from being asked, such as `NO_NETWORK`, and
   * with `SEARCH_OWNED_ELSEWHERE`.
   */
  refresh(id: string, options?: { isUrgent?: boolean }): Promise<void>;
  news(): Promise<SearchChange[]>;
  /**
   * Marks the news of one saved search, or of all, as seen; gives the id by which `unmarkSeen` takes that
   * back.
   */
  markSeen(id: string | undefined): Promise<string>;
  /**
   * Makes news again what was marked as seen. Rejects with `UNDO_GONE` where that was too many marks ago, or
   * nothing of it is there any more.
   */
  unmarkSeen(markId: string): Promise<void>;
  /**
   * Counts the news again where documents have changed by other ways than a refresh, and tells of what is
   * another than was told last.
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
  /**
   * `isOfRefresh`: a batch that nobody asked for, and that is not kept when it brings neither a file nor a
   * failure.
   */
  startDownload(request: DownloadRequest & { isOfRefresh: boolean }): Promise<{ batchId: string }>;
  /**
   * Documents of an answer that are on this computer and that the agency has replaced since; kept as changed
   * by then.
   */
  noticeReplaced(resultSetId: string): Promise<DocumentKey[]>;
  /** Where documents go that are taken along while no folder has been chosen. */
  documentsFolder: string;
  /** Keeps how a saved search begins as it is shown. */
  saveBeginning(saved: SavedSearch): Promise<void>;
  /** Told whenever a saved search has changed. */
  emit(all: SavedSearchList): void;
  /** Told of what went wrong where nobody waits for it. */
  reportError(what: string, error: unknown): void;
}

/** All saved searches. */
export interface SavedSearchList {
  saved: SavedSearch[];
  unreadable: UnreadableSaved[];
}

/** What a saved search's row holds; undefined where it cannot be read. */
export function readDraft(row: string): SavedSearchDraft | undefined {
  try {
    return savedSearchDraft.safeParse(JSON.parse(row)).data;
  } catch {
    return undefined;
  }
}

/** News shown of one saved search at the most; the count is of all. */
const maxChanges = 500;

/** How many marks can be taken back: as many as the page remembers. */
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
   * Those that are new, and those that an earlier refresh has failed to fetch: they may have been marked as
   * seen meanwhile.
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

  /** After a run: counts the news, and fetches what the person chose to have fetched. */
  async function ended(resultSetId: string, { state, isPartlyRefused = false }: SearchRunEnd): Promise<void> {
    // An agency that refuses for good must not keep the news of the others from being told.
    const isWhole = state === 'done' || (state === 'interrupted' && isPartlyRefused);
    const id = await store.countSavedNews(resultSetId, { at: now(), isWhole });
    // What it found may be in other searches, too.
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

  /**
   * A document that was replaced under the same id is news like any other change, and is fetched where news
   * are.
   */
  async function noticeReplaced(saved: SavedSearch): Promise<void> {
    const documents = await deps.noticeReplaced(saved.resultSetId);
    if (documents.length === 0) return;
    await store.countSavedNews(saved.resultSetId, { at: now(), isWhole: true });
    const folder = folderFor(saved);
    if (folder === '') return changed();
    await download(saved, { kind: 'some', documents }, folder, { force: true, isOfRefresh: true });
    await changed();
  }

  /** Where documents go that are fetched without being asked for; `''` when none are. */
  function folderFor({ folder, takesPapers, downloadsNew }: SavedSearch): string {
    const selectedFolder = folder || deps.settings().folder;
    if (takesPapers) return selectedFolder || deps.documentsFolder;
    return downloadsNew ? selectedFolder : '';
  }

  /** What is not kept costs a moment when it is opened. */
  async function saveBeginning(saved: SavedSearch): Promise<SavedSearch> {
    await deps
      .saveBeginning(saved)
      .catch((error) => deps.reportError('the beginning of a saved search', error));
    return saved;
  }

  /** After news of one saved search, or of all, became seen or news again. */
  async function newsChanged(id: string | undefined): Promise<void> {
    await changed();
    for (const saved of await list()) if (id === undefined || id === saved.id) await saveBeginning(saved);
  }

  async function fetchSelected(saved: SavedSearch): Promise<void> {
    const folder = folderFor(saved);
    if (folder === '') return;
    try {
      // What is here already is not asked for: an answer of thousands would be a batch of thousands at every
      // refresh.
      const place = resolve(folder);
      const missing = await store.ledgerNotDownloaded(saved.resultSetId, place);
      const documents = saved.takesPapers ? missing : await newAmong(saved.id, missing, place);
      if (documents.length > 0) {
        await download(saved, { kind: 'some', documents }, folder, { force: false, isOfRefresh: true });
      }
      // Only now is it known which failures are asked for again.
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
      // Who takes documents along may leave before the search is ever asked again.
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
      // A person's refresh begins at no attempt.
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
