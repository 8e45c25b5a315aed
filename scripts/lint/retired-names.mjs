// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AccessFault AnswerKey AskCompletely AskDialog AskFirst AskRest AskedFirst AskedScope AskedState Asker
  AwaitedAnswer Breath CallAnswer CarpetaCall CarpetaDeps CarpetaError CarpetaErrorOptions CarpetaExport
  CarpetaRoom ColumnQuestion Completing CompletingDeps Cuadratura FaultWords FileStanding FileWord
  FilterWord FindOwnerOptions FoundInKept GoneDeps Heard InTurn KeepDialog KeepFacts KeepLine KeepUntil
  KeepingDeps KeptAccesses KeptAgency KeptAnswer KeptConnection KeptConnections KeptDocument KeptDownload
  KeptFolder KeptFolders KeptKey KeptLinkFailure KeptLinkTrouble KeptObject KeptOutcome KeptProps
  KeptRefresh KeptResultSet KeptRow KeptSaved KeptWalk LaneAnswer LaneCall LaneOpened LaneRole LaneWork
  LastFault LastFaultDisk LearnedType LearningRule LinkTrouble LinkTroubles LinkTroublesDeps ListOrder
  ListSource LostSight MergeAsked Methods NotKept OpenQuestion OpenQuestionProps OwnerFound PageKept
  PageToKeep PageTroubleOptions PaperStanding Passing PlannedWalk PromptQuestion ProxyQuestion Question
  QuestionProps RecentQuestions Refreshing RefreshingDeps Refusal RefusalCode RowWalk RowWalkContext
  SavedDeps SearchedRows ServiceOf ServiceOptions ServicesDeps Settling SettlingDeps SharedByWalks Standing
  StandingProps StoreMethods SupportStanding SweepDeps SweepEnd SweepLine SweepProgress SweepStanding Sweeps
  SweepsDeps TaughtDispatch ToldAnswer Trouble TroubledDisk Understanding Understood UnderstoodClients
  UnderstoodDispatches Unfinished UnfinishedDeps WalkEnd WalkFound WalkKind WalkPage WalkProblem
  WalkQuestion WalkState WalkingDeps WindowQuery addKept agenciesAsked allPlaces answerCalls answerKey
  answerQuestions answerReads answeredAsTold asRefusal askAhead askAnew askForResult askedAgain askedHere
  asker awaitAnswer awaitedMethods awaitedReads beginAgain beginCompleting breath breathe byPaper canBeKept
  canKeep cancelSweeps candidateReads carpetaExpectations carpetaFindings carpetaGaps carpetaHandlers
  carpetaMatrix carpetaPayments carpetaStudies carpetaStudyNames carpetaWrites changeKept completeQuestions
  completingMethods converse countTurns countedService createBreath createCarpeta createCompleting
  createFilesSaid createKeeping createKept createLane createLastFault createLinkTroubles createPassing
  createRefreshing createSaved createService createServiceBreakers createSheet createStudies createSweeps
  createTexts createTurns createUnfinished deepest diskTrouble dispatchMethods doWalk doWalks
  documentMethods dossierStudies dossierStudyNames dossierWrites doubt doubtIn doubtOf doubtfulYear
  drawnFault endCompleting endWalk expectKept expectRefusal expectTypes faultPath faultReport faultSchema
  faultWords fewest fileStanding fileStandings filesSaid findGone findOwner findQuestion findReads firstAsks
  firstRowsWrites folderOrder folderReads folderWrites forgetCompleting forgive forgiveRefreshes
  freeUnfinishedPath gain gapsOf getPapers giveUpAnswer goneAt goneDocuments goneOf grip handOver
  handoverStanding handovers hasProblems hearSecondStarts hearTime heardAt hostQuestion insertQuestion
  isAddressAsked isAgain isAskedAgain isCarpetaError isDoubt isDoubted isDoubtful isKept isOfService
  isPassing isPlaceAsked isProblem isRefusal isSaidOfFile isSettled isTakenAgain isTroubled isTurned keepAll
  keepAlone keepBasis keepBeginning keepChanges keepDay keepDelivery keepDesk keepDialog keepDisbursements
  keepDispatch keepDispatchStatus keepDocument keepDocuments keepError keepFault keepFile keepFirstRows
  keepFolder keepHandover keepLeft keepLogin keepLongNumbers keepMenu keepNews keepNow keepNumber
  keepObjects keepOf keepOne keepPapers keepPath keepPaths keepPlace keepProbing keepRefusal keepRejection
  keepRows keepSavedSearch keepSpelling keepStatus keepStatuses keepTally keepTelling keepTheme keepTicking
  keepTouching keepTypes keepUntil keepUsual keepVersion keepZoom keepsFiles keptAs keptBytes
  keptCalendarYears keptColumns keptConnection keptDicts keptDocument keptError keptFolder keptFolders
  keptFor keptIn keptItem keptKey keptLogin keptMemberMethods keptObject keptOf keptRows keptSheets keptTest
  keptText keptValue keptVersions keptViews keptWords lackingStandings laneOf lastFault lastTurn lastTurns
  layoutKept learnTypes learningRule leastAround leastBytes leastMain leastPercent ledgerAttemptMethods
  ledgerBatchMethods ledgerDownloadedFileMethods ledgerDownloadedFileReads ledgerForgetLinkTrouble
  ledgerForgetLinkTroubles ledgerGatherMethods ledgerHoldingMethods ledgerHoldingReads ledgerKeepFolders
  ledgerKeepLinkFailure ledgerKeepLinkTrouble ledgerLinkTroubles ledgerMethods ledgerQueueMethods
  ledgerReportMethods lifetime listAwaited listKeptConnections listOrder listWalks logKeeper markBlock
  markDocuments markGone markObjects markOthers markedInOrder markedPlaces markedPositions marksOf
  maxInQuestion maxKept maxKeptList maxTurns meantBy measureSweep most16 most32 narrowQuestions newPapers
  nextTurn notKept noteProblem noteRefusal noteRefusals noteSweep noteTurn ofKept ofWalk onAgain onDoubt
  onKeep onKept onProblem onTrouble oneOfEach onlyKept openCarpeta openServices ownFault ownRefusals
  papersOf parseTextInTurns passesByItself planKeptFolder planWalks provokeRefusals pruningMethods
  purgingMethods questionFrom questionOf questionOfText questionSchema questionText questionWords
  rangeQuestion rangeQuestions readAgain readKept readTypesDoubt readWithKept reconcileReads refreshMethods
  refusalOf refusalText refusedClientMethods removeUnfinished reopenWalks rereads resultMethods rowsWindow
  runSweep saidOfFile savedMethods scannedUnfinished selectionMethods serviceAt setAgain setKeep
  setKeepUntil setTurned settleChases settlePiece settleRun settleSet settledMs settledOf settlingDays
  settlingMethods settlingReads shortest showQuestion slack standingIcons standingOf startAgain startAnew
  studyNames supportStanding sweepBar sweepOrphans takeAgain takeAhead tellCut tellSaved
  tellsOfOutages toCarpetaError toKeep toUnderstood toWalk toldAnswers toldBy trouble troubleOf
  troubled troubledDisk troubledPreferences troubledScreens troubles trust tryAgain turnAll turnGroup
  turnInspector turnOfAll turnSort turnsEnded turnsOf typesKept typesOfQuestion understandAfterMs
  unfinishedPath unforgiven unknownQuestions unrest untilChanged untried useAct useAction useAnswers
  useAskedFirst useCall useCalls useFaultWords useHanding useHasLongAct useKeptScroll useKeptSort
  useMergeAsked usePapers useReread useRowWalk useTellCut useTellSaved useTold walkId walkInScope
  walkMethods walkOf walkOnce walkReads walksAnswered walksInVain walksTotal wasDoubted weeksKept
  whatWasAsked whenItsTurn windowReads withTrouble wordFinder
`
    .trim()
    .split(/\s+/),
);

/**
 * Parts of names, in small letters, that no name has.
 * @type {ReadonlySet<string>}
 */
export const retiredParts = new Set(
  ' chases handed lack lane lanes methods questions standings student studies study sweeps swept thrown turns understand understanding unfinished'.split(
    ' ',
  ),
);

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
