import type { CarpetaError } from '../../../shared/errors.ts';
import type { Batch, PauseReason } from '../../../shared/model/download.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
import type { Clock } from '../../host.ts';
import type { Disk, ProveWritable } from '../destination/index.ts';
import type { BreakerState, Server, Serving } from '../links/index.ts';
import { orStop } from '../transfer/index.ts';
import type { Run } from './run.ts';

/** Brings batches that the app paused by itself back, when the reason has gone. */
export interface Recovery {
  /** Watches over a batch that has been paused for a reason that may pass; where a server is away, that one. */
  watch(run: Run, why: PauseReason, error: CarpetaError, server?: Server): void;
  close(): void;
}

export interface RecoveryParts {
  disk: Disk;
  clock: Clock;
  proveWritable: ProveWritable;
  serving: Pick<Serving, 'untilBack'>;
  resume(run: Run): Promise<void>;
  /** What a batch waits for, or until when, has changed. */
  onWaiting(run: Run): void;
}

const glance = 5_000;
const longest = 60_000;
// A file system that is full to the last byte cannot even write its folders.
const spare = 64 * 1024;
// What is written at most to see whether there is room, bytes: a person's quota does not show in what is free.
const mostProof = 8 * 1024 * 1024;

/** A recovery that has nothing to watch yet. */
export function createRecovery(parts: RecoveryParts): Recovery {
  const { disk, clock, proveWritable, serving, resume, onWaiting } = parts;
  const watched = new Map<Run, AbortController>();
  // How often a batch has gone on since a document of it last got its verdict.
  const vain = new WeakMap<Run, { settled: number; times: number }>();

  function watch(run: Run, why: PauseReason, error: CarpetaError, server?: Server): void {
    watched.get(run)?.abort();
    const ending = new AbortController();
    watched.set(run, ending);
    const { signal } = ending;
    const watching =
      why === 'offline' && server
        ? waitForServer(run, server, error, signal)
        : waitFor(run, why, error, signal);
    // Their only failure is being ended.
    void watching.finally(() => watched.get(run) === ending && watched.delete(run)).catch(() => undefined);
  }

  const stands = ({ state }: Run, why: PauseReason) => state.kind === 'paused' && state.why === why;

  async function waitFor(
    run: Run,
    why: PauseReason,
    error: CarpetaError,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      await clock.sleep(Math.min(longest, glance * 2 ** timesInVain(run)), signal);
      if (!stands(run, why)) return;
      if (!(await orStop(isOver(run, why, error), signal))) continue;
      vain.set(run, { settled: settledOf(run), times: timesInVain(run) + 1 });
      // Others may have acted on it meanwhile.
      if (!stands(run, why)) return;
      if (why === 'folder-gone') run.isDoubtful = true;
      if (await resumed(run)) return;
    }
  }

  async function waitForServer(
    run: Run,
    server: Server,
    error: CarpetaError,
    signal: AbortSignal,
  ): Promise<void> {
    const going = new AbortController();
    const onState = (state: BreakerState) => {
      // Where others of its documents are another server's, they are not held up for longer than it takes to look once.
      const isOver = !stands(run, 'offline') || (state.kind === 'half-open' && run.connections.size > 1);
      if (isOver) going.abort();
      else tellWait(run, server, error, state);
    };
    for (;;) {
      await serving.untilBack(server, onState, AbortSignal.any([signal, going.signal])).catch((thrown) => {
        if (signal.aborted) throw thrown;
      });
      if (!stands(run, 'offline') || (await resumed(run))) return;
      await clock.sleep(glance, signal);
    }
  }

  function tellWait(run: Run, server: Server, { code }: CarpetaError, state: BreakerState): void {
    if (state.kind !== 'open') return;
    const until = new Date(clock.now() + Math.max(0, state.probeAt - clock.elapsed())).toISOString();
    const what: NonNullable<Batch['waits']>['for'] =
      ruleOf(code).concerns === 'way' ? 'network' : server.kind;
    run.waits = { for: what, until };
    onWaiting(run);
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

  async function isOver(run: Run, why: PauseReason, error: CarpetaError): Promise<boolean> {
    const { folder } = run.destination;
    try {
      switch (why) {
        case 'disk-full':
          return await hasRoom(folder, Number(error.values?.['next'] ?? 0) + spare);
        case 'folder-gone':
          await run.destination.check();
          if (error.code === 'FOLDER_UNWRITABLE') await proveWritable(folder);
          return true;
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

  return {
    watch,
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
