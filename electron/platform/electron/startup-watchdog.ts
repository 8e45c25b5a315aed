import type { Log } from '../../diagnostics/index.ts';
import type { Clock } from '../../host.ts';
import { startTimer } from '../../lib/async.ts';

/** Milliseconds after which a start without a window is logged. */
const warnAfterMs = 20_000;

/** The current step of a start. */
export type StartPhase = 'ready' | 'preferences' | 'store' | 'page' | 'first frame';

/** Watches a start, so that one that never shows a window leaves a line in the log. */
export interface StartWatch {
  enter(phase: StartPhase): void;
  /** The window is shown, or the start has failed with a message. */
  end(): void;
}

/** Starts the watch; `openLog` is called only when there is something to log. */
export function watchStart(clock: Clock, openLog: () => Pick<Log, 'note'>): StartWatch {
  let phase: StartPhase = 'ready';
  const end = startTimer(clock, warnAfterMs, () =>
    openLog().note('no window yet', { seconds: warnAfterMs / 1000, waitsFor: phase }),
  );
  return {
    enter: (next) => {
      phase = next;
    },
    end,
  };
}
