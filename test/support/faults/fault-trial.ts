import type { Clock } from '../../../electron/host.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch, BatchDocument, PauseReason } from '../../../shared/model/download.ts';
import { resumesAutomatically } from '../../../shared/model/resumes-automatically.ts';
import type { AddedFault, PracticeAgency, SeenRequest } from '../agency/practice-agency.ts';
import {
  type AgencyOptions,
  clockOf,
  connectionId,
  type DownloadsFixture,
  openFixture,
  practice,
  removeHome,
} from '../app/downloads-fixture.ts';
import { contentOf, type FolderContent } from '../disk/folder-content.ts';

/** How a document ended: its state, and of those that failed the code too. */
export type Verdict = 'done' | 'no-file' | 'unsigned' | `failed ${string}`;

/** What is to come of a fault. */
export type Fate =
  /** The batch ends, and each of the two documents that storage is aimed at has one of these verdicts. */
  | { is: 'ends'; verdicts: readonly Verdict[] }
  /**
   * The batch stands still for one of these reasons until the fault has gone; then it ends as if nothing had
   * been.
   */
  | { is: 'paused'; why: readonly PauseReason[]; codes: readonly string[] };

/** Something that goes wrong, and what is to come of it. */
export interface FaultCase {
  name: string;
  /** Verdicts of all other documents; the same as those of the two where left out. */
  others?: readonly Verdict[];
  injectedFaults(documents: readonly string[]): readonly AddedFault[];
  fate: Fate;
  /** With documents large enough to be continued. */
  isLarge?: boolean;
  /**
   * Documents become others, or documents go, while they are fetched: compared with the agency as it is
   * afterwards.
   */
  changesAgency?: boolean;
}

/** How a case went. */
export interface FaultRun {
  /** What was not as it is to be, one sentence each; empty when all was. */
  wrong: string[];
  ms: number;
  requests: FaultRequests;
}

/** What the agency was asked while a fault stood, or after it. */
export interface FaultRequests {
  /** For the links of all dispatches together, and the most for one. */
  links: number;
  linksOfOne: number;
  /**
   * The most that one query about a dispatch has failed in a round: until it was left alone for half a
   * minute.
   */
  failedInRound: number;
  /** For types: a service that is away is probed by them. */
  types: number;
  /** Of storage, and the most for one document. */
  documents: number;
  ofOneDocument: number;
}

/** Runs cases, each at an agency and an app of its own. */
export interface FaultTrial {
  run(fault: FaultCase): Promise<FaultRun>;
}

interface Outcome {
  content: FolderContent;
  /** Documents by id. */
  documents: ReadonlyMap<string, BatchDocument>;
  batch: Batch;
}

const small: AgencyOptions = {
  documents: 60,
  clients: 1,
  seed: 'faults',
  today: '2026-11-20',
  pageSize: 4,
};
const large: AgencyOptions = { ...small, fileBytes: 9 * 2 ** 20 };
// Of the machine's own time, ms, however fast the app's goes: tells what hangs, not what is slow, as all is
// on an emulated system beside other work.
const timeoutMs = 300_000;

/**
 * A trial. What is to be compared with is downloaded undisturbed when it is first needed. A case that has not
 * ended when its time limit aborts is wrong for that, and its app is closed: a process that had one open
 * would not end.
 */
export function createFaultTrial(timeLimit = () => AbortSignal.timeout(timeoutMs)): FaultTrial {
  const undisturbed = new Map<boolean, Promise<Outcome>>();
  return {
    async run(fault) {
      const isLarge = fault.isLarge ?? false;
      const known = undisturbed.get(isLarge) ?? atAnAgency(isLarge, (agency) => plainly(agency, isLarge));
      undisturbed.set(isLarge, known);
      const expected = await known;
      const began = performance.now();
      const { wrong, requests } = await atAnAgency(isLarge, async (agency) => ({
        wrong: await inTime(timeLimit(), (limit) => disturbed(agency, fault, expected, limit)),
        requests: requestsAt(agency),
      }));
      const { failedInRound: max } = requests;
      if (max > maxAttempts) wrong.push(`a dispatch was asked about ${max} times in a round`);
      return { wrong, ms: performance.now() - began, requests };
    },
  };
}

/** What an agency has been asked since it forgot. */
function requestsAt({ requests, data }: PracticeAgency): FaultRequests {
  const ofDispatches = requests.seen().filter(({ endpoint }) => endpoint === 'dispatch-files');
  const ofEach = Object.values(Object.groupBy(ofDispatches, ({ dispatch }) => dispatch));
  const ofDocuments = [...data.documents()].map(({ id }) => requests.file(id).requested);
  return {
    links: ofDispatches.length,
    linksOfOne: Math.max(0, ...ofEach.map((all = []) => all.length)),
    failedInRound: failedInRound(ofDispatches),
    types: requests.count('file-types'),
    documents: requests.files().requested,
    ofOneDocument: Math.max(0, ...ofDocuments),
  };
}

// docs/service/reading.md, How long, how large, how often.
const maxAttempts = 5;
// A dispatch whose round is over is left alone for half a minute, ms.
const betweenRounds = 29_000;

function failedInRound(asked: readonly SeenRequest[]): number {
  const failed = asked.filter(({ status }) => status === undefined || status >= 400);
  const queries = Object.values(
    Object.groupBy(failed, ({ dispatch, query }) => `${dispatch} ${JSON.stringify(query)}`),
  );
  let max = 0;
  for (const requests of queries) {
    let [inRound, last] = [0, 0];
    for (const { at } of requests ?? []) {
      inRound = at - last < betweenRounds ? inRound + 1 : 1;
      last = at;
      max = Math.max(max, inRound);
    }
  }
  return max;
}

async function inTime(limit: AbortSignal, run: (limit: AbortSignal) => Promise<string[]>): Promise<string[]> {
  try {
    return await run(limit);
  } catch (error) {
    if (limit.aborted && error === limit.reason) return ['it has not ended in time'];
    throw error;
  }
}

async function atAnAgency<T>(isLarge: boolean, use: (agency: PracticeAgency) => Promise<T>): Promise<T> {
  const agency = await practice(isLarge ? large : small);
  try {
    return await use(agency);
  } finally {
    await agency.close();
  }
}

/** Uses an app, and closes it afterwards or when the limit aborts; rejects with the limit's reason then. */
async function withApp<T>(
  agency: PracticeAgency,
  use: (fixture: DownloadsFixture) => Promise<T>,
  limit?: AbortSignal,
): Promise<T> {
  const fixture = await openFixture({ agency });
  const over = new Promise<never>((_, reject) => {
    limit?.addEventListener('abort', () => reject(limit.reason), { once: true });
  });
  try {
    limit?.throwIfAborted();
    return await Promise.race([use(fixture), over]);
  } finally {
    await fixture.close();
    removeHome(fixture);
  }
}

async function findFor(fixture: DownloadsFixture, isLarge: boolean): Promise<DocumentKey[]> {
  const documents = await fixture.find({ atMost: isLarge ? 3 : 14 });
  // So that links are asked for on the way to each file.
  fixture.links.forget(connectionId);
  return documents;
}

function plainly(agency: PracticeAgency, isLarge: boolean, limit?: AbortSignal): Promise<Outcome> {
  const download = async (fixture: DownloadsFixture) => {
    const batchId = await fixture.start(await findFor(fixture, isLarge));
    return outcomeOf(fixture, await fixture.until(batchId));
  };
  return withApp(agency, download, limit);
}

async function outcomeOf(fixture: DownloadsFixture, batch: Batch): Promise<Outcome> {
  const documents = await fixture.verdicts(batch.id);
  return {
    content: contentOf(fixture.folder),
    documents: new Map(documents.map((document) => [document.documentId, document])),
    batch,
  };
}

function disturbed(
  agency: PracticeAgency,
  fault: FaultCase,
  undisturbed: Outcome,
  limit: AbortSignal,
): Promise<string[]> {
  const download = async (fixture: DownloadsFixture) => {
    const isLarge = fault.isLarge ?? false;
    const documents = await findFor(fixture, isLarge);
    const two = withFiles(undisturbed).slice(0, 2);
    for (const injectedFault of fault.injectedFaults(two)) agency.faults.add(injectedFault);
    agency.requests.forget();
    const batchId = await fixture.start(documents);
    const wrong: string[] = [];
    if (fault.fate.is === 'paused') {
      const { state } = await fixture.until(batchId);
      wrong.push(...pauseFaults(fault.fate, state));
      agency.faults.clear();
      await fixture.downloads.resumeConnection(connectionId);
    }
    const isForGood = createStandstill(clockOf(agency));
    const batch = await fixture.until(batchId, (now) => now.state.kind === 'ended' || isForGood(now));
    agency.faults.clear();
    const expected = fault.changesAgency ? await plainly(agency, isLarge, limit) : undisturbed;
    const outcome = await outcomeOf(fixture, batch);
    wrong.push(
      ...outcomeFaults(fault, new Set(two), withDeleted(expected, undisturbed, outcome), outcome, agency),
    );
    wrong.push(...messageFaults(fixture));
    return wrong;
  };
  return withApp(agency, download, limit);
}

// Whom a batch waits for is probed once a minute at least, ms of the agency's clock.
const maxPauseMs = 300_000;

/**
 * Tells whether a batch stands still for good: until a person acts, or for longer than any fault that passes
 * in which no document is done.
 */
function createStandstill({ elapsed }: Pick<Clock, 'elapsed'>): (batch: Batch) => boolean {
  let paused: { since: number; done: number } | undefined;
  return ({ state, counts: { done } }) => {
    if (paused?.done !== done) paused = undefined;
    if (state.kind !== 'paused') return false;
    paused ??= { since: elapsed(), done };
    return !resumesAutomatically(state) || elapsed() - paused.since > maxPauseMs;
  };
}

function withFiles({ documents }: Outcome): string[] {
  return [...documents.values()].filter(({ state }) => state === 'done').map(({ documentId }) => documentId);
}

function pauseFaults(fate: Extract<Fate, { is: 'paused' }>, state: Batch['state']): string[] {
  if (state.kind !== 'paused') return [`it was to stand still and has ${state.kind}`];
  const code = state.error?.code ?? '';
  const wrong: string[] = [];
  if (!fate.why.includes(state.why)) wrong.push(`it stands still for ${state.why}, not ${fate.why.join()}`);
  if (!fate.codes.includes(code)) wrong.push(`it stands still with ${code}, not ${fate.codes.join()}`);
  return wrong;
}

function outcomeFaults(
  fault: FaultCase,
  two: ReadonlySet<string>,
  expected: Outcome['documents'],
  { content, documents, batch }: Outcome,
  agency: PracticeAgency,
): string[] {
  const wrong: string[] = [];
  if (batch.state.kind !== 'ended') wrong.push(`the batch has not ended: ${JSON.stringify(batch.state)}`);
  const claimed = new Set<string>();
  for (const [id, document] of documents) {
    const before = expected.get(id) ?? document;
    const allowed = allowedFor(fault, two.has(id)) ?? [verdictOf(before)];
    const verdict = verdictOf(document);
    const isExpected = allowed.some((one) => one === verdict);
    const isWithoutFile = before.state === 'no-file' && verdict === 'no-file';
    if (!isExpected && !isWithoutFile) wrong.push(`${id} ended ${verdict}, not ${allowed.join(' or ')}`);
    if (document.state !== 'done') continue;
    const path = relativeIn(batch, document);
    claimed.add(path);
    if (content.files.get(path) !== document.sha256) wrong.push(`not what the ledger says: ${path}`);
    if (before.state === 'done' && document.sha256 !== before.sha256) wrong.push(`damaged: ${path}`);
    if (agency.requests.file(id).requested > 25)
      wrong.push(`asked ${agency.requests.file(id).requested} times: ${id}`);
  }
  for (const path of content.files.keys()) if (!claimed.has(path)) wrong.push(`too much: ${path}`);
  if (content.index.length !== documents.size) wrong.push(`the index has ${content.index.length} lines`);
  if (content.checksums.length !== claimed.size) wrong.push(`${content.checksums.length} checksums`);
  return wrong;
}

/** Undefined where all is to be as if nothing had been. */
function allowedFor({ fate, others }: FaultCase, isOfTheTwo: boolean): readonly Verdict[] | undefined {
  if (fate.is === 'paused') return undefined;
  return isOfTheTwo ? fate.verdicts : (others ?? fate.verdicts);
}

/**
 * What is to be, for every document of the batch: one that the agency no longer has may have come, or been
 * seen without a file, before.
 */
function withDeleted(expected: Outcome, undisturbed: Outcome, { documents }: Outcome): Outcome['documents'] {
  return new Map(
    [...documents].map(([id, document]) => {
      const before = undisturbed.documents.get(id);
      const deleted = before?.state === 'no-file' ? before : removedOr(document);
      return [id, expected.documents.get(id) ?? deleted];
    }),
  );
}

function removedOr(document: BatchDocument): BatchDocument {
  if (document.state === 'done') return document;
  return { ...document, state: 'failed', error: { code: 'DOCUMENT_GONE', message: '' } };
}

function verdictOf({ state, error }: BatchDocument): string {
  return state === 'failed' ? `failed ${error?.code}` : state;
}

function relativeIn({ folder }: Batch, { path }: BatchDocument): string {
  return path.slice(folder.length + 1);
}

/** Progress that nobody could show. */
function messageFaults({ messages }: DownloadsFixture): string[] {
  const wrong = new Set<string>();
  for (const { batches, documents } of messages) {
    for (const batch of batches) {
      const { counts, bytes, bytesPerSecond, secondsLeft = 0 } = batch;
      const all = Object.values(counts);
      const sum = all.reduce((total, count) => total + count, 0);
      const numbers = [...all, bytes, bytesPerSecond, secondsLeft];
      if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) {
        wrong.add(`progress: ${JSON.stringify({ counts, bytes, bytesPerSecond, secondsLeft })}`);
      }
      if (sum !== batch.documents) wrong.add(`progress: ${sum} states of ${batch.documents} documents`);
    }
    for (const { bytes, size, state } of documents) {
      if (!Number.isFinite(bytes) || bytes < 0) wrong.add(`progress: ${bytes} bytes`);
      if (size !== undefined && bytes > size) wrong.add(`progress: ${bytes} of ${size} bytes (${state})`);
    }
  }
  return [...wrong];
}
