// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AccessFault AnswerKey AskCompletely AskDialog AskFirst AskRest AskedFirst AskedScope AskedState Asker
  Breath CallAnswer CarpetaError CarpetaErrorOptions FaultWords FileStanding GoneDeps Heard KeepingDeps
  KeptAccesses KeptLinkTrouble KeptWalk LastFault LastFaultDisk LinkTrouble LinkTroubles LinkTroublesDeps
  MergeAsked PageTroubleOptions PaperStanding PlannedWalk Refusal RefusalCode RowWalk RowWalkContext
  ServiceOf ServiceOptions ServicesDeps SettlingDeps SharedByWalks Standing StandingProps SupportStanding
  SweepDeps SweepEnd SweepLine SweepProgress SweepStanding Sweeps SweepsDeps ToldAnswer Trouble TroubledDisk
  WalkEnd WalkFound WalkKind WalkPage WalkProblem WalkState WalkingDeps agenciesAsked answerKey
  answeredAsTold asRefusal askAhead askAnew askForResult askedAgain askedHere asker beginAgain breath
  breathe cancelSweeps converse countedService createBreath createKeeping createLastFault createLinkTroubles
  createService createServiceBreakers createSweeps deepest diskTrouble doWalk doWalks doubt doubtIn doubtOf
  doubtfulYear drawnFault endWalk expectRefusal faultPath faultReport faultSchema faultWords fewest
  fileStanding fileStandings findGone firstAsks forgive forgiveRefreshes gain goneAt goneDocuments goneOf
  grip handoverStanding hasProblems hearSecondStarts hearTime heardAt isAddressAsked isAgain isAskedAgain
  isCarpetaError isDoubt isDoubted isDoubtful isOfService isPassing isPlaceAsked isProblem isRefusal
  isSettled isTakenAgain isTroubled keepFault keepOne keepRefusal lackingStandings lastFault leastAround
  leastBytes leastMain leastPercent ledgerForgetLinkTrouble ledgerForgetLinkTroubles ledgerKeepLinkTrouble
  ledgerLinkTroubles lifetime listWalks markGone measureSweep most16 most32 noteProblem noteRefusal
  noteRefusals noteSweep ofWalk onAgain onDoubt onProblem onTrouble openServices ownFault ownRefusals
  passesByItself planWalks provokeRefusals readAgain readTypesDoubt refusalOf refusalText reopenWalks
  rereads runSweep serviceAt setAgain settleChases settleRun settleSet settledMs settledOf settlingDays
  settlingMethods settlingReads shortest slack standingIcons standingOf startAgain startAnew supportStanding
  sweepBar sweepOrphans takeAgain takeAhead tellCut tellSaved tellsOfOutages toCarpetaError toWalk
  toldAnswers toldBy trouble troubleOf troubled troubledDisk troubledPreferences troubledScreens troubles
  trust tryAgain unforgiven unrest untried useAct useAction useAnswers useAskedFirst useCall useCalls
  useFaultWords useHasLongAct useMergeAsked useReread useRowWalk useTellCut useTellSaved useTold walkId
  walkInScope walkMethods walkOf walkOnce walkReads walksAnswered walksInVain walksTotal wasDoubted
  whatWasAsked withTrouble
`
    .trim()
    .split(/\s+/),
);

/**
 * Parts of names, in small letters, that no name has.
 * @type {ReadonlySet<string>}
 */
export const retiredParts = new Set('standings sweeps swept thrown'.split(' '));

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
