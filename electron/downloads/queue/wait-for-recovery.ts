import type { AppError } from '../../../shared/errors.ts';
import type { Batch, PauseReason } from '../../../shared/model/download.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
import type { Clock } from '../../host.ts';
import { type Breaker, type BreakerState, createBreaker } from '../../jobs/index.ts';
import type { Disk, ProbeWritable } from '../files/index.ts';
import type { OutageDetector, Server } from '../signed-links/index.ts';
import type { Run } from './batch-run.ts';

/** Has what the app paused by itself wait for a circuit breaker, and resumes it when that closes. */
export interface Waiting {
  /** A batch was paused for a disk, a folder or the ledger. */
  forPlace(run: Run, why: PauseReason, error: AppError): void;
  /** The documents of a connection in a batch are paused because of a server. */
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
  /** What a batch waits for, or until when, has changed. */
  onWaiting(run: Run): void;
}

// After a resume that could not be written down, ms.
const retryDelayMs = 5_000;
// A drive that is plugged in again is to be found soon, and looking costs no other computer anything, ms.
const maxFolderWaitMs = 30_000;
// A file system that is full to the last byte cannot even write its folders.
const spareBytes = 64 * 1024;
// What is written at most to see whether there is room, bytes: a person's quota does not show in what is
// free.
const maxProbeBytes = 8 * 1024 * 1024;

/** Nothing waits yet. */
export function createWaiting(deps: WaitingDeps): Waiting {
  const { disk, clock, probeWritable, outages, resume, resumeConnections, onWaiting } = deps;
  /** What ends each wait: one for a batch's place, one for each of its connections. */
  const waits = new Map<Run, Map<string, AbortController>>();
  /** The breaker before a batch's place, and how many documents had their verdict when it opened last. */
  const places = new WeakMap<Run, { breaker: Breaker; finished: number }>();

  const isPausedFor = ({ state }: Run, why: PauseReason) => state.kind === 'paused' && state.why === why;

  /** Waits as `wait` does, instead of what waited under that name before. */
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
    // Their only failure is being ended.
    wait(ending).then(forget, forget);
  }

  /** The breaker of a batch's place, opened; its waits grow only while no document gets a verdict. */
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
    // For another reason than before, perhaps.
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

  /** Goes on with a batch as soon as that can be written down, while it is still paused for that reason. */
  async function goOn(run: Run, why: PauseReason, signal: AbortSignal): Promise<void> {
    while (isPausedFor(run, why)) {
      try {
        return await resume(run);
      } catch {
        // Paused again, where it does not pass.
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
          // Whoever has it go on finds out for themselves.
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

/** How many documents of a batch have their verdict. */
function finishedCount({ counters: { counts, documents } }: Run): number {
  return documents - counts.waiting - counts.transferring - counts.paused;
}
