// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AnswerKey AskCompletely AskDialog AskFirst AskRest AskedFirst AskedScope AskedState Asker CallAnswer
  CarpetaError CarpetaErrorOptions Heard KeptAccesses MergeAsked ServiceOf ServiceOptions ServicesDeps
  ToldAnswer agenciesAsked answerKey answeredAsTold askAhead askForResult askedAgain askedHere asker breath
  converse countedService createService createServiceBreakers deepest fewest firstAsks gain grip
  hearSecondStarts hearTime heardAt isAddressAsked isCarpetaError isOfService isPlaceAsked leastAround
  leastBytes leastMain leastPercent lifetime most16 most32 openServices rereads serviceAt shortest slack
  takeAhead tellCut tellSaved tellsOfOutages toCarpetaError toldAnswers toldBy trust tryAgain unrest useAct
  useAction useAnswers useAskedFirst useCall useCalls useHasLongAct useMergeAsked useReread useTellCut
  useTellSaved useTold whatWasAsked
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
