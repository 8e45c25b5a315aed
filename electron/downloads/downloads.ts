import type { CallParsed, Events } from '../../shared/contract.ts';
import type { RulesFor } from '../../shared/model/client-rules.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type {
  Batch,
  BatchDocument,
  DownloadRequest,
  SelectionSummary,
  StartedDownload,
  Verification,
} from '../../shared/model/download.ts';
import type { Sort } from '../../shared/model/search-query.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { AppContext } from '../app-context.ts';
import type { BatchAction } from '../database/index.ts';
import type { Desktop, HttpGet } from '../host.ts';
import type { Disk } from './files/index.ts';
import type { IndexedConnection, Machine } from './folder-index/index.ts';
import type { BatchListener, SelectionContext } from './queue/index.ts';
import type { Unsaved, UnsavedOptions } from './transfer/index.ts';

/** Everything that downloads get from the app. */
export interface DownloadsOptions
  extends SelectionContext,
    Pick<AppContext, 'getApiClient' | 'breakerOf' | 'links' | 'clock' | 'random' | 'uuid'> {
  /** Reads the rules of all clients; undefined where none has any. */
  readRules(): RulesFor | undefined;
  /** For files in storage. */
  httpGet: HttpGet;
  emit(event: 'downloads.progress', payload: Events['downloads.progress']): void;
  /** Called when files appeared on the disk or disappeared from it. */
  onFilesChanged?(): void;
  settings(): Pick<
    Settings,
    'transfersAtOnce' | 'bandwidth' | 'largestDocument' | 'afterRestart' | 'template'
  >;
  desktop: Pick<Desktop, 'keepAwake' | 'showProgress' | 'markAsForeign'>;
  connections(): readonly IndexedConnection[];
  /** Notifies the user that a batch has ended. */
  announce(batch: Batch): void;
  /**
   * Whether this process adopts batches without an owner. A command with its own batch leaves them to the
   * app. Default true.
   */
  adopts?: boolean;
  /** Default: the real file system. */
  disk?: Disk;
  machine?: Machine;
  /** Silence after which a transfer is restarted, ms. Default 30 s. */
  stallsAfter?: number;
  /** Receives errors of background work. */
  onError?(error: unknown): void;
}

/** What a batch downloads. `isOfRefresh`: a saved search started it, so an empty batch needs no message. */
export type BatchRequest = DownloadRequest & { isOfRefresh?: boolean };

/** Downloads batches of documents into folders. A crash loses, duplicates or damages no file. */
export interface Downloads {
  /**
   * Stores a batch and starts it, or several where the rules of its clients differ: all that began are in
   * `batchIds` then, and the others in `notStarted`. Where none began it rejects with `NOTHING_SELECTED`,
   * `RESULT_SET_GONE`, `NAME_TEMPLATE_INVALID`, `NAME_TEMPLATE_EMPTY`, `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`,
   * `FOLDER_GONE`, `FILE_IN_THE_WAY`, `FILE_LOCKED` or `DISK_FULL`.
   */
  start(request: BatchRequest): Promise<StartedDownload>;
  /** The batches that `start` would make of a request; none where rules leave out every document. */
  split(request: BatchRequest): Promise<BatchRequest[]>;
  /** All batches, newest first. */
  list(): Promise<Batch[]>;
  /**
   * Calls the listener with the batch now and at each change; with undefined once it is off the list. Returns
   * the function that unsubscribes.
   */
  follow(batchId: string, listener: BatchListener): () => void;
  /** A page of a batch's documents. Pages with the same `readingId` keep the order of the first page. */
  documents(query: {
    batchId: string;
    offset: number;
    limit: number;
    problemsOnly: boolean;
    sort?: Sort | undefined;
    readingId?: string | undefined;
  }): Promise<{ rows: BatchDocument[]; total: number }>;
  /**
   * Actions on one document, one batch or all batches. Rejects with `BATCH_GONE` or `BATCH_OWNED_ELSEWHERE`.
   */
  control(order: {
    action: BatchAction;
    batchId?: string | undefined;
    document?: DocumentKey | undefined;
  }): Promise<void>;
  /**
   * Moves the unfinished documents of a batch to a new batch in another folder; finished ones stay with the
   * old batch. Rejects as `control` does, with `NOTHING_SELECTED` if none is unfinished, and as `start` does
   * for the folder. A rejected move changes nothing.
   */
  move(batchId: string, folder: string): Promise<{ batchId: string }>;
  /** Stops a batch and removes it from the list; its files stay. Rejects as `control` does. */
  forget(batchId: string): Promise<void>;
  /**
   * Writes pending entries to the folder's index, if that is possible now. Never rejects for a disk error.
   */
  flushIndex(folder: string): Promise<void>;
  /** Reads every file of a folder and compares it with the folder's index. Rejects with `FOLDER_GONE`. */
  verify(folder: string, signal?: AbortSignal): Promise<Verification>;
  /**
   * Imports the documents of a folder that was moved or that another computer filled. `isQuick`: checks only
   * that the files exist; otherwise it hashes them. Rejects with `FOLDER_GONE`.
   */
  recognise(folder: string, isQuick?: boolean): Promise<{ documents: number }>;
  /** Count and size of a selection, by the rules that it follows. Rejects with `RESULT_SET_GONE`. */
  summary(request: CallParsed<'downloads.summary'>): Promise<SelectionSummary>;
  /**
   * The path that a template gives a document, or an example document if none is stored. Rejects with
   * `NAME_TEMPLATE_INVALID`, `NAME_TEMPLATE_EMPTY`.
   */
  previewName(template: string, document?: DocumentKey): Promise<{ path: string }>;
  /**
   * Whether a folder exists. Rejects with `FOLDER_GONE` if its drive or share is absent, with
   * `FOLDER_UNWRITABLE` if access is denied.
   */
  hasFolder(folder: string): Promise<boolean>;
  /**
   * Checks whether the files of these documents are still in place and stores the result. Returns whether
   * anything changed.
   */
  checkFiles(documents: readonly DocumentKey[]): Promise<boolean>;
  /** Checks every folder with downloaded files; otherwise as `checkFiles`. */
  checkFolders(): Promise<boolean>;
  /**
   * Call when the user selects a folder. Imports its index if it changed, so documents known under another
   * path count as downloaded. Never rejects.
   */
  meetFolder(folder: string): Promise<void>;
  /**
   * Path of a document's newest file. Rejects with `DOCUMENT_NOT_HERE` if this computer has no file of it,
   * with `FOLDER_UNSEEN` if its folder does not respond.
   */
  fileOf(document: DocumentKey): Promise<string>;
  /** Fetches a document into memory without writing to the disk. Rejects as `readUnsaved` does. */
  read(document: DocumentKey, options: UnsavedOptions): Promise<Unsaved>;
  /** The folder of a batch. Rejects with `BATCH_GONE`. */
  folderOf(batchId: string): Promise<string>;
  /**
   * Checks in storage whether downloaded documents of a result set were replaced, a part of them per call.
   * Stores those as changed, once, and returns them.
   */
  noticeReplaced(resultSetId: string): Promise<DocumentKey[]>;
  /** Call when a connection has a new key: batches that its old key blocked resume. */
  resumeConnection(connectionId: string): Promise<void>;
  /** Call when the network is back: batches that wait for it retry at once. */
  online(): void;
  /** Call after a change of settings: the number of slots may have changed. */
  settingsChanged(): void;
  /** Whether a document is being transferred: quitting then needs a confirmation. */
  isBusy(): boolean;
  /** Stops; unfinished transfers resume at the next start. */
  close(): Promise<void>;
}
