import { join } from 'node:path';
import PQueue from 'p-queue';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { FolderAway, KnownFile, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { startTimer } from '../../lib/async.ts';
import type { Disk } from './disk.ts';

/** Checks whether the files that the ledger lists are on the disk, and stores what changed. */
export interface FilePresenceCheck {
  /** Checks the files of these documents. Returns whether anything changed, after five seconds at most. */
  check(documents: readonly DocumentKey[]): Promise<boolean>;
  /** Checks each folder with downloaded files, but not the files. Returns as `check` does. */
  checkFolders(): Promise<boolean>;
}

interface FilePresenceOptions {
  store: Pick<Store, 'listKnownFiles' | 'listDownloadFolders' | 'listAbsentFiles' | 'updateCheckedFiles'>;
  disk: Pick<Disk, 'stat'>;
  clock: Pick<Clock, 'sleep'>;
}

/** A disk or share that takes longer for one stat is away. */
const statTimeoutMs = 2_000;
/** Limit of a whole check. The state of unchecked files stays. */
const checkTimeoutMs = 5_000;
// A stat on an unreachable share blocks one of Node's few threads until the system gives up.
const maxConcurrentStats = 4;
const maxStatsPerVolume = 2;
/** Number of files that are probed in a folder that is back, before the others count as present. */
const sampleFiles = 20;

/** Creates a checker that has checked nothing yet. */
export function createFilePresenceCheck({ store, disk, clock }: FilePresenceOptions): FilePresenceCheck {
  const checks: Checks = { store, clock, statOnce: createStat(disk, clock), replacements: new Set() };
  return {
    check: (documents) => checkDocuments(checks, documents),
    checkFolders: () => checkAllFolders(checks),
  };
}

/** What all checks share. */
interface Checks extends Pick<FilePresenceOptions, 'store' | 'clock'> {
  statOnce: ReturnType<typeof createStat>;
  /**
   * Folders at the path of a removed one. If such a folder disappears too, files downloaded into it since are
   * absent.
   */
  replacements: Set<string>;
}

interface CheckResult {
  seen: number[];
  absent: number[];
  folders: { folder: string; away: FolderAway }[];
  back: string[];
}

async function checkDocuments(checks: Checks, documents: readonly DocumentKey[]): Promise<boolean> {
  const files = documents.length === 0 ? [] : await checks.store.listKnownFiles(documents);
  if (files.length === 0) return false;
  const byFolder = Map.groupBy(files, ({ folder }) => folder);
  const results = await withTimeout(checks.clock, (end) =>
    Promise.all(
      [...byFolder].map(([folder, its]) =>
        checkFolder(checks, folder, { before: its[0]?.away ?? '', files: its }, end),
      ),
    ),
  );
  return save(checks, results, new Map(files.map(({ fileId, isAbsent }) => [fileId, isAbsent])));
}

async function checkAllFolders(checks: Checks): Promise<boolean> {
  const folders = await checks.store.listDownloadFolders();
  const results = await withTimeout(checks.clock, (end) =>
    Promise.all(
      folders.map(({ folder, away }) => checkFolder(checks, folder, { before: away, files: [] }, end)),
    ),
  );
  return save(checks, results, new Map());
}

/** Checks a folder, and the given files in it. */
async function checkFolder(
  checks: Checks,
  folder: string,
  { before, files }: { before: FolderAway; files: readonly KnownFile[] },
  end: AbortSignal,
): Promise<CheckResult> {
  const result: CheckResult = { seen: [], absent: [], folders: [], back: [] };
  let now = await folderNow(checks, folder, end);
  // A file that was committed just before its folder disappeared is absent too.
  if (now === 'gone') result.absent.push(...files.map(({ fileId }) => fileId));
  const waiting = now === '' ? [...files] : [];
  const next = async (): Promise<void> => {
    for (let file = waiting.shift(); file && now === ''; file = waiting.shift()) {
      const found = await checks.statOnce(folder, file.path, end);
      if (found === undefined) return;
      if (found === 'unseen') now = 'unseen';
      else (found === 'file' ? result.seen : result.absent).push(file.fileId);
    }
  };
  await Promise.all(Array.from({ length: maxStatsPerVolume }, next));
  if (before === 'gone') now = await checkReturned(checks, folder, { now, files, result }, end);
  if (now !== undefined && now !== before) result.folders.push({ folder, away: now });
  return result;
}

async function folderNow(
  { statOnce }: Checks,
  folder: string,
  end: AbortSignal,
): Promise<FolderAway | undefined> {
  const found = await statOnce(folder, '', end);
  if (found === undefined || found === 'unseen') return found;
  return found === 'folder' ? '' : 'gone';
}

/** A removed folder counts as removed until one of its files is found in it. */
async function checkReturned(
  checks: Checks,
  folder: string,
  { now, files, result }: { now: FolderAway | undefined; files: readonly KnownFile[]; result: CheckResult },
  end: AbortSignal,
): Promise<FolderAway | undefined> {
  const { replacements } = checks;
  if (now === 'gone' && replacements.delete(folder)) result.folders.push({ folder, away: 'gone' });
  if (now !== '') return undefined;
  const isOneBack = files.some(({ fileId, isAbsent }) => isAbsent && result.seen.includes(fileId));
  if (isOneBack || (await hasItsFiles(checks, folder, end))) {
    result.back.push(folder);
    replacements.delete(folder);
    return '';
  }
  replacements.add(folder);
  return undefined;
}

/** Whether a folder that is back holds its files: an empty one may be at a drive's mount point. */
async function hasItsFiles({ store, statOnce }: Checks, folder: string, end: AbortSignal): Promise<boolean> {
  const absent = await store.listAbsentFiles(folder, sampleFiles);
  for (const path of absent) if ((await statOnce(folder, path, end)) === 'file') return true;
  return absent.length === 0;
}

/** Stores what changed; returns whether anything did. */
async function save(
  { store }: Checks,
  results: readonly CheckResult[],
  known: ReadonlyMap<number, boolean>,
): Promise<boolean> {
  const changes = {
    seen: results.flatMap(({ seen }) => seen.filter((fileId) => known.get(fileId) !== false)),
    // If a folder is back, `back` marks all its files as present, so absent ones are reported again.
    absent: results.flatMap(({ absent, back }) =>
      absent.filter((fileId) => back.length > 0 || known.get(fileId) !== true),
    ),
    folders: results.flatMap(({ folders }) => folders),
    back: results.flatMap(({ back }) => back),
  };
  const isNothing = Object.values(changes).every(({ length }) => length === 0);
  return isNothing ? false : store.updateCheckedFiles(changes);
}

/** Runs a whole check; its signal is aborted when time runs out. */
async function withTimeout<T>(
  clock: Pick<Clock, 'sleep'>,
  action: (end: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const stopTimer = startTimer(clock, checkTimeoutMs, () => end.abort());
  try {
    return await action(end.signal);
  } finally {
    stopTimer();
  }
}

/**
 * Result of one stat; `unseen` if the disk does not respond or access is denied. Undefined if time ran out.
 */
type Found = 'file' | 'folder' | 'nothing' | 'unseen' | undefined;

/**
 * Runs few stats at once, and fewer per drive or share, so that an unreachable one does not block the others.
 */
function createStat(disk: Pick<Disk, 'stat'>, clock: Pick<Clock, 'sleep'>) {
  const allStats = new PQueue({ concurrency: maxConcurrentStats });
  const volumes = new Map<string, { stats: PQueue; isStuck: boolean }>();

  function volumeOf(folder: string) {
    const name = volumeName(folder);
    const volume = volumes.get(name) ?? {
      stats: new PQueue({ concurrency: maxStatsPerVolume }),
      isStuck: false,
    };
    volumes.set(name, volume);
    return volume;
  }

  return async (folder: string, path: string, end: AbortSignal): Promise<Found> => {
    const volume = volumeOf(folder);
    if (volume.isStuck) return 'unseen';
    const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<Found>();
    const onEnd = () => giveUp(undefined);
    end.addEventListener('abort', onEnd, { once: true });
    if (end.aborted) onEnd();

    async function check(): Promise<Found> {
      if (end.aborted) return undefined;
      if (volume.isStuck) return 'unseen';
      const stopTimer = startTimer(clock, statTimeoutMs, () => {
        volume.isStuck = true;
        giveUp('unseen');
      });
      try {
        const found = await disk.stat(path === '' ? folder : join(folder, ...path.split('/')));
        return found === undefined ? 'nothing' : found.kind === 'file' ? 'file' : 'folder';
      } catch {
        return 'unseen';
      } finally {
        // Only now: the pending stat blocked a thread until here.
        volume.isStuck = false;
        stopTimer();
      }
    }
    const found = await Promise.race([volume.stats.add(() => allStats.add(check)), gaveUp]);
    end.removeEventListener('abort', onEnd);
    return found;
  };
}

/** The share or drive letter of a folder. On other systems each folder may be its own mount. */
function volumeName(folder: string): string {
  const [drive] = /^(?:[\\/]{2}[^\\/]+[\\/][^\\/]+|[a-z]:)/i.exec(folder) ?? [];
  return drive?.toLowerCase() ?? folder;
}
