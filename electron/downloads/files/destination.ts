import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { SingleFlight } from '../../lib/async.ts';
import { missingFolderError, toDiskError } from '../../lib/fs-errors.ts';
import { type Disk, type DiskFile, fileIdentity, hasCode } from './disk.ts';

// How long the check of a folder stays valid.
const checkTtlMs = 2_000;

/** What earlier runs know of a destination. */
export interface DestinationHistory {
  /** Whether any of its files exist; undefined if no file is known. */
  hasFiles(): Promise<boolean | undefined>;
  /** An earlier process filled it: an empty folder may be the mount point of an absent drive or share. */
  isAwaited: boolean;
}

/** The folder of a batch and its subfolders. The folder exists; the first call checks it. */
export class Destination {
  readonly folder: string;
  /**
   * A disk whose `create` guarantees a file below the destination, even if a link replaces a subfolder
   * meanwhile.
   */
  readonly disk: Disk;
  readonly #plainDisk: Disk;
  readonly #clock: Clock;
  readonly #hasFiles: DestinationHistory['hasFiles'];
  #isAwaited: boolean;
  /** When a subfolder was last known to exist, monotonic ms. */
  readonly #readyAt = new Map<string, number>();
  readonly #preparing = new SingleFlight<void>();
  /** New folders whose names may not be durable yet. */
  readonly #unsyncedNames = new Set<string>();
  #device: bigint | undefined;
  #isInvalidated = false;
  #isAccepted = false;
  readonly #syncShared: (relative: string) => Promise<void>;
  /** One stat serves all files just created below a folder. */
  readonly #statShared: (path: string) => ReturnType<Disk['stat']>;

  constructor(folder: string, disk: Disk, clock: Clock, { hasFiles, isAwaited }: DestinationHistory) {
    this.folder = folder;
    this.disk = { ...disk, create: (path) => this.#createBelow(path) };
    this.#plainDisk = disk;
    this.#clock = clock;
    this.#hasFiles = hasFiles;
    this.#isAwaited = isAwaited;
    this.#statShared = sharedByLaterCallers((path) => disk.stat(path));
    this.#syncShared = sharedByLaterCallers((relative) =>
      disk.syncFolder(this.at(relative)).catch((error: unknown) => {
        throw toDiskError(error, this.at(relative));
      }),
    );
  }

  /** The absolute path of a relative one with `/` separators. */
  at(relative: string): string {
    return relative === '' ? this.folder : join(this.folder, relative);
  }

  /** Checks that the destination exists and is the same as before. Rejects with `FOLDER_GONE`. */
  async check(): Promise<void> {
    const { folder } = this;
    const disk = this.#plainDisk;
    const found = await disk.stat(folder).catch((error: unknown) => {
      throw this.#notThere(error);
    });
    // The destination may be a link that the user created; its subfolders may not.
    if (found?.kind !== 'folder' && found?.kind !== 'link') throw this.#notThere();
    if (found.kind === 'link') {
      await disk.list(folder).catch((error: unknown) => {
        throw this.#notThere(error);
      });
    }
    const ground = found.kind === 'link' ? await disk.stat(`${folder}/.`) : found;
    // Some systems cannot stat through a link this way: then the device is unknown.
    if (ground?.kind !== 'folder' || ground.device === this.#device) return;
    await this.#checkIsSame().catch((error: unknown) => {
      throw missingFolderError(this.folder, error);
    });
    this.#device = ground.device;
  }

  /**
   * Ensures that a subfolder exists and that no symbolic link leads out of the destination. Rejects with
   * `FOLDER_GONE`, `FOLDER_UNWRITABLE`, `FILE_IN_THE_WAY` or `DISK_FULL`.
   */
  ensureFolder(relative: string): Promise<void> {
    const last = this.#readyAt.get(relative);
    if (last !== undefined && this.#clock.elapsed() - last < checkTtlMs) return Promise.resolve();
    return this.#preparing.run(relative, () => this.#prepare(relative));
  }

  /**
   * Resolves when every name that was in the folder at the call is durable. Concurrent calls share one sync.
   */
  async sync(relative: string): Promise<void> {
    const syncs = [this.#syncShared(relative)];
    for (let above = relative; above !== ''; above = parentOf(above)) {
      if (this.#unsyncedNames.has(above)) syncs.push(this.#syncName(above));
    }
    await Promise.all(syncs);
  }

  /** The user confirms that an empty folder is the destination. */
  accept(): void {
    this.#isAccepted = true;
  }

  /** Clears the cache of existing folders, after one of them proved absent. */
  invalidate(): void {
    this.#readyAt.clear();
    this.#isInvalidated = true;
  }

  /** Whether `invalidate` was called since the last call of this function. */
  wasInvalidated(): boolean {
    const was = this.#isInvalidated;
    this.#isInvalidated = false;
    return was;
  }

  /**
   * A lost drive leaves an empty mount point. A drive or share that is mounted again may have another device
   * number.
   */
  async #checkIsSame(): Promise<void> {
    if (this.#device !== undefined) {
      if (!(await this.#hasFiles())) throw missingFolderError(this.folder);
      this.invalidate();
    } else if (this.#isAwaited && !this.#isAccepted) {
      const isEmpty = (await this.#plainDisk.list(this.folder)).length === 0;
      if (isEmpty && (await this.#hasFiles()) === false) throw missingFolderError(this.folder);
    }
    this.#isAwaited = false;
  }

  /** An absent folder also revokes `accept`. */
  #notThere(cause?: unknown): AppError {
    this.#isAccepted = false;
    return missingFolderError(this.folder, cause);
  }

  async #prepare(relative: string): Promise<void> {
    if (relative === '') await this.check();
    else {
      await this.ensureFolder(parentOf(relative));
      try {
        await this.#makeFolder(relative);
      } catch (error) {
        if (hasCode(error, 'ENOENT')) {
          this.invalidate();
          await this.check();
        }
        throw toDiskError(error, this.at(relative));
      }
    }
    this.#readyAt.set(relative, this.#clock.elapsed());
  }

  async #makeFolder(relative: string): Promise<void> {
    const path = this.at(relative);
    try {
      await this.#plainDisk.makeFolder(path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return this.#throwUnlessFolder(path);
      throw error;
    }
    await this.#checkDevice(path);
    // The folder's name needs no sync before a file is in it.
    this.#unsyncedNames.add(relative);
  }

  /** Removes a new folder that landed on another device, where the drive was lost. */
  async #checkDevice(path: string): Promise<void> {
    const made = await this.#plainDisk.stat(path);
    if (!made || this.#device === undefined || made.device === this.#device) return;
    await this.#plainDisk.removeFolder(path);
    throw missingFolderError(this.folder);
  }

  /** Fails unless the path is a real folder, not a link. */
  async #throwUnlessFolder(path: string): Promise<void> {
    if ((await this.#plainDisk.stat(path))?.kind !== 'folder') throw notOurs(path);
  }

  /**
   * Creates a file, then checks its parent folders. Only this order proves that no parent was a link
   * meanwhile.
   */
  async #createBelow(path: string): Promise<DiskFile> {
    const disk = this.#plainDisk;
    const file = await disk.create(path);
    try {
      const folders = this.#foldersOf(path);
      const found = await Promise.all(folders.map(this.#statShared));
      const lost = folders.find((_, index) => found[index]?.kind !== 'folder');
      if (lost !== undefined) throw await this.#lostError(lost);
      const made = fileIdentity(await file.stat());
      if (fileIdentity(await disk.stat(path)) !== made) throw await this.#lostError(path);
      return file;
    } catch (error) {
      this.invalidate();
      await this.#removeCreated(file, path);
      throw error;
    }
  }

  /** The subfolders on a path, innermost first. */
  #foldersOf(path: string): string[] {
    const above = dirname(path);
    const isBelow = above.length > this.folder.length && above !== dirname(above);
    return isBelow ? [above, ...this.#foldersOf(above)] : [];
  }

  /**
   * The error for an unexpected path: ENOENT if nothing exists there, since its folder or drive is absent.
   */
  async #lostError(path: string): Promise<Error> {
    if (await this.#plainDisk.stat(path)) return notOurs(path);
    return Object.assign(new Error('the folder has gone'), { code: 'ENOENT', path });
  }

  /**
   * Removes a file that was created through a link, unless another file has its path by now. On a lost drive
   * nothing needs to be removed.
   */
  async #removeCreated(file: DiskFile, path: string): Promise<void> {
    const disk = this.#plainDisk;
    const own = await file.stat().then(fileIdentity, () => '');
    await file.close();
    if (own === '') return;
    await disk.remove(path, { isOurs: async () => fileIdentity(await disk.stat(path)) === own });
  }

  /** Syncs the name of a new folder. */
  async #syncName(relative: string): Promise<void> {
    await this.#syncShared(parentOf(relative));
    this.#unsyncedNames.delete(relative);
  }
}

/**
 * Shares an action per path among concurrent callers. A run that has already begun is too early for a new
 * caller, so those wait for one more run.
 */
function sharedByLaterCallers<T>(action: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const running = new Map<string, { current: Promise<T>; next?: Promise<T> }>();

  function start(path: string): Promise<T> {
    const own = {
      current: action(path).finally(() => {
        if (running.get(path) === own) running.delete(path);
      }),
    };
    running.set(path, own);
    return own.current;
  }

  return (path) => {
    const entry = running.get(path);
    if (!entry) return start(path);
    entry.next ??= entry.current.catch(() => undefined).then(() => start(path));
    return entry.next;
  };
}

/** The error for a path that is no folder, or a link. */
function notOurs(path: string): AppError {
  return new AppError('FILE_IN_THE_WAY', 'no folder of the destination stands at a path', {
    values: { path },
  });
}

function parentOf(relative: string): string {
  return relative.includes('/') ? relative.slice(0, relative.lastIndexOf('/')) : '';
}
