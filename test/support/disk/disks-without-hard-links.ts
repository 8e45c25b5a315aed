import { createHash } from 'node:crypto';
import type { SealedFile, TakenTransfer } from '../../../electron/database/index.ts';
import type { CommitContext, CommitJob } from '../../../electron/downloads/files/commit.ts';
import { Destination, type DestinationHistory } from '../../../electron/downloads/files/destination.ts';
import type { FileStats } from '../../../electron/downloads/files/disk.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { Clock } from '../../../electron/host.ts';
import { acme, octoberInvoices } from '../samples/documents.ts';

/** What the document holds that lands in these tests. */
export const content = Buffer.from('%PDF-1.7 ours');
/** What the ledger knows of it. */
export const sealed: SealedFile = {
  path: 'a.pdf',
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  requestId: 'r',
};

/** A file system on which a file has no second name; as Linux does, it says first that a name is taken. */
export const withoutLinks: Disk = {
  ...realDisk,
  link: async (_, to) => {
    const code = (await realDisk.stat(to)) ? 'EEXIST' : 'EPERM';
    throw Object.assign(new Error('no links'), { code });
  },
};

/** One that does not look at the name at all. */
export const withoutLinksAtAll: Disk = {
  ...realDisk,
  link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'ENOTSUP' })),
};

/**
 * One that does not look at the name either, and answers as exFAT and FAT32 do on Windows (libuv:
 * ERROR_INVALID_FUNCTION).
 */
export const withoutLinksOnWindows: Disk = {
  ...realDisk,
  link: () => Promise.reject(Object.assign(new Error('illegal operation'), { code: 'EISDIR' })),
};

/**
 * A file system that numbers a file by where its content begins, as FAT does on macOS: all empty files have
 * one number.
 */
export function numberedByFirstByte(disk: Disk): Disk {
  const numbered = (found: FileStats): FileStats => (found.size === 0 ? { ...found, inode: 1n } : found);
  return {
    ...disk,
    async create(path) {
      const file = await disk.create(path);
      return { ...file, stat: async () => numbered(await file.stat()) };
    },
    async stat(path) {
      const found = await disk.stat(path);
      return found && numbered(found);
    },
  };
}

/** What landing needs; the ledger names `a (firstFree)` next, and what it is told is added to `steps`. */
export function landingMeans(
  disk: Disk,
  clock: Clock,
  firstFree: number,
  steps: Parameters<CommitContext['ledger']['write']>[0][] = [],
): CommitContext {
  let next = firstFree;
  return {
    disk,
    clock,
    ledger: { write: async (step) => void steps.push(step) },
    store: { renameTransfer: async () => `a (${next++})` },
    markAsForeign: async () => undefined,
  };
}

/** A destination of which nothing is known from before. */
export const unknownBefore: DestinationHistory = {
  hasFiles: () => Promise.resolve(undefined),
  isAwaited: false,
};

/** The document on its way to `a.pdf` in a folder. */
export function landerIn(
  folder: string,
  { disk, clock }: CommitContext,
  more: Partial<TakenTransfer> = {},
  signal = new AbortController().signal,
): CommitJob {
  return {
    batch: 'b',
    signal,
    destination: new Destination(folder, disk, clock, unknownBefore),
    taken: {
      id: 1,
      connectionId: 'c',
      documentId: 'd',
      dispatch: '1',
      rut: acme,
      type: 'DIN',
      folio: '',
      foundBy: octoberInvoices,
      folder: '',
      stem: 'a',
      hasPartFile: true,
      isChanged: false,
      attempts: 0,
      ...more,
    },
  };
}
