import { lstat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { CarpetaError } from '../../shared/errors.ts';
import type { ZipRequest } from '../../shared/model/handover.ts';
import type { CarpetaDeps } from './deps.ts';
import { isMissing } from './disk-error.ts';
import type { Handovers, RunningHandover } from './handovers.ts';
import { reserveFile } from './reserve-file.ts';
import { makeFile, type Workshop } from './workshop.ts';
import { type FileToPack, planArchives } from './zip-plan.ts';

/** Packs papers, and files that were made before, into ZIP files that fit a message. Rejects with `NOTHING_SELECTED` when no file is there. */
export function createPacking(deps: CarpetaDeps, workshop: Workshop, handovers: Handovers) {
  const { store, safeName, desktop } = deps;

  return async function pack(request: ZipRequest, handover: RunningHandover): Promise<void> {
    const made = await Promise.all(request.handoverIds.map((id) => handovers.get(id)));
    const files = await measured([
      ...(await papersToPack(request)),
      ...made.flatMap((one) => one.files).map((path) => ({ path, folder: '' })),
    ]);
    if (files.length === 0) throw new CarpetaError('NOTHING_SELECTED', 'no chosen file is on this computer');
    const { archives, tooLarge } = planArchives(files, request.mostBytes);
    handover.note({ of: archives.length, tooLarge });
    for (const [place, archive] of archives.entries()) {
      const part = archives.length === 1 ? '' : ` ${place + 1} de ${archives.length}`;
      const path = await reserveFile(
        request.folder,
        `${safeName(request.name, 100) || 'carpeta'}${part}`,
        'zip',
      );
      await makeFile(
        path,
        (target) =>
          workshop.perform({ kind: 'zip', path: target, files: archive }, { signal: handover.signal }),
        desktop,
      );
      handover.note({ files: [...handover.now().files, path] });
      handover.step();
    }
  };

  /** Chosen papers that are on this computer, each in the folder of its dispatch. */
  async function papersToPack({ documents }: ZipRequest): Promise<{ path: string; folder: string }[]> {
    if (documents.length === 0) return [];
    return (await store.filesOfDocuments(documents)).map(({ path, number, reference }) => ({
      path,
      folder: safeName([number, reference].filter(Boolean).join('_'), 80),
    }));
  }
}

/** Files with their sizes and names that no system takes for one; those that are no longer there are left out. */
async function measured(files: readonly { path: string; folder: string }[]): Promise<FileToPack[]> {
  const taken = new Set<string>();
  const packed: FileToPack[] = [];
  for (const { path, folder } of files) {
    const bytes = await sizeOf(path);
    if (bytes === undefined) continue;
    packed.push({
      path,
      bytes,
      name: freeName(folder === '' ? basename(path) : `${folder}/${basename(path)}`, taken),
    });
  }
  return packed;
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
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
