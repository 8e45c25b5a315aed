// @ts-check
/**
 * Words, in small letters, of the names that the code had before it took the field's (docs/glossary.md); no
 * name has one. Not among them are `fault`, as a fault is injected into the practice agency, and `words`, as
 * a text to parse consists of them.
 * @type {ReadonlySet<string>}
 */
export const retiredWords = new Set(
  `
  acts anew asked asker beside blame breath breathe chase chases consequence converse deps desk doubt
  finalizer forgive gap gaps gathered given gone handed handover heard held holder holding kept lack
  lacking lacks lane lanes leftover meant methods misbehave oddities paper papers parts patience piece
  pieces place places problem question questions rail refusal remembered rested room settle settled sheet
  shelf standings student studies study sweep sweeps swept teller thrown tidy told touched trouble turns
  understand understanding understood unfinished untried viewing walk walks wanted
`
    .trim()
    .split(/\s+/),
);

/**
 * Names of that time whose words have a good meaning elsewhere; none comes back.
 * @type {ReadonlySet<string>}
 */
export const retiredNames = new Set(
  `
  AccessFault AnswerFacts AnswerKey AskCompletely AskDialog AskFirst AskRest AwaitedAnswer CallAnswer
  CarpetaCall CarpetaError CarpetaErrorOptions CarpetaExport CellWords CertificateHolds ChosenBar
  ChosenDispatch ClientBook ClientBookTrial ColumnWords Completing CoverWords Cuadratura DiskAct
  ExportWords FaultWords FileLooks FileStanding FileWord FilesLookedAt FilterWord FindOwnerOptions
  HostWords InTurn KeepDialog KeepFacts KeepLine KeepUntil LastFault LastFaultDisk LastLook LearnedType
  LearningRule LedgerAct LeftList LeftLists LinkAnswer LinkBook LinkTroubles ListOrder ListSource LongAct
  LookedUntil LostSight Misbehaving Misbehaviour MisbehaviourBook MisbehaviourKind MisbehaviourName
  Misbehaviours NodeOpen OddBody OddPage OwnerFound PageToKeep Passing ProveWritable ReadWindow Refreshing
  RequestBook RowWindows RowsWindow SearchedRows Servers ServiceOf ServiceOptions SettingsBook Settling
  Standing StandingProps SupportStanding TakeInDepth TaughtDispatch TroubledDisk ViewerAct WindowQuery
  WordKey ZoomAct allWords answerCalls answerKey answerReads answersInMemory answersInTime asOthersFind
  askAhead askAround askForResult awaitAnswer awaitedReads beginAgain beginCompleting canKeep
  candidateReads carpetaExpectations carpetaFindings carpetaHandlers carpetaMatrix carpetaPayments
  carpetaWrites claimAnswer countChosen countedService createCarpeta createClientBook
  createClientBookTrial createCompleting createFileLooks createFilesSaid createKeeping createLastFault
  createLinkBook createLinkTroubles createLook createMisbehaviourBook createOpen createPace createPassing
  createProver createRefreshing createRequestBook createSaved createServers createService
  createServiceBreakers createTexts cutKey cutKeys cutLinks cutName deepest dossierWrites doubtfulYear
  drawnFault endCompleting expectTypes faultPath faultReport faultSchema faultWords fetchChosen fewest
  fileStanding filesSaid filterWords findOwner findReads firstAsks firstRowsWrites folderOrder folderReads
  folderWrites forgetCompleting gain giveOddAnswer giveUpAnswer goFromHere goWhereLeft goodForOneMore grip
  growingKeyCutter handOver handovers hasProblems heapHolds hearSecondStarts hearTime holdBack holdFile
  holdUnread holdingsOf holdsItsFiles holdsWhatIsKnown hostWords isAgain isAnswer isCarpetaError isChosen
  isDoubted isDoubtful isOfService isOfWindows isOwnOffice isPassing isSaidOfFile isTakenAgain isTelling
  isTroubled isTurned isUnanswered judgeAnswer keepAll keepAlone keepBasis keepBeginning keepChanges
  keepDay keepDelivery keepDialog keepDisbursements keepDispatch keepDispatchStatus keepDocument
  keepDocuments keepError keepFault keepFile keepFirstRows keepFolder keepLeft keepLogin keepLongNumbers
  keepMenu keepNews keepNow keepNumber keepObjects keepOf keepOne keepPath keepPaths keepProbing
  keepRejection keepRows keepSavedSearch keepSpelling keepStatus keepStatuses keepTally keepTelling
  keepTheme keepTicking keepTouching keepTypes keepUntil keepUsual keepVersion keepZoom keepsFiles
  keyCutter lastFault lastTurn learnTypes learningRule leastAround leastBytes leastMain leastPercent
  ledgerAct ledgerDownloadedFileReads ledgerForgetLinkTroubles ledgerHoldings ledgerKeepFolders
  ledgerKeepLinkFailure ledgerLinkTroubles ledgerLookedAt ledgerUntidy ledgerUntouched leftList leftLists
  letGoOn lifetime listAwaited listOrder listRecentAnswers logKeeper lookAgain lookAtFiles lookAtFolders
  lookOnce looksAtOnce looksAtOneVolume markBlock markDocuments markObjects markOthers markedInOrder
  markedPositions marksOf misbehaviour misbehaviourAnswer misbehaviours most16 most32 namedMisbehaviours
  newsKey nextLook nextTurn noteRefusals noteTurn oddity officeOf onAct onAgain onAnswer onCut onHold
  onKeep oneOfEach openCarpeta openRooms openServices openUnwatched ownFault ownRefusals passesByItself
  pauseAndTell pdfTellingBytes planLook proveOnce proveWritable provokeRefusals pruneAnswers
  publishReserved readAgain readAnswer readChosenRows readLook reconcileReads removeLeftovers renewAnswers
  rereads rowsWindow saidOfFile serviceAt setAgain setKeep setKeepUntil setTurned settlingDays
  settlingReads shortest slack standingIcons standingOf startAgain supportStanding takeAgain takeAhead
  takeIn takeInChosen takeInClaims tellAll tellBatch tellBinding tellConnection tellCut tellEvents
  tellFromDocuments tellIndex tellListed tellNotFound tellNow tellOfWaiting tellProblems tellReadersOfHome
  tellSaved tellSome tellingBytes tellsError tellsMore tellsNothingFound tellsOfOutages toCarpetaError
  toGather toKeep troubled troubledDisk troubledPreferences troubledScreens troubles trust tryAgain
  turnAll turnGroup turnInspector turnOfAll turnSort underProof unforgiven unrest untilChanged useAct
  useAction useAnswers useCall useCalls useClientWords useCopyChosen useFaultWords useFixedWindows
  useHanding useHasLongAct useLeftLists useOffice useReread useSortedWindows useTellCut useTellSaved
  wasDoubted wasGood whenItsTurn windowReads windowSize windowsKey wordFinder wordsIn wordsNow
  wordsOnSystem ConnectionLine LastCheck TransferSlots
`
    .trim()
    .split(/\s+/),
);

/**
 * How no name begins: a limit is a `max…` or a `min…`, with its unit.
 * @type {readonly RegExp[]}
 */
export const retiredBeginnings = [/^(most|longest|shortest|fewest|deepest)[A-Z]/];

/** Names that keep such a word, by the reason why they cannot change (test/contract/stored-names.json). */
const namesByReason = {
  'stored as JSON, or a column of a stored list':
    'asked askedAt askedOf askedOn beside lacking mostBytes papers question takesPapers',
  'typed or read by others':
    'chase chases gaps handoverId handoverIds isAsked notUnderstood railWidth walks walksDone',
  'in a migration, which never changes': 'begunParts doubtOfTypes',
  'named by a library':
    'allSettled formatToParts lineGap onSettled PieceInfo readSheet RenderProcessGoneDetails',
};

/** @type {ReadonlySet<string>} */
export const fixedNames = new Set(Object.values(namesByReason).flatMap((names) => names.split(' ')));

/**
 * Names that only a property keeps, because a value that is stored or typed by others names it: the status
 * of a file and the kind of a change, the outcome of a dispatch, a pane of the window. The last one is of a
 * library that tests read workbooks with.
 * @type {ReadonlySet<string>}
 */
export const fixedProperties = new Set(['gone', 'problem', 'rail', 'sheet']);
