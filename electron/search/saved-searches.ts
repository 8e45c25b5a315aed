import { resolve } from 'node:path';
import { compositeKey } from '../../shared/composite-key.ts';
import { AppError } from '../../shared/errors.ts';
import { asksAgencies } from '../../shared/model/asks-agencies.ts';
import { type RuleName, ruleNames } from '../../shared/model/client-rules.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import {
  type SavedSearch,
  type SavedSearchDraft,
  type SearchChange,
  savedSearchDraft,
  type UnreadableSaved,
} from '../../shared/model/search.ts';
import type { Selection } from '../../shared/model/search-query.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { SeenMarks, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import type { SearchRunEnd } from './search-run.ts';
import type { SearchRunner } from './search-runner.ts';
import {
  type RefreshDownload,
  type SplitDownloadOptions,
  startSplitDownload,
} from './start-split-download.ts';

interface SavedSearchesOptions extends SplitDownloadOptions {
  store: Store;
  runner: SearchRunner;
  clock: Pick<Clock, 'now'>;
  uuid(): string;
  settings(): Settings;
  /** The downloaded documents of a result that the agency has replaced since; stores them as changed. */
  noticeReplaced(resultSetId: string): Promise<DocumentKey[]>;
  /** The folder for attached documents while none is selected. */
  documentsFolder: string;
  /** Stores the first rows of a saved search as shown. */
  saveFirstRows(saved: SavedSearch): Promise<void>;
  /** Called whenever a saved search has changed. */
  emit(all: SavedSearchList): void;
}

/** All saved searches. */
interface SavedSearchList {
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

/** Saved searches: a query with its view, its stored result, and the changes in it. */
export class SavedSearches {
  readonly #options: SavedSearchesOptions;
  /** What was marked as seen, oldest first. */
  readonly #marks = new Map<string, { id: string | undefined; earlier: SeenMarks[] }>();
  #lastEmitted = '';

  constructor(options: SavedSearchesOptions) {
    this.#options = options;
    options.runner.onEnd((resultSetId, end) =>
      this.#onEnd(resultSetId, end).catch((error) => options.reportError('the end of a search run', error)),
    );
  }

  async list(): Promise<SavedSearch[]> {
    return (await this.#readAll()).saved;
  }

  /** Saved searches whose row cannot be read. */
  async unreadable(): Promise<UnreadableSaved[]> {
    return (await this.#readAll()).unreadable;
  }

  async create(draft: SavedSearchDraft, from: string | undefined): Promise<SavedSearch> {
    const { uuid, store } = this.#options;
    const id = uuid();
    await store.createSavedSearches(id, draft, { from, resultSetId: uuid() }, this.#now());
    // A person who attaches documents may close the app before the first refresh.
    if (from !== undefined && draft.takesPapers) await this.#downloadSelected(await this.#find(id));
    await this.#emitAll();
    return this.#find(id);
  }

  async change(id: string, change: Partial<SavedSearchDraft>): Promise<SavedSearch> {
    const { runner, store, uuid } = this.#options;
    const before = await this.#find(id);
    const isNewQuery =
      change.question !== undefined && JSON.stringify(change.question) !== JSON.stringify(before.question);
    if (isNewQuery) await runner.end(before.resultSetId);
    await store.changeSaved(id, change, uuid(), this.#now());
    const saved = await this.#find(id);
    if (saved.takesPapers && !before.takesPapers && !isNewQuery) await this.#downloadSelected(saved);
    await this.#emitAll();
    return saved;
  }

  async duplicate(id: string, name: string): Promise<SavedSearch> {
    const { uuid, store } = this.#options;
    const copy = { id: uuid(), resultSetId: uuid(), name };
    await store.duplicateSaved(id, copy);
    await this.#emitAll();
    return this.#find(copy.id);
  }

  async remove(id: string): Promise<void> {
    const { runner, store } = this.#options;
    await runner.end(withId(id, await store.listSaved()).resultSetId);
    await store.removeSaved(id);
    await this.#emitAll();
  }

  /**
   * Runs the query again; one for words finds its documents whenever it opens, and has nothing to refresh.
   * Rejects with the error that blocked every connection, such as `NO_NETWORK`, and with
   * `SEARCH_OWNED_ELSEWHERE`.
   */
  async refresh(id: string, refreshOptions?: { isUrgent?: boolean }): Promise<void> {
    const { runner, store } = this.#options;
    const saved = await this.#find(id);
    if (!asksAgencies(saved)) return;
    const { resultSetId } = saved;
    // A person's refresh resets the attempts.
    if (refreshOptions?.isUrgent) await store.resetJob({ kind: 'refresh', subject: resultSetId });
    const { rejection } = await runner.refresh(resultSetId, refreshOptions);
    if (rejection) throw rejection;
  }

  changes(): Promise<SearchChange[]> {
    return this.#options.store.listChanges(undefined, maxChanges);
  }

  /** Marks the changes of one saved search, or of all, as seen; returns the id for `unmarkSeen`. */
  async markSeen(id: string | undefined): Promise<string> {
    const markId = this.#options.uuid();
    this.#marks.set(markId, { id, earlier: await this.#options.store.markSavedSeen(id, this.#now()) });
    for (const oldest of [...this.#marks.keys()].slice(0, -maxMarks)) this.#marks.delete(oldest);
    await this.#onMarked(id);
    return markId;
  }

  /**
   * Undoes `markSeen`. Rejects with `UNDO_GONE` where the mark is too old, or nothing of it exists any more.
   */
  async unmarkSeen(markId: string): Promise<void> {
    const mark = this.#marks.get(markId);
    if (!mark) throw new AppError('UNDO_GONE', 'the mark is too old to be undone');
    this.#marks.delete(markId);
    const isRestored = await this.#options.store.unmarkSavedSeen(mark.earlier);
    if (!isRestored) throw new AppError('UNDO_GONE', 'nothing of the mark exists any more');
    await this.#onMarked(mark.id);
  }

  /**
   * Counts the changes again, because documents change outside refreshes too, and emits if the list differs
   * from the last event.
   */
  async poll(): Promise<void> {
    await this.#options.store.recountNews();
    if (JSON.stringify(await this.#readAll()) !== this.#lastEmitted) await this.#emitAll();
  }

  /** New and changed documents, to be downloaded. Rejects with `SAVED_SEARCH_GONE`. */
  async newDocuments(id: string): Promise<DocumentKey[]> {
    return this.#listNewDocuments((await this.#find(id)).id);
  }

  async #readAll(): Promise<SavedSearchList> {
    const all: SavedSearchList = { saved: [], unreadable: [] };
    for (const { draft, ...row } of await this.#options.store.listSaved()) {
      const read = readDraft(draft);
      if (read) all.saved.push({ ...read, ...row });
      else all.unreadable.push({ id: row.id });
    }
    return all;
  }

  async #find(id: string): Promise<SavedSearch> {
    return withId(id, await this.list());
  }

  async #emitAll(): Promise<void> {
    const all = await this.#readAll();
    this.#lastEmitted = JSON.stringify(all);
    this.#options.emit(all);
  }

  /** After changes of one saved search, or of all, were marked or unmarked. */
  async #onMarked(id: string | undefined): Promise<void> {
    await this.#emitAll();
    for (const saved of await this.list())
      if (id === undefined || id === saved.id) await this.#saveFirstRows(saved);
  }

  /** After a run: counts the changes, and downloads what the saved search is set to download. */
  async #onEnd(resultSetId: string, { state, isPartlyRefused = false }: SearchRunEnd): Promise<void> {
    const { store, reportError } = this.#options;
    // An agency that rejects the connection must not hide the changes of the others.
    const isWhole = state === 'done' || (state === 'interrupted' && isPartlyRefused);
    const id = await store.countSavedNews(resultSetId, { at: this.#now(), isWhole });
    // The run may have changed documents of other saved searches.
    if (id === undefined) return this.poll();
    const saved = await this.#find(id);
    await this.#saveFirstRows(saved);
    if (state === 'done') await this.#downloadSelected(saved);
    await store.recountNews();
    await this.#emitAll();
    if (state !== 'done') return;
    this.#noticeReplaced(saved).catch((error) => reportError('documents that were replaced', error));
  }

  /** Without stored first rows, opening it only takes longer. */
  async #saveFirstRows(saved: SavedSearch): Promise<void> {
    const { saveFirstRows, reportError } = this.#options;
    await saveFirstRows(saved).catch((error) => reportError('the first rows of a saved search', error));
  }

  /** A document replaced under the same id counts as a change, and is downloaded where changes are. */
  async #noticeReplaced(saved: SavedSearch): Promise<void> {
    const documents = await this.#options.noticeReplaced(saved.resultSetId);
    if (documents.length === 0) return;
    await this.#options.store.countSavedNews(saved.resultSetId, { at: this.#now(), isWhole: true });
    const folder = this.#folderFor(saved);
    if (saved.takesPapers || saved.downloadsNew) {
      const replaced = { ...this.#requestOf(saved, folder, { kind: 'some', documents }), force: true };
      // What was downloaded once is downloaded again, whatever the rules say of its type.
      await startSplitDownload(
        this.#options,
        { ...replaced, rules: withoutTypes(replaced.rules) },
        ({ selection }) => selection,
      );
    }
    await this.#emitAll();
  }

  async #downloadSelected(saved: SavedSearch): Promise<void> {
    const { store, reportError } = this.#options;
    const folder = this.#folderFor(saved);
    if (!saved.takesPapers && !saved.downloadsNew) return;
    try {
      // Only missing documents are requested: a result of thousands would make a batch of thousands at every
      // refresh.
      const { resultSetId } = saved;
      const whole = { kind: 'all' as const, resultSetId, filter: '', except: [] };
      const isWhole = await startSplitDownload(
        this.#options,
        this.#requestOf(saved, folder, whole),
        async (part) => {
          const path = resolve(part.folder);
          const missing = amongSelected(
            part.selection,
            await store.listDocumentsNotDownloaded(resultSetId, path),
          );
          const documents = saved.takesPapers ? missing : await this.#newAmong(saved.id, missing, path);
          return documents.length > 0 ? { kind: 'some', documents } : undefined;
        },
      );
      // Only now is it known which failures are retried.
      if (isWhole) await store.forgetEmptyRefreshes();
    } catch (error) {
      reportError('download of a saved search', error);
    }
  }

  /** The folder for automatic downloads; `''` when there are none. */
  #folderFor({ folder, takesPapers, downloadsNew }: SavedSearch): string {
    const selectedFolder = folder || this.#options.settings().folder;
    if (takesPapers) return selectedFolder || this.#options.documentsFolder;
    return downloadsNew ? selectedFolder : '';
  }

  /**
   * The missing documents that are new, or that an earlier refresh failed to fetch: those may have been
   * marked as seen meanwhile.
   */
  async #newAmong(id: string, missing: readonly DocumentKey[], folder: string): Promise<DocumentKey[]> {
    const toKey = (key: DocumentKey) => compositeKey(key.connectionId, key.id);
    const added = await this.#listNewDocuments(id);
    const failed = await this.#options.store.listMissedDocuments(folder);
    const unseen = new Set([...added, ...failed].map(toKey));
    return missing.filter((key) => unseen.has(toKey(key)));
  }

  async #listNewDocuments(id: string): Promise<DocumentKey[]> {
    return (await this.#options.store.listNewDocuments(id)).map(({ key }) => key);
  }

  /** The automatic download of a saved search; its own folder and template come before clients' rules. */
  #requestOf(
    saved: SavedSearch,
    folder: string,
    selection: Selection,
  ): RefreshDownload & { rules: RuleName[] } {
    return {
      selection,
      folder,
      name: saved.name,
      withInactive: false,
      force: false,
      isOfRefresh: true,
      ...(saved.template !== '' && { template: saved.template }),
      rules: ruleNames.filter(
        (rule) =>
          !(rule === 'folder' && saved.folder !== '') && !(rule === 'template' && saved.template !== ''),
      ),
    };
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

function withoutTypes(rules: readonly RuleName[]): RuleName[] {
  return rules.filter((rule) => rule !== 'types');
}

/** Those of the documents that a selection names; all of them for a whole result. */
function amongSelected(selection: Selection, documents: DocumentKey[]): DocumentKey[] {
  if (selection.kind !== 'some') return documents;
  const selected = new Set(selection.documents.map(({ connectionId, id }) => compositeKey(connectionId, id)));
  return documents.filter(({ connectionId, id }) => selected.has(compositeKey(connectionId, id)));
}

function withId<Row extends { id: string }>(id: string, rows: readonly Row[]): Row {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new AppError('SAVED_SEARCH_GONE', 'the saved search no longer exists');
  return found;
}
