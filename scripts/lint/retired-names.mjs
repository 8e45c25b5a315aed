// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  CarpetaError CarpetaErrorOptions isCarpetaError toCarpetaError
  Asker Heard KeptAccesses ServiceOf ServiceOptions ServicesDeps asker converse countedService createService createServiceBreakers
  hearSecondStarts hearTime heardAt isAddressAsked isOfService isPlaceAsked openServices serviceAt tellsOfOutages whatWasAsked
`
    .trim()
    .split(/\s+/),
);

/**
 * Parts of names, in small letters, that no name has.
 * @type {ReadonlySet<string>}
 */
export const retiredParts = new Set('thrown'.split(' '));

/**
 * How no name begins: a limit is a `max…` or a `min…`, with its unit.
 * @type {readonly RegExp[]}
 */
export const retiredBeginnings = [/^(most|longest|shortest|fewest|deepest)[A-Z]/];

/**
 * Properties of stored JSON, which keep their names (test/contract/stored-names.json).
 * @type {ReadonlySet<string>}
 */
export const storedNames = new Set(['mostBytes']);
