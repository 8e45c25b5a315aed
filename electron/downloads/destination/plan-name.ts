import { fitFolders, fitStem } from './budget.ts';
import { type NameSource, numberMark } from './name-fields.ts';
import type { NameTemplate } from './name-template.ts';
import { renderFolders, renderName } from './render-name.ts';
import { foldName, safeName } from './safe-name.ts';

/** Where a document goes below a destination, as far as the document itself says: the ledger still numbers it and keeps names apart. */
export interface PlannedName {
  /** Relative, `/` between names, `''` for the destination itself. */
  folder: string;
  /** Without extension; holds the number's mark where the template asks for it. */
  stem: string;
  /** What other names are compared with: folder and stem, folded. */
  key: string;
}

// What the folders of a dispatch leave to each folder of its documents, where that is possible.
const wishedBelow = 24;

/** The folder that a document's dispatch would get now: the template's outer folders, made of fields of the dispatch alone. */
export function planKeptFolder(template: NameTemplate, source: NameSource, destination: string): string {
  const kept = renderFolders(template.folders.slice(0, template.keptFolders), source);
  return fitFolders(kept, destination, foldersBelow(template), wishedBelow).map(avoidReservedRoot).join('/');
}

/** The whole name of a document whose dispatch has this kept folder. Pure: the same input gives the same name on every system. */
export function planName(
  template: NameTemplate,
  source: NameSource,
  destination: string,
  keptFolder: string,
): PlannedName {
  // Without a look at what is below it, so that all documents of a dispatch have the same. Only one that comes from a shorter destination is cut.
  const kept = fitFolders(
    keptFolder === '' ? [] : keptFolder.split('/'),
    destination,
    foldersBelow(template),
  );
  const inner = renderFolders(template.folders.slice(template.keptFolders), source);
  const folder = [...kept, ...fitFolders(inner, [destination, ...kept].join('/'))]
    .map(avoidReservedRoot)
    .join('/');
  const uncut = Number.POSITIVE_INFINITY;
  const wished =
    safeName(renderName(template.file, source), uncut) || safeName(source.document.id, uncut) || numberMark;
  const stem = fitStem(wished, source.document.id, folder, destination);
  return { folder, stem, key: foldName(folder === '' ? stem : `${folder}/${stem}`) };
}

function foldersBelow({ folders, keptFolders }: NameTemplate): number {
  return folders.length - keptFolders;
}

function avoidReservedRoot(name: string, depth: number): string {
  // SharePoint refuses `forms` at the root of a library.
  return depth === 0 && /^forms$/i.test(name) ? `_${name}` : name;
}
