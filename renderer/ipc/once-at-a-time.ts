/**
 * Has an action done once where it is asked for again while it is on its way: who presses twice before the
 * page can show that it was heard means it once. After another act it is meant anew: who pauses, goes on and
 * pauses again means to pause. `what` says which acts are the same.
 */
export function onceAtATime<Result>(): (what: unknown, action: () => Promise<Result>) => Promise<Result> {
  let last: { what: unknown; result: Promise<Result> } | undefined;
  return (what, action) => {
    if (last && last.what === what) return last.result;
    const begun = { what, result: action().finally(letGo) };
    last = begun;
    return begun.result;

    function letGo() {
      if (last === begun) last = undefined;
    }
  };
}
