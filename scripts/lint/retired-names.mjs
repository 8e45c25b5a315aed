// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AnswerKey AskCompletely AskDialog AskFirst AskRest AskedFirst AskedScope AskedState Asker CallAnswer
  CarpetaError CarpetaErrorOptions Heard KeptAccesses KeptLinkTrouble LinkTrouble LinkTroubles
  LinkTroublesDeps MergeAsked PageTroubleOptions Refusal RefusalCode ServiceOf ServiceOptions ServicesDeps
  ToldAnswer Trouble TroubledDisk agenciesAsked answerKey answeredAsTold asRefusal askAhead askForResult
  askedAgain askedHere asker breath converse countedService createLinkTroubles createService
  createServiceBreakers deepest diskTrouble doubt doubtIn doubtOf doubtfulYear expectRefusal fewest
  firstAsks gain grip hasProblems hearSecondStarts hearTime heardAt isAddressAsked isCarpetaError isDoubt
  isDoubted isDoubtful isOfService isPlaceAsked isProblem isRefusal isTroubled keepRefusal leastAround
  leastBytes leastMain leastPercent ledgerForgetLinkTrouble ledgerForgetLinkTroubles ledgerKeepLinkTrouble
  ledgerLinkTroubles lifetime most16 most32 noteProblem noteRefusal noteRefusals onDoubt onProblem onTrouble
  openServices ownRefusals provokeRefusals readTypesDoubt refusalOf refusalText rereads serviceAt shortest
  slack takeAhead tellCut tellSaved tellsOfOutages toCarpetaError toldAnswers toldBy trouble troubleOf
  troubled troubledDisk troubledPreferences troubledScreens troubles trust tryAgain unrest useAct useAction
  useAnswers useAskedFirst useCall useCalls useHasLongAct useMergeAsked useReread useTellCut useTellSaved
  useTold wasDoubted whatWasAsked withTrouble
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
