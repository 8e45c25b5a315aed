import type { Events } from '../../shared/contract.ts';
import type { RulesFor } from '../../shared/model/client-rules.ts';
import type { Batch, DownloadRequest } from '../../shared/model/download.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { AppContext } from '../app-context.ts';
import type { Desktop, HttpGet } from '../host.ts';
import type { Disk } from './files/index.ts';
import type { IndexedConnection, Machine } from './folder-index/index.ts';
import type { SelectionContext } from './queue/index.ts';

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
