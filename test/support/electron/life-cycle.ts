/**
 * Where Electron's main process stands. Its source: `lib/browser/init.ts` imports the entry and calls
 * `appCodeLoaded` once the import has resolved; `NodeBindings::JoinAppCode` (`shell/common/node_bindings.cc`)
 * waits for that call, and only then does the browser go on to `ready`. While it quits it is still ready; a
 * window that does not close takes it back (`Browser::Quit`, `OnWindowCloseCancelled` in
 * `shell/browser/browser.cc`).
 */
export type Stage = 'not started' | 'entry loading' | 'entry loaded' | 'ready' | 'quitting' | 'quit';

let stage: Stage = 'not started';

/** Where the process stands now. */
export const stageNow = (): Stage => stage;

/** Puts the process at a stage: tests of what is only used later begin at `ready`. */
export function setStage(next: Stage): void {
  stage = next;
}

/** Whether it is ready, which it is until its end. */
export function isReadyNow(): boolean {
  return stage === 'ready' || stage === 'quitting';
}

/** Electron's own check of what works after ready alone; `said` is the message of its source. */
export function needReady(said: string): void {
  needProcess();
  if (!isReadyNow()) throw new Error(said);
}

/** Electron's own check of what works before ready alone; `said` is the message of its source. */
export function needNotReady(said: string): void {
  needProcess();
  if (isReadyNow()) throw new Error(said);
}

/** Nothing can be asked of a process that is not there: a test that does is wrong. */
function needProcess(): void {
  if (stage === 'not started' || stage === 'quit') throw new Error(`Electron's process is ${stage}`);
}
