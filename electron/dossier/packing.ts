import { lstat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Lacking, LackingPaper, ZipRequest } from '../../shared/model/delivery.ts';
import type { DocumentToHandOver } from '../database/index.ts';
import { isMissing } from '../lib/fs-errors.ts';
import type { CarpetaDeps } from './deps.ts';
import { fetchMissing, type LackCode, lackingOf, lackingPaper, waitingOf } from './fetch-missing.ts';
import type { Handovers, RunningHandover } from './handovers.ts';
import { located } from './located.ts';
import { makeFile } from './make-file.ts';
import { lackingText } from './missing-documents-text.ts';
import type { Workshop } from './workshop.ts';
import { type FileToPack, planArchives } from './zip-plan.ts';

/** What is packed: a file, or that it could not be had. */
interface Entry {
  path?: string;
  /** The folder that it has inside; `''` for none. */
  folder: string;
  lacking: LackingPaper;
}

/**
 * Packs papers, which are fetched first where they are not here, and files that were made before, into ZIP files that fit a message; what could not be had is
 * named in a text beside them. Rejects with `NO_PAPER_TO_HAND_OVER` when nothing could.
 */
export function createPacking(deps: CarpetaDeps, workshop: Workshop, handovers: Handovers) {
  const { store, safeName, wordsNow, fileOf, desktop } = deps;

  return async function pack(request: ZipRequest, handover: RunningHandover): Promise<void> {
    const name = wordsNow().say('papers:fetch.zip', { name: request.name });
    const wanted = await store.documentsToHandOver(request.documents);
    const { codeOf } = await fetchMissing(deps, wanted, { name }, waitingOf(handover));
    await handover.inTurn(() => packAll(request, codeOf, handover));
  };

  async function packAll(request: ZipRequest, codeOf: LackCode, handover: RunningHandover): Promise<void> {
    const made = await Promise.all(request.handoverIds.map((id) => handovers.get(id)));
    const papers = await located(await store.documentsToHandOver(request.documents), fileOf);
    const entries = [
      ...papers.map((paper) => entryOf(paper, codeOf)),
      ...made.flatMap(({ files }) => files).map((path) => madeBefore(path)),
    ];
    const { files, lacking } = await measured(entries);
    const before = made.map((one) => one.lacking ?? { count: 0, of: one.files.length, papers: [] });
    const all = lackingOf(
      [...lacking, ...before.flatMap((one) => one.papers)],
      papers.length + before.reduce((sum, { of }) => sum + of, 0),
      before.reduce((sum, { count, papers: named }) => sum + count - named.length, 0),
    );
    handover.note({ fetching: undefined, lacking: all });
    if (files.length === 0)
      throw new AppError('NO_PAPER_TO_HAND_OVER', 'nothing of what was chosen could be had');
    const { archives, tooLarge } = planArchives([...readMe(all), ...files], request.mostBytes);
    handover.note({ of: archives.length, tooLarge });
    for (const [place, archive] of archives.entries()) {
      const part = archives.length === 1 ? '' : ` ${place + 1} de ${archives.length}`;
      const file = {
        folder: request.folder,
        stem: `${safeName(request.name, 100) || 'carpeta'}${part}`,
        extension: 'zip',
        unfinished: await handover.unfinished(),
      };
      const { path } = await makeFile(
        file,
        (target) =>
          workshop.perform({ kind: 'zip', path: target, files: archive }, { signal: handover.signal }),
        desktop,
      );
      handover.note({ files: [...handover.now().files, path] });
      handover.step();
    }
  }

  /** A chosen paper, in the folder of its dispatch. */
  function entryOf(paper: DocumentToHandOver, codeOf: LackCode): Entry {
    const { number, reference, path } = paper;
    return {
      ...(path !== undefined && { path }),
      folder: safeName([number, reference].filter(Boolean).join('_'), 80),
      lacking: lackingPaper(paper, codeOf),
    };
  }

  /** The text that names what could not be had; none where nothing lacks. */
  function readMe(lacking: Lacking | undefined): FileToPack[] {
    if (!lacking) return [];
    const words = wordsNow();
    const text = `\ufeff${lackingText(lacking, words, '\r\n')}`;
    return [{ text, bytes: Buffer.byteLength(text), name: `${words.say('papers:names.readMe')}.txt` }];
  }
}

/** A file that another hand-over made. */
function madeBefore(path: string): Entry {
  return {
    path,
    folder: '',
    lacking: { connectionId: '', number: '', documentId: '', type: basename(path), folio: '' },
  };
}

/** Files with their sizes and names that no system takes for one; and those that are not, or no longer, there. */
async function measured(
  entries: readonly Entry[],
): Promise<{ files: FileToPack[]; lacking: LackingPaper[] }> {
  const taken = new Set<string>();
  const files: FileToPack[] = [];
  const lacking: LackingPaper[] = [];
  for (const { path, folder, lacking: name } of entries) {
    const bytes = path === undefined ? undefined : await sizeOf(path);
    if (path === undefined || bytes === undefined) {
      lacking.push(name);
      continue;
    }
    files.push({
      path,
      bytes,
      name: freeName(folder === '' ? basename(path) : `${folder}/${basename(path)}`, taken),
    });
  }
  return { files, lacking };
}

function freeName(name: string, taken: Set<string>): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  let free = name;
  for (let n = 2; taken.has(free.normalize('NFC').toLowerCase()); n++) free = `${stem} (${n})${extension}`;
  taken.add(free.normalize('NFC').toLowerCase());
  return free;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await lstat(path);
    // What a link leads to was not downloaded, and is not handed over.
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
