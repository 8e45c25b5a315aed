import type { Handlers } from '../../shared/contract.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import { type FilePreview, maxPreviewBytes } from '../../shared/model/file-preview.ts';
import type { StartWorker } from '../host.ts';
import { detectionBytes, type FileType, fileType, pagePreview } from '../lib/file-formats/file-type.ts';
import { type TiffShown, tiffPreview } from '../lib/file-formats/tiff/tiff-preview.ts';
import { isMissing } from '../lib/fs-errors.ts';
import { openWithoutFollowingLinks } from '../lib/open-without-following-links.ts';
import { type WorkLimits, workInProcess } from '../lib/process-task.ts';
import type { PreviewWork } from './preview-worker.ts';

/** The path of a document's local file. Rejects with `DOCUMENT_NOT_HERE` if there is none. */
export type FileOf = (document: DocumentKey) => Promise<string>;

/** Reads a document that is not on this computer: its bytes, or the reason against them. */
export type ReadUnsaved = (
  document: DocumentKey,
  options: { limit: number; wants(beginning: Uint8Array): boolean; signal: AbortSignal },
) => Promise<
  { kind: 'whole'; content: Uint8Array } | { kind: 'unwanted' } | { kind: 'too-large'; bytes: number }
>;

/**
 * Previews of documents: the local copy, else one fetched into memory, never saved. A new call aborts the
 * previous fetch, which rejects with `CANCELLED`. Rejects with `FILE_LOCKED` if the copy cannot be opened.
 * Rejects with `PAPER_TOO_HEAVY` if a TIFF, text or mail exceeds `limits`; else as `readUnsaved` does.
 */
export function previewHandlers(
  fileOf: FileOf,
  readUnsaved: ReadUnsaved,
  startWorker: StartWorker,
  limits = readingLimits,
): Pick<Handlers, 'file.read'> {
  let loading = new AbortController();
  async function shown(kind: FileType, content: Uint8Array, signal: AbortSignal): Promise<FilePreview> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (kind.kind === 'other') return kind;
    if (kind.kind === 'pdf' || kind.kind === 'image') return pagePreview(kind, bytes);
    // Chromium shows no TIFF; texts and mails are untrusted input. A separate process reads them.
    const read = await readApart({ type: kind, bytes }, startWorker, limits, signal);
    return kind.kind === 'tiff' ? tiffPreview(read as TiffShown) : (read as FilePreview);
  }
  return {
    'file.read': async (document) => {
      loading.abort();
      loading = new AbortController();
      const { signal } = loading;
      try {
        return await readCopy(await fileOf(document), (kind, content) => shown(kind, content, signal));
      } catch (error) {
        if (!isAppError(error, 'DOCUMENT_NOT_HERE') && !isAppError(error, 'FOLDER_UNSEEN')) throw error;
      }
      const unsaved = await readUnsaved(document, {
        limit: maxPreviewBytes,
        wants: (beginning) => fileType(beginning).kind !== 'other',
        signal,
      });
      if (unsaved.kind === 'unwanted') return { kind: 'other' };
      if (unsaved.kind !== 'whole') return unsaved;
      return shown(fileType(unsaved.content), unsaved.content, signal);
    },
  };
}

async function readCopy(
  path: string,
  shown: (kind: FileType, content: Uint8Array) => Promise<FilePreview>,
): Promise<FilePreview> {
  await using file = await openWithoutFollowingLinks(path).catch(refuse);
  const { size } = await file.stat();
  if (size === 0) return { kind: 'empty' };
  const beginning = Buffer.alloc(Math.min(size, detectionBytes));
  await file.read(beginning, 0, beginning.length, 0);
  const kind = fileType(beginning);
  if (kind.kind === 'other') return kind;
  if (size > maxPreviewBytes) return { kind: 'too-large', bytes: size };
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  // Awaited before the file is closed, so that its rejection is handled.
  return await shown(kind, bytes.subarray(0, bytesRead));
}

/** A scan of many pages takes a second; a malicious document much more. */
const readingLimits: WorkLimits = { heapMb: 512, stillMs: 30_000 };

/** Reads a document in a separate process. */
async function readApart(
  work: PreviewWork,
  startWorker: StartWorker,
  limits: WorkLimits,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const script = new URL('./preview-worker.ts', import.meta.url);
    return await workInProcess(startWorker, script, work, limits, { signal });
  } catch (error) {
    if (!isAppError(error, 'PAPERS_TOO_HEAVY')) throw error;
    throw new AppError('PAPER_TOO_HEAVY', 'the paper takes too much memory or time', { cause: error });
  }
}

function refuse(error: unknown): never {
  if (isMissing(error)) throw new AppError('DOCUMENT_NOT_HERE', 'the file is not there', { cause: error });
  throw new AppError('FILE_LOCKED', 'the file cannot be opened', { cause: error });
}
