import type { Handlers } from '../../shared/contract.ts';
import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import { type Paper, paperLimit } from '../../shared/model/paper.ts';
import { openUnlinked } from '../disk/index.ts';
import type { StartWorker } from '../host.ts';
import { type WorkLimits, workInProcess } from '../workers/index.ts';
import { type PaperKind, paperKind, tellingBytes } from './paper-kind.ts';
import { textOf } from './text.ts';
import type { TiffShown } from './tiff-worker.ts';

/** Where a document's file stands on this computer. Rejects with `DOCUMENT_NOT_HERE` where it does not. */
export type FileOf = (document: DocumentKey) => Promise<string>;

/** What can be known of a document that is not on this computer: its bytes, or why there are none. */
export type ReadUnsaved = (
  document: DocumentKey,
  options: { limit: number; wants(beginning: Uint8Array): boolean; signal: AbortSignal },
) => Promise<
  { kind: 'whole'; content: Uint8Array } | { kind: 'unwanted' } | { kind: 'too-large'; bytes: number }
>;

/**
 * Papers as the page shows them: the copy on this computer, else from the agency; read whole into memory, never written anywhere. Only the last
 * one that was asked for is fetched: what came before it rejects with `CANCELLED`. Rejects with `FILE_LOCKED` when the system refuses to open the
 * copy, with `PAPER_TOO_HEAVY` when a scan takes more memory or time than `scanLimits` allow, else as `readUnsaved` does.
 */
export function viewingHandlers(
  fileOf: FileOf,
  readUnsaved: ReadUnsaved,
  startWorker: StartWorker,
  scanLimits = tiffLimits,
): Pick<Handlers, 'file.read'> {
  let looking = new AbortController();
  async function shown(told: PaperKind, content: Uint8Array, signal: AbortSignal): Promise<Paper> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (told.kind === 'other') return told;
    if (told.kind === 'tiff') return shownTiff(bytes, startWorker, scanLimits, signal);
    if (told.kind === 'text') return { kind: 'text', text: textOf(bytes) };
    return { ...told, base64: bytes.toString('base64') };
  }
  return {
    'file.read': async (document) => {
      looking.abort();
      looking = new AbortController();
      const { signal } = looking;
      try {
        return await readCopy(await fileOf(document), (told, content) => shown(told, content, signal));
      } catch (thrown) {
        if (!isCarpetaError(thrown, 'DOCUMENT_NOT_HERE')) throw thrown;
      }
      const unsaved = await readUnsaved(document, {
        limit: paperLimit,
        wants: (beginning) => paperKind(beginning).kind !== 'other',
        signal,
      });
      if (unsaved.kind === 'unwanted') return { kind: 'other' };
      if (unsaved.kind !== 'whole') return unsaved;
      return shown(paperKind(unsaved.content), unsaved.content, signal);
    },
  };
}

async function readCopy(
  path: string,
  shown: (told: PaperKind, content: Uint8Array) => Promise<Paper>,
): Promise<Paper> {
  await using file = await openUnlinked(path).catch(refuse);
  const { size } = await file.stat();
  if (size === 0) return { kind: 'empty' };
  const beginning = Buffer.alloc(Math.min(size, tellingBytes));
  await file.read(beginning, 0, beginning.length, 0);
  const told = paperKind(beginning);
  if (told.kind === 'other') return told;
  if (size > paperLimit) return { kind: 'too-large', bytes: size };
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  // Awaited before the file is closed: until then nobody would hear of its rejection.
  return await shown(told, bytes.subarray(0, bytesRead));
}

/** A scan of many pages takes a second, one that was made to do harm much more. */
const tiffLimits: WorkLimits = { heapMb: 512, stillMs: 30_000 };

/** Chromium shows no TIFF: it is shown as the PDF of its pages, which is made in a process of its own. */
async function shownTiff(
  bytes: Buffer,
  startWorker: StartWorker,
  limits: WorkLimits,
  signal: AbortSignal,
): Promise<Paper> {
  const script = new URL('./tiff-worker.ts', import.meta.url);
  try {
    const read = (await workInProcess(startWorker, script, bytes, limits, { signal })) as TiffShown;
    if (read.kind !== 'pdf') return { kind: read.kind === 'damaged' ? 'damaged' : 'other' };
    const { content, unshown } = read;
    return {
      ...{ kind: 'pdf', base64: bytesOf(content).toString('base64') },
      ...(unshown.length > 0 && { unshown }),
    };
  } catch (thrown) {
    if (!isCarpetaError(thrown, 'PAPERS_TOO_HEAVY')) throw thrown;
    throw new CarpetaError('PAPER_TOO_HEAVY', 'the paper takes too much memory or time', { cause: thrown });
  }
}

/** Bytes of another process may stand in the middle of its message. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function refuse(thrown: unknown): never {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') {
    throw new CarpetaError('DOCUMENT_NOT_HERE', 'the file is not there', { cause: thrown });
  }
  throw new CarpetaError('FILE_LOCKED', 'the file cannot be opened', { cause: thrown });
}
