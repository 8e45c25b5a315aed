// @ts-check
/**
 * Names that the code had before it took the field's words (docs/glossary.md); none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AccessFault AnswerFacts AnswerKey AskCompletely AskDialog AskFirst AskRest AskedFirst AskedScope
  AskedState Asker AwaitedAnswer BatchActs BesideColumn BesideReason Breath CallAnswer CarpetaCall
  CarpetaDeps CarpetaError CarpetaErrorOptions CarpetaExport CarpetaRoom CellWords CertificateHolds
  ChosenBar ChosenDispatch ChosenFoldersDeps ClientBook ClientBookTrial ColumnQuestion ColumnWords
  Completing CompletingDeps ConnectionsRoom CoverWords Cuadratura DeliveryRoom DeskOptions DeskUnderTest
  DiskAct DossierRoom DownloadDesk ExportWords ExportsRoom FaultWords FileActs FileLooks FileLooksDeps
  FileStanding FileWord FilesLookedAt FilterWord Finalizer FinalizerDeps FindOwnerOptions FoundInKept
  GoneDeps Heard HeldBy HeldFile Holder HolderParts Holding HoldingParts HostWords InDesk InTurn KeepDialog
  KeepFacts KeepLine KeepUntil KeepingDeps KeptAccesses KeptAgency KeptAnswer KeptConnection KeptConnections
  KeptDocument KeptDownload KeptFolder KeptFolders KeptKey KeptLinkFailure KeptLinkTrouble KeptObject
  KeptOutcome KeptProps KeptRefresh KeptResultSet KeptRow KeptSaved KeptWalk LaneAnswer LaneCall LaneOpened
  LaneRole LaneWork LastFault LastFaultDisk LastLook LearnedType LearningRule LedgerAct LeftList LeftLists
  LeftoverDeps LinkAnswer LinkBook LinkTrouble LinkTroubles LinkTroublesDeps ListOrder ListPlace ListSource
  LongAct LookedUntil LostSight Meant MergeAsked Methods MisbehaveMenu Misbehaving Misbehaviour
  MisbehaviourBook MisbehaviourKind MisbehaviourName Misbehaviours MissingPlace NetworkPlace NodeOpen
  NotKept OddBody OddPage OpenQuestion OpenQuestionProps OwnerFound PageKept PageToKeep PageTroubleOptions
  PaperBeside PaperStanding Passing Patience PlannedWalk PromptQuestion ProveWritable ProxyQuestion Question
  QuestionProps RailItem ReadWindow RecentQuestions Refreshing RefreshingDeps Refusal RefusalCode
  RequestBook ResultsPlace RowWalk RowWalkContext RowWindows RowsWindow SavedDeps SavedInRail SearchDesk
  SearchRoom SearchedRows Servers ServersDeps ServiceOf ServiceOptions ServicesDeps SettingsBook Settling
  SettlingDeps SharedByWalks Shelf Standing StandingProps StoreMethods SupportStanding SweepDeps SweepEnd
  SweepLine SweepProgress SweepStanding Sweeps SweepsDeps TakeInDepth TaughtDispatch ToldAnswer ToldLines
  ToldOfDispatch Trouble TroubledDisk TypesMeant Understanding Understood UnderstoodClients
  UnderstoodDispatches Unfinished UnfinishedDeps UpdatesRoom ViewedPaper ViewerAct WalkEnd WalkFound
  WalkKind WalkPage WalkProblem WalkQuestion WalkState WalkingDeps Wanted WantedPaper WindowQuery WordKey
  ZoomAct addKept agenciesAsked allPlaces allWords answerCalls answerKey answerQuestions answerReads
   answeredAsTold answersInMemory answersInTime asOthersFind asRefusal askAhead askAnew askAround
  askForResult askedAgain askedHere asker awaitAnswer awaitedMethods awaitedReads beginAgain beginCompleting
  breath breathe byPaper canBeKept canKeep cancelSweeps candidateReads carpetaExpectations carpetaFindings
  carpetaGaps carpetaHandlers carpetaMatrix carpetaPayments carpetaStudies carpetaStudyNames carpetaWrites
  changeKept checkHolder chosenPapers claimAnswer claimDesk completeQuestions completingMethods converse
  countChosen countTurns countedService createBreath createCarpeta createClientBook createClientBookTrial
  createCompleting createFileLooks createFilesSaid createFinalizer createHolder createHolding createKeeping
  createKept createLane createLastFault createLinkBook createLinkTroubles createLook createMisbehaviourBook
  createOpen createPace createPassing createProver createRefreshing createRequestBook createSaved
  createServers createService createServiceBreakers createSheet createStudies createSweeps
  createTargetPlaces createTeller createTexts createTurns createUnfinished currentPlace cutKey cutKeys
  cutLinks cutName deepest diskTrouble dispatchMethods doWalk doWalks documentMethods dossierStudies
  dossierStudyNames dossierWrites doubt doubtIn doubtOf doubtfulYear drawnFault endCompleting endWalk
  expectKept expectRefusal expectTypes faultPath faultReport faultSchema faultWords fetchChosen fewest
  fileStanding fileStandings filesHolding filesHoldingDeep filesSaid filterWords findGone findOwner
  findQuestion findReads firstAsks firstRowsWrites folderOrder folderReads folderWrites forgetCompleting
  forgive forgiveRefreshes freeUnfinishedPath gain gapsOf getPapers giveOddAnswer giveUpAnswer givenHost
  goByRail goFromHere goWhereLeft goneAt goneDocuments goneOf goodForOneMore grip growingKeyCutter handOver
  handoverStanding handovers hasAllBeside hasBeside hasProblems headPatience heapHolds hearSecondStarts
  hearTime heardAt heldIntact heldLook heldRow heldSince heldStore holdBack holdFile holdUnread
  holdingWriter holdingsOf holdsItsFiles holdsWhatIsKnown hostQuestion hostWords insertQuestion
  isAddressAsked isAgain isAnswer isAskedAgain isBeside isCarpetaError isChosen isDoubt isDoubted
  isDoubtful isDryBeside isGathered isHeld isHeldUp isKept isLeftover isListPlace isMeant isOfService
  isOfWindows isOwnOffice isPassing isPlaceAsked isProblem isRefusal isRested isSaidOfFile isSettled
  isTakenAgain isTelling isTouched isTroubled isTurned isUnanswered isWanted judgeAnswer keepAll keepAlone
  keepBasis keepBeginning keepChanges keepDay keepDelivery keepDesk keepDialog keepDisbursements
  keepDispatch keepDispatchStatus keepDocument keepDocuments keepError keepFault keepFile keepFirstRows
  keepFolder keepHandover keepLeft keepLogin keepLongNumbers keepMenu keepNews keepNow keepNumber
  keepObjects keepOf keepOne keepPapers keepPath keepPaths keepPlace keepProbing keepRefusal keepRejection
  keepRows keepSavedSearch keepSpelling keepStatus keepStatuses keepTally keepTelling keepTheme keepTicking
  keepTouching keepTypes keepUntil keepUsual keepVersion keepZoom keepsFiles keptAs keptBytes
  keptCalendarYears keptColumns keptConnection keptDicts keptDocument keptError keptFolder keptFolders
  keptFor keptIn keptItem keptKey keptLogin keptMemberMethods keptObject keptOf keptRows keptSheets keptTest
  keptText keptValue keptVersions keptViews keptWords keyCutter lackingStandings laneOf lastFault
  lastPlace lastTurn lastTurns layoutKept learnTypes learningRule leastAround leastBytes leastMain
  leastPercent ledgerAct ledgerAttemptMethods ledgerBatchMethods ledgerDownloadedFileMethods
  ledgerDownloadedFileReads ledgerForgetLinkTrouble ledgerForgetLinkTroubles ledgerGatherMethods
  ledgerGathered ledgerGatheredInPart ledgerHoldingMethods ledgerHoldingReads ledgerHoldings
  ledgerKeepFolders ledgerKeepLinkFailure ledgerKeepLinkTrouble ledgerLinkTroubles ledgerLookedAt
  ledgerMethods ledgerQueueMethods ledgerReportMethods ledgerTold ledgerTouched ledgerUntidy ledgerUntouched
  ledgerWanted leftList leftLists letGoOn lifetime listAwaited listKeptConnections listOrder
  listRecentAnswers listWalks logKeeper lookAgain lookAtFiles lookAtFolders lookOnce looksAtOnce
  looksAtOneVolume markBlock markDocuments markGone markObjects markOthers markedInOrder markedPlaces
  markedPositions marksOf maxInQuestion maxKept maxKeptList maxTurns mayBeMeant meantAmong meantBy
  meantByDispatches meantByDocuments meantByLinks meantDispatch meantDocuments meantPapers measureSweep
  misbehaviour misbehaviourAnswer misbehaviours most16 most32 namedMisbehaviours narrowQuestions newPapers
  newlyHeld newsKey nextLook nextTurn notKept noteProblem noteRefusal noteRefusals noteSweep noteTouched
  noteTurn nothingMeant oddity ofKept ofWalk officeOf onAct onAgain onAnswer onBeside onCut onDoubt onHold
  onKeep onKept onProblem onTrouble oneOfEach onlyGiven onlyKept openCarpeta openDesk openRooms
  openSearchDesk openServices openUnwatched ownFault ownRefusals papersOf parseTextInTurns passesByItself
   patienceMs pauseAndTell pauseHeld pdfTellingBytes placeOfAddress placeOfAddresses placeOfAnswer
  placeOfSaved planKeptFolder planLook planWalks probePatience proveOnce proveWritable provokeRefusals
  pruneAnswers pruningMethods publishReserved purgingMethods questionFrom questionOf questionOfText
  questionSchema questionText questionWords rangeQuestion rangeQuestions readAgain readAnswer readChosenRows
  readKept readLook readTypesDoubt readWithKept reconcileReads refreshMethods refusalOf refusalText
  refusedClientMethods removeLeftovers removeUnfinished removeUnlessHeld renewAnswers reopenWalks rereads
  resultMethods roomOf rowsWindow runSweep saidOfFile savedMethods scannedUnfinished selectionMethods
  serviceAt setAgain setBeside setKeep setKeepUntil setTurned setWanted settleChases settlePiece settleRun
  settleSet settledMs settledOf settlingDays settlingMethods settlingReads shortest showQuestion slack
  standingIcons standingOf startAgain startAnew startDesk studyNames supportStanding sweepBar sweepOrphans
  takeAgain takeAhead takeIn takeInChosen takeInClaims tellAll tellBatch tellBinding tellConnection tellCut
  tellEvents tellFromDocuments tellIndex tellListed tellNotFound tellNow tellOfWaiting tellProblems
  tellReadersOfHome tellSaved tellSome teller tellingBytes tellsError tellsMore tellsNothingFound
  tellsOfOutages tidyAll toCarpetaError toGather toHolding toKeep toUnderstood toWalk toldAnswers toldAt
  toldBatch toldBy toldFigures trouble troubleOf troubled troubledDisk troubledPreferences troubledScreens
  troubles trust tryAgain turnAll turnGroup turnInspector turnOfAll turnSort turnsEnded turnsOf typesKept
  typesMeant typesOfQuestion underProof understandAfterMs unfinishedPath unforgiven unknownQuestions unrest
  untilChanged untilGathered untried useAct useAction useAnswers useAskedFirst useCall useCalls
  useClientWords useCopyChosen useFaultWords useFileActs useFixedWindows useHanding useHasLongAct
  useKeptScroll useKeptSort useLeftLists useMergeAsked useOffice usePapers usePlace useReread useRested
  useRowWalk useSortedWindows useTellCut useTellSaved useTold viewingHandlers walkId walkInScope walkMethods
  walkOf walkOnce walkReads walksAnswered walksInVain walksTotal wantedDispatches wantedDocuments
  wantedLinks wantedNew wantedOf wantedOfClients wantedOfRows wasDoubted wasGood wasMeantAsClient watchActs
  weeksKept whatWasAsked whenItsTurn windowReads windowSize windowsKey withOddities withTrouble wordFinder
  wordsIn wordsNow wordsOnSystem writePlace
  CommitDeps ConnectionLine CoverSheet DocumentBeside FetchDeps IndexDeps LastCheck NotAsked
  RowPlace TaskProblem TransferDeps TransferSlots WantedDocument folderGone insistOnRoom
  isPlaceAlone moveIntoPlace partsOfKey roomForFolderIn settleStep typesAsked whyNotAsked
`
    .trim()
    .split(/\s+/),
);

/**
 * Parts of names, in small letters, that no name has.
 * @type {ReadonlySet<string>}
 */
export const retiredParts = new Set(
  `
  asker blame breath breathe chases consequence converse finalizer forgive handed heard holder lack lane
  lanes leftover meant methods misbehave oddities pieces questions refusal rested standings student
  studies study sweeps swept teller thrown trouble turns understand understanding unfinished untried
`
    .trim()
    .split(/\s+/),
);

/**
 * How no name begins: a limit is a `max…` or a `min…`, with its unit.
 * @type {readonly RegExp[]}
 */
export const retiredBeginnings = [/^(most|longest|shortest|fewest|deepest)[A-Z]/];

/**
 * Properties of stored JSON, ids of lists and columns, which keep their names
 * (test/contract/stored-names.json).
 * @type {ReadonlySet<string>}
 */
export const storedNames = new Set(
  'askedAt askedOf askedOn beside chases gaps handoverId handoverIds isAsked lacking mostBytes papers railWidth takesPapers'.split(
    ' ',
  ),
);
