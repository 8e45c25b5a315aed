import { join } from 'node:path';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { FolderAway, KnownFile, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import type { Disk } from './disk.ts';

/** Checks on the disk whether files stand where the ledger has them, and stores what it finds. */
export interface FileChecker {
  /**
   * Of these documents. Gives whether anything is otherwise than it was known; never waits for longer than
   * five seconds.
   */
  check(documents: readonly DocumentKey[]): Promise<boolean>;
  /**
   * At each folder that files were brought to, and at none of its files. Gives, and waits, as `check` does.
   */
  checkFolders(): Promise<boolean>;
}

export interface FileCheckerDeps {
  store: Pick<Store, 'ledgerKnownFiles' | 'ledgerFolders' | 'ledgerAbsent' | 'ledgerFilesChecked'>;
  disk: Pick<Disk, 'stat'>;
  clock: Pick<Clock, 'sleep'>;
}

/** A disk or share that does not answer by then is away, ms. */
const timeoutMs = 2_000;
/** What could not be checked by then stays as it was known, ms. */
const wholeMs = 5_000;
// A stat on a share that is away keeps one of Node's few threads until the system gives up.
const maxConcurrentStats = 4;
const maxStatsPerVolume = 2;
/** Of a folder that is there again, so many files are looked for before the others count as there. */
const sampleFiles = 20;

/** Nothing has been checked yet. */
export function createFileChecker({ store, disk, clock }: FileCheckerDeps): FileChecker {
  const statOnce = createStat(disk, clock);
  /**
   * Folders that stand where one was that is gone: what was brought to them since is not there any more once
   * they go, too.
   */
  const strangers = new Set<string>();

  async function folderNow(folder: string, end: AbortSignal): Promise<FolderAway | undefined> {
    const found = await statOnce(folder, '', end);
    if (found === undefined || found === 'unseen') return found;
    return found === 'folder' ? '' : 'gone';
  }

  /**
   * Whether a folder that is there again holds what is known of it: an empty one may stand where a drive was.
   */
  async function hasItsFiles(folder: string, end: AbortSignal): Promise<boolean> {
    const absent = await store.ledgerAbsent(folder, sampleFiles);
    for (const path of absent) if ((await statOnce(folder, path, end)) === 'file') return true;
    return absent.length === 0;
  }

  /** What is so of a folder; of files in it, where some are named. */
  async function checkFolder(
    folder: string,
    { before, files }: { before: FolderAway; files: readonly KnownFile[] },
    end: AbortSignal,
  ): Promise<CheckResult> {
    const result: CheckResult = { seen: [], absent: [], folders: [], back: [] };
    let now = await folderNow(folder, end);
    // One that landed just before its folder went is not there either.
    if (now === 'gone') result.absent.push(...files.map(({ fileId }) => fileId));
    const waiting = now === '' ? [...files] : [];
    const next = async (): Promise<void> => {
      for (let file = waiting.shift(); file && now === ''; file = waiting.shift()) {
        const found = await statOnce(folder, file.path, end);
        if (found === undefined) return;
        if (found === 'unseen') now = 'unseen';
        else (found === 'file' ? result.seen : result.absent).push(file.fileId);
      }
    };
    await Promise.all(Array.from({ length: maxStatsPerVolume }, next));
    if (before === 'gone') now = await sinceGone(folder, { now, files, result }, end);
    if (now !== undefined && now !== before) result.folders.push({ folder, away: now });
    return result;
  }

  /**
   * What is so of a folder that was gone: it stays that until it holds what is known of it, whatever stands
   * there, or does not answer.
   */
  async function sinceGone(
    folder: string,
    { now, files, result }: { now: FolderAway | undefined; files: readonly KnownFile[]; result: CheckResult },
    end: AbortSignal,
  ): Promise<FolderAway | undefined> {
    if (now === 'gone' && strangers.delete(folder)) result.folders.push({ folder, away: 'gone' });
    if (now !== '') return undefined;
    const isOneBack = files.some(({ fileId, isAbsent }) => isAbsent && result.seen.includes(fileId));
    if (isOneBack || (await hasItsFiles(folder, end))) {
      result.back.push(folder);
      strangers.delete(folder);
      return '';
    }
    strangers.add(folder);
    return undefined;
  }

  /** Keeps what is otherwise than it was known. */
  async function save(all: readonly CheckResult[], known: ReadonlyMap<number, boolean>): Promise<boolean> {
    const news = {
      seen: all.flatMap(({ seen }) => seen.filter((fileId) => known.get(fileId) !== false)),
      // Of a folder that is there again every file has just been counted as there.
      absent: all.flatMap(({ absent, back }) =>
        absent.filter((fileId) => back.length > 0 || known.get(fileId) !== true),
      ),
      folders: all.flatMap(({ folders }) => folders),
      back: all.flatMap(({ back }) => back),
    };
    const isNothing = Object.values(news).every(({ length }) => length === 0);
    return isNothing ? false : store.ledgerFilesChecked(news);
  }

  async function within<T>(action: (end: AbortSignal) => Promise<T>): Promise<T> {
    const end = new AbortController();
    const waiting = new AbortController();
    clock.sleep(wholeMs, waiting.signal).then(
      () => end.abort(),
      () => undefined,
    );
    try {
      return await action(end.signal);
    } finally {
      waiting.abort();
    }
  }

  return {
    async check(documents) {
      const files = documents.length === 0 ? [] : await store.ledgerKnownFiles(documents);
      if (files.length === 0) return false;
      const byFolder = Map.groupBy(files, ({ folder }) => folder);
      const results = await within((end) =>
        Promise.all(
          [...byFolder].map(([folder, its]) =>
            checkFolder(folder, { before: its[0]?.away ?? '', files: its }, end),
          ),
        ),
      );
      return save(results, new Map(files.map(({ fileId, isAbsent }) => [fileId, isAbsent])));
    },
    async checkFolders() {
      const folders = await store.ledgerFolders();
      const results = await within((end) =>
        Promise.all(folders.map(({ folder, away }) => checkFolder(folder, { before: away, files: [] }, end))),
      );
      return save(results, new Map());
    },
  };
}

interface CheckResult {
  seen: number[];
  absent: number[];
  folders: { folder: string; away: FolderAway }[];
  back: string[];
}

/**
 * What one stat found; `unseen` where the disk does not answer, or says that nobody may look. Undefined where
 * there was no time for it.
 */
type Found = 'file' | 'folder' | 'nothing' | 'unseen' | undefined;

/**
 * Stats files, few at once, and fewer on one drive or share: one that is away keeps no other from being
 * checked.
 */
function createStat(disk: Pick<Disk, 'stat'>, clock: Pick<Clock, 'sleep'>) {
  const limitAll = createLimiter(maxConcurrentStats);
  const volumes = new Map<string, { limit: ReturnType<typeof createLimiter>; isStuck: boolean }>();

  function volumeOf(folder: string) {
    const name = volumeName(folder);
    const volume = volumes.get(name) ?? { limit: createLimiter(maxStatsPerVolume), isStuck: false };
    volumes.set(name, volume);
    return volume;
  }

  return async (folder: string, path: string, end: AbortSignal): Promise<Found> => {
    const volume = volumeOf(folder);
    if (volume.isStuck) return 'unseen';
    const settled = new AbortController();
    const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<Found>();
    const onEnd = () => giveUp(undefined);
    end.addEventListener('abort', onEnd, { once: true });
    if (end.aborted) onEnd();

    async function check(): Promise<Found> {
      if (end.aborted) return undefined;
      if (volume.isStuck) return 'unseen';
      clock.sleep(timeoutMs, settled.signal).then(
        () => {
          volume.isStuck = true;
          giveUp('unseen');
        },
        () => undefined,
      );
      try {
        const found = await disk.stat(path === '' ? folder : join(folder, ...path.split('/')));
        return found === undefined ? 'nothing' : found.kind === 'file' ? 'file' : 'folder';
      } catch {
        return 'unseen';
      } finally {
        // Not before the stat itself is over: until then it keeps a thread.
        volume.isStuck = false;
        settled.abort();
      }
    }
    const found = await Promise.race([volume.limit(() => limitAll(check)), gaveUp]);
    end.removeEventListener('abort', onEnd);
    return found;
  };
}

/** The share or the letter of the drive that a folder is on; elsewhere a folder may be a drive of its own. */
function volumeName(folder: string): string {
  const [drive] = /^(?:[\\/]{2}[^\\/]+[\\/][^\\/]+|[a-z]:)/i.exec(folder) ?? [];
  return drive?.toLowerCase() ?? folder;
}

/** Runs so many acts at once; the others wait. */
function createLimiter(maxConcurrent: number): <T>(action: () => Promise<T>) => Promise<T> {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async (action) => {
    if (taken < maxConcurrent) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await action();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
