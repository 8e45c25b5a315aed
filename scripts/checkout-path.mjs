// @ts-check

/** Signs that end a path where Vite reads it as an address. */
const noAddress = /[#?%]/;
/** All that the tools of the tests take as it is written; other signs mean something in their patterns. */
const plainPath = /^[\p{L}\p{M}\p{N} ._\-+@,~=/\\:]*$/u;

/**
 * Why the checkout has to be moved before anything else is done, as one sentence; undefined where its path
 * serves.
 * @param {string} path of the checkout
 * @param {import('./system-packages.mjs').Purpose} purpose
 * @returns {string | undefined}
 */
export function whyMove(path, purpose) {
  const sign =
    noAddress.exec(path)?.[0] ??
    (purpose === 'test' ? [...path].find((letter) => !plainPath.test(letter)) : undefined);
  return sign === undefined
    ? undefined
    : `Move the checkout: the tools that build and test it do not take ${sign} in the path of its folder (${path}).`;
}
