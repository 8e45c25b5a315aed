import { AppError } from '../../../shared/errors.ts';
import type { DownloadedFile, LedgerStep, SealedFile, Store, TakenTransfer } from '../../database/index.ts';
import type { Clock, Desktop } from '../../host.ts';
import { type Disk, type DiskOperation, type FileStats, fileIdentity, hasCode, toDiskError } from './disk.ts';
import type { Destination } from './folder.ts';
import { type Content, letGo } from './part-file.ts';
import { hasContent, renameNoOverwrite, syncFile } from './rename-no-overwrite.ts';

/** What brings files into place. */
export interface CommitDeps {
  disk: Disk;
  clock: Clock;
  ledger: LedgerWriter;
  store: Pick<Store, 'ledgerRename'>;
  markAsForeign: Desktop['markAsForeign'];
}

/** A transfer whose file is ready for its place. `stem` changes when its name turns out to be taken. */
export interface CommitJob {
  batch: string;
  destination: Destination;
  taken: TakenTransfer;
  /** Ends waits that may be long; what would leave a step half done is brought to its end. */
  signal: AbortSignal;
}

/** Where a document came to stand. */
export type Landed = { state: 'done' | 'here' } & Pick<DownloadedFile, 'path' | 'size' | 'sha256'>;

/** Relative path of a name in a transfer's folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Absolute path of a transfer's `.part`. */
export function partPathOf({ destination, taken }: Pick<CommitJob, 'destination' | 'taken'>): string {
  return destination.at(pathIn(taken.folder, `${taken.stem}.part`));
}

/**
 * Brings a fetched file to its place: on disk for sure, its proof in the ledger, then its name, then the name
 * on disk for sure, then the ledger again. Each step can be the last one of this process; {@link recoverFile}
 * goes on from there.
 */
export async function commitFile(
  deps: CommitDeps,
  job: CommitJob,
  content: Content,
  sealed: SealedFile,
): Promise<Landed> {
  const part = partPathOf(job);
  let operation: DiskOperation = 'write';
  try {
    const modified = await durable(deps, job, content, part, sealed);
    operation = 'rename';
    return await place(deps, job, sealed, modified);
  } catch (error) {
    throw await explained(error, job, operation);
  }
}

async function durable(
  deps: CommitDeps,
  job: CommitJob,
  content: Content,
  part: string,
  sealed: SealedFile,
): Promise<number> {
  // What is sealed is proven by its hash when it is found again, so the two need not wait for each other.
  const [written] = await Promise.all([onDisk(deps, job, part, content), seal(deps, job, sealed)]);
  await refuseOtherDrive(deps, job, part);
  // As the closed and marked file says: a mark counts as a change on Windows, which may tell the time of the
  // last writing only then.
  const closed = await deps.disk.stat(part);
  insistOnSame(written, closed, sealed.size);
  // What is not there gets no name either.
  return closed?.modified ?? 0;
}

/**
 * A process that was asleep for long may have been taken for dead: somebody else then writes to its `.part`,
 * or has another one at its path, and neither may get the document's name. `written` is of a file that was
 * filled chunk by chunk; one that was written at once is told by its size.
 */
function insistOnSame(written: FileStats | undefined, closed: FileStats | undefined, size: number): void {
  const identity = written ? fileIdentity(written) : '';
  const isOther = closed !== undefined && identity !== '' && fileIdentity(closed) !== identity;
  const received = [written, closed].find((found) => found !== undefined && found.size !== size)?.size;
  if (!isOther && received === undefined) return;
  throw new AppError('LENGTH_MISMATCH', 'somebody else has written to the .part', {
    values: { expected: size, received: received ?? closed?.size ?? 0 },
  });
}

/**
 * A file directly in the destination might have gone into the empty folder that a drive left; below it there
 * is none.
 */
async function refuseOtherDrive(
  { disk }: CommitDeps,
  { destination, taken }: CommitJob,
  part: string,
): Promise<void> {
  if (taken.folder !== '') return;
  try {
    await destination.check();
  } catch (error) {
    await disk.remove(part);
    throw error;
  }
}

/** Brings the content to disk for sure; gives how a file stands there that was open. */
async function onDisk(
  { markAsForeign }: CommitDeps,
  { destination: { disk } }: CommitJob,
  part: string,
  content: Content,
): Promise<FileStats | undefined> {
  if (content.kind === 'memory') {
    await syncFile(disk, part, content.chunks);
    letGo(content.chunks);
    await markAsForeign(part);
    return undefined;
  }
  const { file } = content;
  try {
    await markAsForeign(part);
    await file.sync();
    return await file.stat();
  } finally {
    await file.close();
  }
}

function seal({ ledger }: CommitDeps, { batch, taken }: CommitJob, sealed: SealedFile): Promise<void> {
  return ledger.write({ batch, id: taken.id, kind: 'sealed', ...sealed });
}

async function place(
  deps: CommitDeps,
  job: CommitJob,
  sealed: SealedFile,
  modified: number,
  isRetry = false,
): Promise<Landed> {
  const { disk, clock } = deps;
  const { destination, taken, signal } = job;
  for (let file = sealed; ; file = await renamed(deps, job, file)) {
    const part = partPathOf(job);
    const target = destination.at(file.path);
    const isFirst = isRetry && file === sealed;
    const isFree = (await renameNoOverwrite(disk, clock, part, target, signal, isFirst)) === 'renamed';
    if (isFree) return confirm(deps, job, file, { state: 'done', modified });
    if (await hasContent(disk, target, file)) {
      await disk.remove(part);
      const found = await disk.stat(target);
      return confirm(deps, job, file, { state: 'here', modified: found?.modified ?? 0 });
    }
    taken.hasPartFile = true;
  }
}

/**
 * The next free name. The ledger knows it before the `.part` takes it, and the `.part` has it before the seal
 * says so.
 */
async function renamed(deps: CommitDeps, job: CommitJob, file: SealedFile): Promise<SealedFile> {
  const { disk, clock } = deps;
  const { taken, signal } = job;
  const before = partPathOf(job);
  const extension = file.path.slice(file.path.lastIndexOf('.'));
  do {
    taken.stem = await deps.store.ledgerRename(taken.id);
    // What another computer has begun to fetch under that name stays its own.
  } while ((await renameNoOverwrite(disk, clock, before, partPathOf(job), signal)) === 'taken');
  const next = { ...file, path: pathIn(taken.folder, taken.stem + extension) };
  await seal(deps, job, next);
  return next;
}

/**
 * Ends a renaming that this process's forerunner had begun: the ledger had the new name, the seal had not.
 * Only what holds what was sealed is ours; the `.part` may have both names by now.
 */
async function followName(deps: CommitDeps, job: CommitJob, sealed: SealedFile): Promise<void> {
  const { disk, clock } = deps;
  const { destination, taken, signal } = job;
  const elder = destination.at(`${sealed.path.slice(0, sealed.path.lastIndexOf('.'))}.part`);
  if (elder === partPathOf(job) || !(await hasContent(disk, elder, sealed))) return;
  const own = partPathOf(job);
  if (await hasContent(disk, own, sealed)) {
    const [first, second] = [await disk.stat(elder), await disk.stat(own)];
    if (first && first.inode === second?.inode) await disk.remove(elder);
    return;
  }
  for (let isRetry = true; ; isRetry = false) {
    if ((await renameNoOverwrite(disk, clock, elder, partPathOf(job), signal, isRetry)) === 'renamed') return;
    taken.stem = await deps.store.ledgerRename(taken.id);
  }
}

async function confirm(
  { ledger, clock }: CommitDeps,
  { batch, destination, taken }: CommitJob,
  file: SealedFile,
  { state, modified }: { state: 'done' | 'here'; modified: number },
): Promise<Landed> {
  await destination.sync(taken.folder);
  const at = new Date(clock.now()).toISOString();
  await ledger.write({ batch, id: taken.id, kind: 'landed', state, ...file, modified, at });
  return { state, path: file.path, size: file.size, sha256: file.sha256 };
}

/**
 * Goes on where an earlier attempt ended after its file was proven: the file stands in its place already, or
 * waits beside it. Undefined when neither holds what was sealed: then it is to be fetched again.
 */
export async function recoverFile(deps: CommitDeps, job: CommitJob): Promise<Landed | undefined> {
  const { disk } = deps;
  const { destination, taken } = job;
  const { sealed } = taken;
  if (!sealed) return undefined;
  try {
    await followName(deps, job, sealed);
    const own = partPathOf(job);
    const target = destination.at(sealed.path);
    if (await hasContent(disk, target, sealed)) {
      if (await disk.stat(own)) await disk.remove(own);
      const found = await disk.stat(target);
      return await confirm(deps, job, sealed, { state: 'done', modified: found?.modified ?? 0 });
    }
    if (!(await hasContent(disk, own, sealed))) return undefined;
    const found = await disk.stat(own);
    const path = pathIn(taken.folder, taken.stem + sealed.path.slice(sealed.path.lastIndexOf('.')));
    return await place(deps, job, { ...sealed, path }, found?.modified ?? 0, true);
  } catch (error) {
    throw await explained(error, job, 'rename');
  }
}

/**
 * A file or folder that vanished on the way is either the whole destination, or one transfer to be begun
 * again.
 */
async function explained(
  error: unknown,
  { destination, taken }: CommitJob,
  operation: DiskOperation,
): Promise<unknown> {
  // Somebody else's `.part`: told by whoever asked for the landing.
  if (hasCode(error, 'EEXIST')) return error;
  if (!hasCode(error, 'ENOENT')) return toDiskError(error, destination.at(taken.folder), operation);
  destination.invalidate();
  try {
    await destination.check();
  } catch (error) {
    return error;
  }
  return new AppError('TRANSFER_BROKEN', 'the folder vanished on the way', { cause: error });
}

/**
 * Writes steps of all transfers, many at a time: one wait for the disk serves everybody who came meanwhile.
 */
export interface LedgerWriter {
  /**
   * Resolves when the step is on disk for sure. Rejects with `BATCH_OWNED_ELSEWHERE` when its batch has
   * another owner by now.
   */
  write(step: LedgerStep): Promise<void>;
}

interface Waiting {
  step: LedgerStep;
  resolve(): void;
  reject(error: unknown): void;
}

/** A writer of one owner's steps. */
export function createLedgerWriter(store: Pick<Store, 'ledgerWrite'>, owner: string): LedgerWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const steps = group.map(({ step }) => step);
        const lost = new Set(await store.ledgerWrite(owner, steps));
        for (const { step, resolve, reject } of group) {
          if (lost.has(step.batch)) reject(lostError());
          else resolve();
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    write(step) {
      return new Promise((resolve, reject) => {
        waiting.push({ step, resolve, reject });
        // Steps of the same turn go together.
        if (!isWriting) queueMicrotask(() => isWriting || void writeAll());
      });
    },
  };
}

function lostError(): AppError {
  return new AppError('BATCH_OWNED_ELSEWHERE', 'another process has taken the batch over');
}
