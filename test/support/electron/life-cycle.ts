/**
 * Where Electron's main process stands. Its source: `lib/browser/init.ts` imports the entry and calls `appCodeLoaded` once the import has
 * resolved; `NodeBindings::JoinAppCode` (`shell/common/node_bindings.cc`) waits for that call, and only then does the browser go on to `ready`.
 */
export type Stage = 'entry loading' | 'entry loaded' | 'ready' | 'quit';

let stage: Stage = 'entry loading';

/** Where the process stands now. */
export const stageNow = (): Stage => stage;

/** Puts the process at a stage: tests of what is only used later begin at `ready`. */
export function setStage(next: Stage): void {
  stage = next;
}

/** Electron's own check of what works after ready alone; `said` is the message of its source. */
export function needReady(said: string): void {
  if (stage !== 'ready') throw new Error(said);
}

/** Electron's own check of what works before ready alone; `said` is the message of its source. */
export function needNotReady(said: string): void {
  if (stage === 'ready') throw new Error(said);
}
