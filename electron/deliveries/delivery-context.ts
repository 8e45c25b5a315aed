import type { Events } from '../../shared/contract.ts';
import type { RulesFor } from '../../shared/model/client-rules.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Store } from '../database/index.ts';
import type { FolderIndex, TemplateName } from '../downloads/index.ts';
import type { Clock, Desktop, StartWorker } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import type { ListedDispatch } from '../search/index.ts';
import type { DocumentFetcher } from './document-fetcher.ts';
import type { MailDrafts } from './mail-drafts.ts';

/** What deliveries take from the app. */
export interface DeliveryContext {
  store: Store;
  clock: Clock;
  uuid(): string;
  emit(event: 'deliveries.progress', payload: Events['deliveries.progress']): void;
  /** Translations of the app's current language. */
  translatorNow(): Translator;
  clients(): readonly Client[];
  /** Reads the rules of all clients. */
  readRules(): RulesFor;
  /** The name that the user gave an agency; `''` when the agency has been deleted. */
  agencyName(connectionId: string): string;
  desktop: Pick<Desktop, 'openFile' | 'showInFolder' | 'printFile' | 'startDrag' | 'markAsForeign'>;
  drafts: MailDrafts;
  /** The folder of files that are printed; it has nothing else. */
  printFolder: string;
  folderIndex: FolderIndex;
  /**
   * Writes all pending verdicts of a folder to its index, where that is possible now. Never rejects for disk
   * errors.
   */
  flushIndex(folder: string): Promise<void>;
  /**
   * The path of a document's newest file. Rejects with `DOCUMENT_NOT_HERE` when there is none on this
   * computer, with `FOLDER_UNSEEN` where that is unknown.
   */
  fileOf(document: DocumentKey): Promise<string>;
  /**
   * The names that a template gives documents in a folder, `''` for an archive, in their order; undefined for
   * one that is not stored. Rejects with the signal's reason.
   */
  planNames(
    template: string,
    documents: readonly DocumentKey[],
    destination: string,
    signal: AbortSignal,
  ): Promise<(TemplateName | undefined)[]>;
  fetcher: Pick<DocumentFetcher, 'fetch' | 'cancel'>;
  /** The dispatches of a pasted list, parsed as the search box does, and the text that is no number. */
  readList(text: string): Promise<{ listed: ListedDispatch[]; unreadable: string[] }>;
  /** A text as one valid path segment on every system; `''` when no character is allowed. */
  safeName(text: string, maxLength?: number): string;
  startWorker: StartWorker;
}
