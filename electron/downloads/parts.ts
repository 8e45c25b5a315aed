import type { Events } from '../../shared/contract.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Batch } from '../../shared/model/download.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Clock, Desktop, Open } from '../host.ts';
import type { BreakerOf, LinkBook, ServiceOf, walk } from '../service/index.ts';
import type { Disk } from './destination/index.ts';
import type { Machine } from './manifest/index.ts';
import type { GatherMeans } from './scheduler/index.ts';

/** What downloads need of the app. */
export interface DownloadsParts extends GatherMeans {
  serviceOf: ServiceOf;
  breakerOf: BreakerOf;
  links: LinkBook;
  walk: typeof walk;
  open: Open;
  clock: Clock;
  random(): number;
  uuid(): string;
  emit(event: 'downloads.progress', payload: Events['downloads.progress']): void;
  settings(): Pick<
    Settings,
    'transfersAtOnce' | 'bandwidth' | 'largestDocument' | 'afterRestart' | 'template'
  >;
  desktop: Pick<Desktop, 'keepAwake' | 'showProgress' | 'markAsForeign'>;
  connections(): Promise<readonly Connection[]>;
  /** Tells the person that a batch has ended. */
  announce(batch: Batch): void;
  /** Whether batches that nobody works on are taken over; a command that has its own to do leaves them to the desk. Default true. */
  adopts?: boolean;
  /** Default: the file system itself. */
  disk?: Disk;
  machine?: Machine;
  /** Silence after which a transfer is begun again, ms. Default 30 s. */
  stallsAfter?: number;
  /** Hears what went wrong where nobody waits for an answer. */
  onProblem?(thrown: unknown): void;
}
