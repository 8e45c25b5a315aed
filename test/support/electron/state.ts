/**
 * What tests look at or decide, of all parts in one object, so that a reset reaches every reference to it.
 */
const everything = {};
const makers: (() => object)[] = [];

/** Adds what one part remembers to the state; `fresh` makes it anew at each reset. */
export function addState<Part extends object>(fresh: () => Part): Part {
  makers.push(fresh);
  return Object.assign(everything, fresh());
}

/** Makes the state of every part anew. */
export function resetState(): void {
  for (const fresh of makers) Object.assign(everything, fresh());
}
