// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  thrown
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
export const retiredParts = new Set([]);
