/**
 * Has an act done once where it is asked for again while it is on its way: who presses twice before the page can show that it was heard means
 * it once. `what` says which acts are the same.
 */
export function onceAtATime<Answer>(): (what: string, act: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (what, act) => {
    const begun = underWay.get(what) ?? act().finally(() => underWay.delete(what));
    underWay.set(what, begun);
    return begun;
  };
}
