import type { Handlers } from '../../shared/contract.ts';
import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import { type Paper, paperLimit } from '../../shared/model/paper.ts';
import { openUnlinked } from '../open-unlinked.ts';
import { type PaperKind, paperKind, tellingBytes } from './paper-kind.ts';
import { textOf } from './text.ts';
import { readTiff } from './tiff.ts';

/** Where a document's file stands on this computer. Rejects with `DOCUMENT_WITHOUT_FILE` where it does not. */
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
 * copy, else as `readUnsaved` does.
 */
export function viewingHandlers(fileOf: FileOf, readUnsaved: ReadUnsaved): Pick<Handlers, 'file.read'> {
  let looking = new AbortController();
  return {
    'file.read': async (document) => {
      looking.abort();
      looking = new AbortController();
      const { signal } = looking;
      try {
        return await readCopy(await fileOf(document));
      } catch (thrown) {
        if (!isCarpetaError(thrown, 'DOCUMENT_WITHOUT_FILE')) throw thrown;
      }
      const unsaved = await readUnsaved(document, {
        limit: paperLimit,
        wants: (beginning) => paperKind(beginning).kind !== 'other',
        signal,
      });
      if (unsaved.kind === 'unwanted') return { kind: 'other' };
      return unsaved.kind === 'whole' ? shown(paperKind(unsaved.content), unsaved.content) : unsaved;
    },
  };
}

async function readCopy(path: string): Promise<Paper> {
  await using file = await openUnlinked(path).catch(refuse);
  const { size } = await file.stat();
  const beginning = Buffer.alloc(Math.min(size, tellingBytes));
  await file.read(beginning, 0, beginning.length, 0);
  const told = paperKind(beginning);
  if (told.kind === 'other') return told;
  if (size > paperLimit) return { kind: 'too-large', bytes: size };
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  return shown(told, bytes.subarray(0, bytesRead));
}

async function shown(told: PaperKind, content: Uint8Array): Promise<Paper> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (told.kind === 'other') return told;
  if (told.kind === 'tiff') return shownTiff(bytes);
  if (told.kind === 'text') return { kind: 'text', text: textOf(bytes) };
  return { ...told, base64: bytes.toString('base64') };
}

/** Chromium shows no TIFF: it is shown as the PDF of its pages. */
async function shownTiff(bytes: Buffer): Promise<Paper> {
  const read = readTiff(bytes);
  if (read.kind === 'unknown') return { kind: 'other' };
  if (read.kind === 'damaged') return read;
  // The PDF library is large: loaded with the first TIFF.
  const { tiffAsPdf } = await import('./tiff-pdf.ts');
  return { kind: 'pdf', base64: Buffer.from(await tiffAsPdf(read.pages)).toString('base64') };
}

function refuse(thrown: unknown): never {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') {
    throw new CarpetaError('DOCUMENT_WITHOUT_FILE', 'the file is not there', { cause: thrown });
  }
  throw new CarpetaError('FILE_LOCKED', 'the file cannot be opened', { cause: thrown });
}
