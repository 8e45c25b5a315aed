import type { Log } from '../../diagnostics/index.ts';
import type { Clock } from '../../host.ts';

/** Milliseconds after which a start that has shown no window is noted. */
const warnAfterMs = 20_000;

/** What a start is waiting for. */
export type StartPhase = 'ready' | 'preferences' | 'store' | 'page' | 'first frame';

/** Watches over a start, so that one that never shows a window leaves a line about it. */
export interface StartWatch {
  enter(phase: StartPhase): void;
  /** The window is there, or the start has failed with words. */
  end(): void;
}

/** Begins to watch; `openLog` is called when there is something to be noted. */
export function watchStart(clock: Clock, openLog: () => Pick<Log, 'note'>): StartWatch {
  let phase: StartPhase = 'ready';
  const ending = new AbortController();
  clock.sleep(warnAfterMs, ending.signal).then(
    () => openLog().note('no window yet', { seconds: warnAfterMs / 1000, waitsFor: phase }),
    // Ended before its time, as nearly every start.
    () => undefined,
  );
  return {
    enter: (next) => {
      phase = next;
    },
    end: () => ending.abort(),
  };
}
