// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AccessFault AnswerKey AskCompletely AskDialog AskFirst AskRest AskedFirst AskedScope AskedState Asker
  Breath CallAnswer CarpetaError CarpetaErrorOptions FaultWords Heard KeptAccesses KeptLinkTrouble LastFault
  LastFaultDisk LinkTrouble LinkTroubles LinkTroublesDeps MergeAsked PageTroubleOptions Refusal RefusalCode
  ServiceOf ServiceOptions ServicesDeps ToldAnswer Trouble TroubledDisk agenciesAsked answerKey
  answeredAsTold asRefusal askAhead askAnew askForResult askedAgain askedHere asker beginAgain breath
  breathe converse countedService createBreath createLastFault createLinkTroubles createService
  createServiceBreakers deepest diskTrouble doubt doubtIn doubtOf doubtfulYear drawnFault expectRefusal
  faultPath faultReport faultSchema faultWords fewest firstAsks forgive forgiveRefreshes gain grip
  hasProblems hearSecondStarts hearTime heardAt isAddressAsked isAgain isAskedAgain isCarpetaError isDoubt
  isDoubted isDoubtful isOfService isPassing isPlaceAsked isProblem isRefusal isTakenAgain isTroubled
  keepFault keepRefusal lastFault leastAround leastBytes leastMain leastPercent ledgerForgetLinkTrouble
  ledgerForgetLinkTroubles ledgerKeepLinkTrouble ledgerLinkTroubles lifetime most16 most32 noteProblem
  noteRefusal noteRefusals onAgain onDoubt onProblem onTrouble openServices ownFault ownRefusals
  passesByItself provokeRefusals readAgain readTypesDoubt refusalOf refusalText rereads serviceAt setAgain
  shortest slack startAgain startAnew takeAgain takeAhead tellCut tellSaved tellsOfOutages toCarpetaError
  toldAnswers toldBy trouble troubleOf troubled troubledDisk troubledPreferences troubledScreens troubles
  trust tryAgain unforgiven unrest untried useAct useAction useAnswers useAskedFirst useCall useCalls
  useFaultWords useHasLongAct useMergeAsked useReread useTellCut useTellSaved useTold wasDoubted
  whatWasAsked withTrouble
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
