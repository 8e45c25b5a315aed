import { ruleOf } from '../../../shared/error-rules.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Batch, PauseReason } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import { type Breaker, type BreakerState, createBreaker } from '../../jobs/index.ts';
import type { Disk, ProbeWritable } from '../files/index.ts';
import type { OutageDetector, Server } from '../signed-links/index.ts';
import type { Run } from './batch-run.ts';

/** Resumes automatically paused batches when their circuit breaker closes. */
export interface Waiting {
  /** A batch was paused because of a disk, a folder or the ledger. */
  forPlace(run: Run, why: PauseReason, error: AppError): void;
  /** A connection's documents were paused because of a server. */
  forServer(run: Run, server: Server, error: AppError): void;
  close(): void;
}

export interface WaitingDeps {
  disk: Disk;
  clock: Clock;
  probeWritable: ProbeWritable;
  outages: OutageDetector;
  resume(run: Run): Promise<void>;
  /** Resumes the documents of a connection. */
  resumeConnections(run: Run, connectionId: string): void;
  /** The target or the end of a batch's wait changed. */
  onWaiting(run: Run): void;
}

// Delay after a resume that could not be stored, ms.
const retryDelayMs = 5_000;
// Short, ms: a reconnected drive is found soon, and probing is local.
const maxFolderWaitMs = 30_000;
// A completely full file system cannot even write directory entries.
const spareBytes = 64 * 1024;
// Maximum size of a write probe, bytes: free space does not show a user's quota.
const maxProbeBytes = 8 * 1024 * 1024;

export function createWaiting(deps: WaitingDeps): Waiting {
  const { disk, clock, probeWritable, outages, resume, resumeConnections, onWaiting } = deps;
  /** Aborts each wait: one for a batch's disk or folder, one for each of its connections. */
  const waits = new Map<Run, Map<string, AbortController>>();
  /** The breaker of a batch's disk or folder, and the number of finished documents when it last opened. */
  const places = new WeakMap<Run, { breaker: Breaker; finished: number }>();

  const isPausedFor = ({ state }: Run, why: PauseReason) => state.kind === 'paused' && state.why === why;

  /** Starts `wait` and aborts the earlier wait of that name. */
  function begin(run: Run, name: string, wait: (ending: AbortController) => Promise<void>): void {
    const own = waits.get(run) ?? new Map<string, AbortController>();
    waits.set(run, own);
    own.get(name)?.abort();
    const ending = new AbortController();
    own.set(name, ending);
    const forget = () => {
      if (own.get(name) === ending) own.delete(name);
      if (own.size === 0 && waits.get(run) === own) waits.delete(run);
    };
    // They reject only when aborted.
    wait(ending).then(forget, forget);
  }

  /** Opens the breaker of a batch's disk or folder. Its waits grow only while no document finishes. */
  function openPlace(run: Run, error: AppError): Breaker {
    const finished = finishedCount(run);
    const probe = (why: AppError) => isOver(run, why);
    const place = places.get(run) ?? {
      breaker: createBreaker({ clock, maxWaitMs: maxFolderWaitMs, probe }),
      finished,
    };
    places.set(run, place);
    if (place.finished !== finished) place.breaker.served();
    place.finished = finished;
    // The reason may have changed.
    place.breaker.close();
    place.breaker.open(error);
    return place.breaker;
  }

  async function isOver(run: Run, error: AppError): Promise<boolean> {
    const { folder } = run.destination;
    const { concerns } = ruleOf(error.code);
    if (concerns === 'everything') {
      const bytes = Number(error.values?.['next'] ?? 0) + spareBytes;
      if ((await disk.freeBytes(folder)) < bytes) return false;
      await probeWritable(folder, Math.min(bytes, maxProbeBytes));
    }
    if (concerns !== 'folder') return true;
    await run.destination.check();
    if (error.code === 'FOLDER_UNWRITABLE') await probeWritable(folder);
    return true;
  }

  function noteWait(run: Run, what: NonNullable<Batch['waits']>['for'], state: BreakerState): void {
    if (state.kind !== 'open') return;
    const until = new Date(clock.now() + Math.max(0, state.probeAt - clock.elapsed())).toISOString();
    run.waits = { for: what, until };
    onWaiting(run);
  }

  /** Resumes a batch, with retries, while it is paused for that reason. */
  async function goOn(run: Run, why: PauseReason, signal: AbortSignal): Promise<void> {
    while (isPausedFor(run, why)) {
      try {
        return await resume(run);
      } catch {
        // Retried: a persistent failure pauses it again.
        await clock.sleep(retryDelayMs, signal);
      }
    }
  }

  return {
    forPlace(run, why, error) {
      const what = why === 'disk-full' ? 'disk' : why === 'folder-gone' ? 'folder' : 'store';
      const breaker = openPlace(run, error);
      begin(run, 'place', async (ending) => {
        const { signal } = ending;
        const onState = (state: BreakerState) =>
          isPausedFor(run, why) ? noteWait(run, what, state) : ending.abort();
        await breaker.untilClosed(onState, signal);
        if (signal.aborted) return;
        if (why === 'folder-gone') run.mayHaveLostFiles = true;
        await goOn(run, why, signal);
      });
    },
    forServer(run, server, error) {
      const { connectionId } = server;
      const breaker = outages.breakerOf(server);
      const what = ruleOf(error.code).concerns === 'way' ? 'network' : server.kind;
      begin(run, connectionId, async (ending) => {
        const { signal } = ending;
        let isLeft = false;
        const onState = (state: BreakerState) => {
          // Resumed or changed by others, who will notice a failure themselves.
          isLeft = run.state.kind !== 'running' && !isPausedFor(run, 'offline');
          if (isLeft) ending.abort();
          else noteWait(run, what, state);
        };
        await breaker.untilClosed(onState, signal).catch(() => undefined);
        if (signal.aborted && !isLeft) return;
        resumeConnections(run, connectionId);
        await goOn(run, 'offline', signal);
      });
    },
    close() {
      for (const own of waits.values()) for (const ending of own.values()) ending.abort();
    },
  };
}

/** Number of documents with a verdict. */
function finishedCount({ counters: { counts, documents } }: Run): number {
  return documents - counts.waiting - counts.transferring - counts.paused;
}
