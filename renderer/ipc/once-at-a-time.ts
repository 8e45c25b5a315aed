/**
 * Has an act done once where it is asked for again while it is on its way: who presses twice before the page can show that it was heard means
 * it once. After another act it is meant anew: who pauses, goes on and pauses again means to pause. `what` says which acts are the same.
 */
export function onceAtATime<Answer>(): (what: unknown, act: () => Promise<Answer>) => Promise<Answer> {
  let last: { what: unknown; answer: Promise<Answer> } | undefined;
  return (what, act) => {
    if (last && last.what === what) return last.answer;
    const begun = { what, answer: act().finally(letGo) };
    last = begun;
    return begun.answer;

    function letGo() {
      if (last === begun) last = undefined;
    }
  };
}
