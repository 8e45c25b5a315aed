import { AppError } from '../../../shared/errors.ts';
import type { DownloadedFile, SealedFile, Store, TakenTransfer, TransferStep } from '../../database/index.ts';
import type { Clock, Desktop } from '../../host.ts';
import { createSynced } from '../../lib/atomic-write.ts';
import { type DiskOperation, toDiskError } from '../../lib/fs-errors.ts';
import type { Destination } from './destination.ts';
import { type Disk, type FileStats, fileIdentity, hasCode } from './disk.ts';
import { type Content, freeChunks } from './part-file.ts';
import { hasContent, renamePartFile } from './rename-part-file.ts';

/** What committing a file needs. */
export interface CommitContext {
  disk: Disk;
  clock: Clock;
  ledger: LedgerWriter;
  store: Pick<Store, 'renameTransfer'>;
  markAsForeign: Desktop['markAsForeign'];
}

/** A transfer whose file is ready to be committed. `stem` changes if its name turns out to be taken. */
export interface CommitJob {
  batch: string;
  destination: Destination;
  taken: TakenTransfer;
  /** Cancels long waits; a step that must not stay half done is completed. */
  signal: AbortSignal;
}

/** The final state of a committed document. */
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
 * Commits a fetched file. The order is: content synced, hash recorded in the ledger, rename, folder synced,
 * ledger updated. The process may stop after any step; {@link recoverFile} continues from there.
 */
export async function commitFile(
  context: CommitContext,
  job: CommitJob,
  content: Content,
  sealed: SealedFile,
): Promise<Landed> {
  const part = partPathOf(job);
  let operation: DiskOperation = 'write';
  try {
    const modified = await syncAndSeal(context, job, content, part, sealed);
    operation = 'rename';
    return await renameToFinalName(context, job, sealed, modified);
  } catch (error) {
    throw await toCommitError(error, job, operation);
  }
}

async function syncAndSeal(
  context: CommitContext,
  job: CommitJob,
  content: Content,
  part: string,
  sealed: SealedFile,
): Promise<number> {
  // Parallel: recovery verifies the file by the recorded hash, so neither write depends on the other.
  const [written] = await Promise.all([syncContent(context, job, part, content), seal(context, job, sealed)]);
  await refuseOtherDrive(context, job, part);
  // Read after closing and marking: on Windows the mark changes the file, and the write time may be set only
  // at closing.
  const closed = await context.disk.stat(part);
  checkSameFile(written, closed, sealed.size);
  // An absent file fails at the rename.
  return closed?.modified ?? 0;
}

/**
 * A process that slept for long may have lost its lease: another one then writes to its `.part` or has
 * replaced it. Neither file may get the document's name. `written` exists only for files streamed in chunks;
 * others are checked by size.
 */
function checkSameFile(written: FileStats | undefined, closed: FileStats | undefined, size: number): void {
  const identity = written ? fileIdentity(written) : '';
  const isOther = closed !== undefined && identity !== '' && fileIdentity(closed) !== identity;
  const received = [written, closed].find((found) => found !== undefined && found.size !== size)?.size;
  if (!isOther && received === undefined) return;
  throw new AppError('LENGTH_MISMATCH', 'somebody else has written to the .part', {
    values: { expected: size, received: received ?? closed?.size ?? 0 },
  });
}

/**
 * A file directly in the destination may have gone into the empty mount point of a lost drive. Subfolders do
 * not exist there.
 */
async function refuseOtherDrive(
  { disk }: CommitContext,
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

/** Syncs the content to disk; returns the stats of a streamed file while it is still open. */
async function syncContent(
  { markAsForeign }: CommitContext,
  { destination: { disk } }: CommitJob,
  part: string,
  content: Content,
): Promise<FileStats | undefined> {
  if (content.kind === 'memory') {
    await createSynced(disk, part, (file) => file.write(content.chunks));
    freeChunks(content.chunks);
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

function seal({ ledger }: CommitContext, { batch, taken }: CommitJob, sealed: SealedFile): Promise<void> {
  return ledger.write({ batch, id: taken.id, kind: 'sealed', ...sealed });
}

async function renameToFinalName(
  context: CommitContext,
  job: CommitJob,
  sealed: SealedFile,
  modified: number,
  isRetry = false,
): Promise<Landed> {
  const { disk, clock } = context;
  const { destination, taken, signal } = job;
  for (let file = sealed; ; file = await takeNextName(context, job, file)) {
    const part = partPathOf(job);
    const target = destination.at(file.path);
    const isFirst = isRetry && file === sealed;
    const isFree = (await renamePartFile(disk, clock, part, target, signal, isFirst)) === 'renamed';
    if (isFree) return confirm(context, job, file, { state: 'done', modified });
    if (await hasContent(disk, target, file)) {
      await disk.remove(part);
      const found = await disk.stat(target);
      return confirm(context, job, file, { state: 'here', modified: found?.modified ?? 0 });
    }
    taken.hasPartFile = true;
  }
}

/**
 * Renames to the next free name. The ledger stores the stem before the `.part` takes it; the seal is
 * rewritten after.
 */
async function takeNextName(context: CommitContext, job: CommitJob, file: SealedFile): Promise<SealedFile> {
  const { disk, clock } = context;
  const { taken, signal } = job;
  const before = partPathOf(job);
  const extension = file.path.slice(file.path.lastIndexOf('.'));
  do {
    taken.stem = await context.store.renameTransfer(taken.id);
    // A `.part` of that name belongs to another computer.
  } while ((await renamePartFile(disk, clock, before, partPathOf(job), signal)) === 'taken');
  const next = { ...file, path: pathIn(taken.folder, taken.stem + extension) };
  await seal(context, job, next);
  return next;
}

/**
 * Finishes a rename that a crash interrupted: the ledger has the new name, the hash record the old one. Only
 * a file with the recorded hash is ours. The `.part` may have both names if the rename used a hard link.
 */
async function finishRename(context: CommitContext, job: CommitJob, sealed: SealedFile): Promise<void> {
  const { disk, clock } = context;
  const { destination, taken, signal } = job;
  const earlierPart = destination.at(`${sealed.path.slice(0, sealed.path.lastIndexOf('.'))}.part`);
  if (earlierPart === partPathOf(job) || !(await hasContent(disk, earlierPart, sealed))) return;
  const own = partPathOf(job);
  if (await hasContent(disk, own, sealed)) {
    const [first, second] = [await disk.stat(earlierPart), await disk.stat(own)];
    if (first && first.inode === second?.inode) await disk.remove(earlierPart);
    return;
  }
  for (let isRetry = true; ; isRetry = false) {
    if ((await renamePartFile(disk, clock, earlierPart, partPathOf(job), signal, isRetry)) === 'renamed')
      return;
    taken.stem = await context.store.renameTransfer(taken.id);
  }
}

async function confirm(
  { ledger, clock }: CommitContext,
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
 * Continues after an attempt that ended past the hash record: the file is in place, or still a `.part`.
 * Undefined if neither matches the record: the document must be fetched again.
 */
export async function recoverFile(context: CommitContext, job: CommitJob): Promise<Landed | undefined> {
  const { disk } = context;
  const { destination, taken } = job;
  const { sealed } = taken;
  if (!sealed) return undefined;
  try {
    await finishRename(context, job, sealed);
    const own = partPathOf(job);
    const target = destination.at(sealed.path);
    if (await hasContent(disk, target, sealed)) {
      if (await disk.stat(own)) await disk.remove(own);
      const found = await disk.stat(target);
      return await confirm(context, job, sealed, { state: 'done', modified: found?.modified ?? 0 });
    }
    if (!(await hasContent(disk, own, sealed))) return undefined;
    const found = await disk.stat(own);
    const path = pathIn(taken.folder, taken.stem + sealed.path.slice(sealed.path.lastIndexOf('.')));
    return await renameToFinalName(context, job, { ...sealed, path }, found?.modified ?? 0, true);
  } catch (error) {
    throw await toCommitError(error, job, 'rename');
  }
}

/** ENOENT means that the whole destination is absent, or that one transfer must be restarted. */
async function toCommitError(
  error: unknown,
  { destination, taken }: CommitJob,
  operation: DiskOperation,
): Promise<unknown> {
  // The `.part` of another process: the caller handles it.
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

/** Writes the steps of all transfers in groups: one sync serves all steps that arrived meanwhile. */
export interface LedgerWriter {
  /**
   * Resolves when the step is durable. Rejects with `BATCH_OWNED_ELSEWHERE` if its batch has another owner by
   * now.
   */
  write(step: TransferStep): Promise<void>;
}

interface Waiting {
  step: TransferStep;
  resolve(): void;
  reject(error: unknown): void;
}

/** A writer for the steps of one owner. */
export function createLedgerWriter(store: Pick<Store, 'writeSteps'>, owner: string): LedgerWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const steps = group.map(({ step }) => step);
        const lost = new Set(await store.writeSteps(owner, steps));
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
        // Steps of the same tick go together.
        if (!isWriting) queueMicrotask(() => isWriting || void writeAll());
      });
    },
  };
}

function lostError(): AppError {
  return new AppError('BATCH_OWNED_ELSEWHERE', 'another process has taken the batch over');
}
