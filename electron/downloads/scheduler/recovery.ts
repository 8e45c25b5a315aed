import type { CarpetaError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import type { Disk, ProveWritable } from '../destination/index.ts';
import type { Serving } from '../links/index.ts';
import { isOfService } from '../links/index.ts';
import { orStop } from '../transfer/index.ts';
import type { Run } from './run.ts';

/** Brings batches that the app paused by itself back, when the reason has gone. */
export interface Recovery {
  /** Watches over a batch that has been paused for a reason that may pass. */
  watch(run: Run, why: PauseReason, error?: CarpetaError): void;
  /** Something answers again: batches that wait for the network try at once. */
  online(): void;
  close(): void;
}

export interface RecoveryParts {
  disk: Disk;
  clock: Clock;
  proveWritable: ProveWritable;
  serving: Pick<Serving, 'isBack'>;
  resume(run: Run): Promise<void>;
}

const glance = 5_000;
const longest = 60_000;
// A file system that is full to the last byte cannot even write its folders.
const spare = 64 * 1024;
// What is written at most to see whether there is room, bytes: a person's quota does not show in what is free.
const mostProof = 8 * 1024 * 1024;

/** A recovery that has nothing to watch yet. */
export function createRecovery({ disk, clock, proveWritable, serving, resume }: RecoveryParts): Recovery {
  const watched = new Map<Run, AbortController>();
  const nudges = new Set<() => void>();
  // How often a batch has gone on, or its agency was away, since a document of it last got its verdict.
  const vain = new WeakMap<Run, { settled: number; times: number }>();

  function watch(run: Run, why: PauseReason, error?: CarpetaError): void {
    watched.get(run)?.abort();
    const ending = new AbortController();
    watched.set(run, ending);
    // Its only failure is being ended.
    void waitFor(run, why, error, ending.signal).catch(() => undefined);
  }

  async function waitFor(
    run: Run,
    why: PauseReason,
    error: CarpetaError | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const wait = Math.min(longest, glance * 2 ** timesInVain(run));
      await (why === 'offline' ? untilNudged(wait, signal) : clock.sleep(wait, signal));
      if (run.state.kind !== 'paused' || run.state.why !== why) break;
      const isGone = await orStop(isOver(run, why, error), signal);
      // An agency that is away is asked less and less often, whether that is seen before the batch goes on or after.
      if (isGone || why === 'offline') {
        vain.set(run, { settled: settledOf(run), times: timesInVain(run) + 1 });
      }
      if (!isGone) continue;
      // Others may have acted on it while the agency was asked.
      if (run.state.kind !== 'paused' || run.state.why !== why) break;
      if (why === 'folder-gone') run.isDoubtful = true;
      if (await resumed(run)) break;
    }
    watched.delete(run);
  }

  function timesInVain(run: Run): number {
    const last = vain.get(run);
    return last?.settled === settledOf(run) ? last.times : 0;
  }

  /** Whether it goes on; when that cannot even be written down, it is tried again like the rest. */
  async function resumed(run: Run): Promise<boolean> {
    return resume(run).then(
      () => true,
      () => false,
    );
  }

  async function isOver(run: Run, why: PauseReason, error: CarpetaError | undefined): Promise<boolean> {
    const { folder } = run.destination;
    try {
      switch (why) {
        case 'disk-full':
          return await hasRoom(folder, Number(error?.values?.['next'] ?? 0) + spare);
        case 'folder-gone':
          await run.destination.check();
          if (error?.code === 'FOLDER_UNWRITABLE') await proveWritable(folder);
          return true;
        case 'offline':
          // Each dispatch under way would have a round of requests of its own.
          return !error || !isOfService(error) || (await serving.isBack(run.connections));
        default:
          return true;
      }
    } catch {
      // Asked again in a while.
      return false;
    }
  }

  async function hasRoom(folder: string, bytes: number): Promise<boolean> {
    if ((await disk.freeBytes(folder)) < bytes) return false;
    await proveWritable(folder, Math.min(bytes, mostProof));
    return true;
  }

  async function untilNudged(wait: number, signal: AbortSignal): Promise<void> {
    const waking = new AbortController();
    const nudge = () => waking.abort();
    nudges.add(nudge);
    try {
      await clock.sleep(wait, AbortSignal.any([waking.signal, signal]));
    } catch (thrown) {
      if (signal.aborted) throw thrown;
    } finally {
      nudges.delete(nudge);
    }
  }

  return {
    watch,
    online: () => {
      for (const nudge of [...nudges]) nudge();
    },
    close: () => {
      for (const ending of watched.values()) ending.abort();
      watched.clear();
    },
  };
}

/** How many documents of a batch have their verdict. */
function settledOf({ tally: { counts, documents } }: Run): number {
  return documents - counts.waiting - counts.transferring - counts.paused;
}
