import type { Events } from '../../shared/contract.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Language } from '../../shared/model/languages.ts';
import type { UserRole } from '../../shared/model/user-role.ts';
import type { Store } from '../database/index.ts';
import type { DocumentFetcher, MailDrafts } from '../deliveries/index.ts';
import type { FolderIndex } from '../downloads/index.ts';
import type { SaveTable } from '../exports/index.ts';
import type { Clock, Desktop, StartWorker } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import type { ListedDispatch } from '../search/index.ts';

/** What the module needs of the app. */
export interface DossierDeps {
  store: Store;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  uuid(): string;
  translatorFor(language: Language): Translator;
  /** The words of the language that the app is shown in. */
  translatorNow(): Translator;
  clients(): readonly Client[];
  /** The agencies that can be asked. */
  connectionIds(): readonly string[];
  /** Who uses the app. */
  userRole(): UserRole;
  /** The name of an agency as the person gave it; `''` when it is no longer there. */
  agencyName(connectionId: string): string;
  desktop: Pick<
    Desktop,
    'openFile' | 'showInFolder' | 'printFile' | 'startDrag' | 'composeMail' | 'markAsForeign'
  >;
  drafts: MailDrafts;
  saveTable: SaveTable;
  folderIndex: FolderIndex;
  /**
   * Has the index of a folder told all that downloads have brought into it, where that is possible now. Never
   * rejects for the disk.
   */
  flushIndex(folder: string): Promise<void>;
  /**
   * Where a document's newest file stands. Rejects with `DOCUMENT_NOT_HERE` when it is not, or no longer, on
   * this computer, with `FOLDER_UNSEEN` where that cannot be told.
   */
  fileOf(document: DocumentKey): Promise<string>;
  fetcher: DocumentFetcher;
  /** The dispatches of a pasted list, read as the search box reads it, and what is no number of any. */
  readList(text: string): Promise<{ listed: ListedDispatch[]; unreadable: string[] }>;
  /** A text as one name of a path, valid on every system; `''` when nothing of it may stand. */
  safeName(text: string, maxLength?: number): string;
  emit<Name extends 'carpeta.arrived' | 'handover.progress'>(event: Name, payload: Events[Name]): void;
  startWorker: StartWorker;
}
