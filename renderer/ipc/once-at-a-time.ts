/**
 * Runs an action once if it is started again while running: a double click means one action. After another
 * action it runs again: pause, resume, pause means paused. `what` identifies equal actions.
 */
export function onceAtATime<Result>(): (what: unknown, action: () => Promise<Result>) => Promise<Result> {
  let last: { what: unknown; result: Promise<Result> } | undefined;
  return (what, action) => {
    if (last && last.what === what) return last.result;
    const begun = { what, result: action().finally(forget) };
    last = begun;
    return begun.result;

    function forget() {
      if (last === begun) last = undefined;
    }
  };
}
