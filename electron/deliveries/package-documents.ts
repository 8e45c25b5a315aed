import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { dispatchKey } from '../../shared/composite-key.ts';
import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import type { IndexedFile, TemplateName } from '../downloads/index.ts';
import type { Translator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { Fetched } from './fetch-missing.ts';
import { type FileProof, hashFile } from './output/copy-file.ts';
import { makeCopy, maxFolderNameLengthIn } from './output/make-file.ts';
import { makeFolderBelow } from './output/make-folder.ts';
import type { RunningDelivery } from './running-delivery.ts';

const maxNameLength = 90;

/** A located document to add, and its dispatch. */
export interface DocumentOfDispatch {
  dispatch: DispatchToDeliver;
  document: DeliveryDocument;
  /** The name that the rules of its client give it; undefined for that of a package. */
  ruled: TemplateName | undefined;
}

/** What happened to the documents of a package. */
export interface AddedDocuments {
  added: number;
  alreadyThere: number;
  /** Documents without a file. */
  missing: DeliveryDocument[];
}

/** A package that documents are added to. */
interface OpenPackage {
  folder: string;
  lines: PackageContent;
  translator: Translator;
  delivery: RunningDelivery;
}

/** Adds each document to the package and its index. */
export async function addDocuments(
  context: DeliveryContext,
  folder: string,
  documents: readonly DocumentOfDispatch[],
  { isRequested }: Fetched,
  translator: Translator,
  delivery: RunningDelivery,
): Promise<AddedDocuments> {
  const { flushIndex, folderIndex } = context;
  // The index must list the downloaded files before it is read.
  await flushIndex(folder);
  const lines = new PackageContent(await folderIndex.read(folder));
  const target: OpenPackage = { folder, lines, translator, delivery };
  const missing: DeliveryDocument[] = [];
  const withoutFile: IndexedFile[] = [];
  let [added, alreadyThere] = [0, 0];
  try {
    for (const one of documents) {
      const { document } = one;
      const outcome = await addDocument(context, target, one);
      // Downloaded for this package, so it counts as added.
      if (outcome === 'added' || (outcome === 'there' && isRequested(document))) added += 1;
      else if (outcome === 'there') alreadyThere += 1;
      else missing.push(document);
      if (outcome === 'missing' && !document.hasFile) withoutFile.push(lineWithoutFile(context, one));
      delivery.step();
    }
  } finally {
    // Also after an error: added files must be in the index.
    if (added + alreadyThere > 0) await folderIndex.merge(folder, [...lines.added(), ...withoutFile]);
  }
  return { added, alreadyThere, missing };
}

async function addDocument(
  context: DeliveryContext,
  target: OpenPackage,
  one: DocumentOfDispatch,
): Promise<'added' | 'there' | 'missing'> {
  const { folder, lines, delivery } = target;
  const { document } = one;
  const source = await sourceOf(document, delivery.signal);
  if (!source) return lines.has(document) ? 'there' : 'missing';
  if (lines.has(document, source.sha256)) return 'there';
  const number = lines.numberOf(document);
  const inFolder = pathBelow(folder, source.path);
  if (inFolder !== undefined) {
    // An existing line stays: its hash must reveal later changes of the file.
    if (!lines.has(document)) lines.add(lineOf(context, one, { number, proof: source, file: inFolder }));
    return 'there';
  }
  const copy = await copyInto(context, target, one, source.path, number);
  if (!copy) return 'missing';
  lines.add(lineOf(context, one, { number, proof: copy.made, file: relative(folder, copy.path) }));
  return 'added';
}

/** Copies a file into the folder of its dispatch; undefined where it is missing. */
async function copyInto(
  context: DeliveryContext,
  target: OpenPackage,
  one: DocumentOfDispatch,
  from: string,
  number: number,
): Promise<{ path: string; made: FileProof } | undefined> {
  const { folder, delivery } = target;
  const { ruled } = one;
  const digits = String(number).padStart(2, '0');
  const { below, stem } = ruled
    ? { below: ruled.folder, stem: ruled.stemWith(digits) }
    : plainName(context, target, one, digits);
  const ownFolder = join(folder, below);
  await makeFolderBelow(folder, ownFolder);
  const file = {
    folder: ownFolder,
    stem,
    extension: extname(from).slice(1) || 'bin',
    tempPath: await delivery.tempPath(),
  };
  return makeCopy(from, file, delivery.signal, context.desktop);
}

/** A document in the folder of its dispatch, with its number, type and folio. */
function plainName(
  { safeName }: Pick<DeliveryContext, 'safeName'>,
  { folder, lines, translator }: OpenPackage,
  { dispatch, document }: DocumentOfDispatch,
  digits: string,
): { below: string; stem: string } {
  const maxLength = Math.min(maxNameLength, maxFolderNameLengthIn(folder));
  const name = safeName([dispatch.number, dispatch.reference].filter(Boolean).join('_'), maxLength);
  const type = document.type || translator.t('documents:names.untyped');
  return {
    below: lines.folderOf(dispatch, name || '_'),
    stem: safeName([digits, type, document.folio].filter(Boolean).join('_'), maxNameLength),
  };
}

async function sourceOf(
  { path }: DeliveryDocument,
  signal: AbortSignal,
): Promise<(FileProof & { path: string }) | undefined> {
  if (path === undefined) return undefined;
  const proof = await hashFile(path, signal);
  return proof && { path, ...proof };
}

function lineOf(
  context: Pick<DeliveryContext, 'clock'>,
  one: DocumentOfDispatch,
  { number, proof, file }: { number: number; proof: FileProof; file: string },
): IndexedFile {
  return {
    ...lineWithoutFile(context, one),
    number: String(number),
    path: file.split(sep).join('/'),
    size: String(proof.bytes),
    sha256: proof.sha256,
  };
}

function lineWithoutFile(
  { clock }: Pick<DeliveryContext, 'clock'>,
  { dispatch: { rut, connectionId }, document }: DocumentOfDispatch,
): IndexedFile {
  return {
    connectionId,
    rut,
    dispatch: document.number,
    documentId: document.documentId,
    type: document.type,
    folio: document.folio,
    at: new Date(clock.now()).toISOString(),
    number: '',
    path: '',
    size: '',
    sha256: '',
  };
}

/** The path relative to a folder; undefined for one outside it. */
function pathBelow(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
}

/** The content of a growing package, from the index of its folder. */
class PackageContent {
  readonly #before: number;
  readonly #lines: IndexedFile[];
  /** By dispatch: looking for one passes all lines. */
  readonly #folders = new Map<string, string>();

  /** Starts with the lines of the folder's index. */
  constructor(indexed: readonly IndexedFile[]) {
    this.#before = indexed.length;
    this.#lines = [...indexed];
  }

  /** Whether the package has a file of this document, with this content or any. */
  has(document: DeliveryDocument, sha256?: string): boolean {
    return this.#linesOf(document).some(
      ({ path, ...line }) => path !== '' && (sha256 === undefined || line.sha256 === sha256),
    );
  }

  /**
   * The folder of a dispatch: an existing one that it has to itself, else a new one of this name. Rules of
   * clients also make folders of a client or a type.
   */
  folderOf(dispatch: DispatchToDeliver, name: string): string {
    const key = dispatchKey(dispatch);
    const folder = this.#folders.get(key) ?? this.#findFolder(dispatch, name);
    this.#folders.set(key, folder);
    return folder;
  }

  #findFolder(dispatch: DispatchToDeliver, name: string): string {
    const own = this.#lines.filter((line) => isOf(dispatch, line)).map(({ path }) => path.split('/'));
    const outer = new Set(own.flatMap(([folder = '', ...below]) => (below.length === 1 ? [folder] : [])));
    for (const folder of outer) if (!this.#hasOthers(folder, dispatch)) return folder;
    let free = name;
    for (let n = 2; this.#hasOthers(free, dispatch); n++) free = `${name} (${n})`;
    return free;
  }

  /** The number of a document within its dispatch: its existing one, else the next. */
  numberOf(document: DeliveryDocument): number {
    const own = this.#linesOf(document).find(({ number }) => number !== '');
    if (own) return Number(own.number);
    const numbers = this.#lines.filter((line) => isOf(document, line)).map(({ number }) => Number(number));
    return Math.max(0, ...numbers) + 1;
  }

  add(line: IndexedFile): void {
    this.#lines.push(line);
  }

  /** Lines added since the start. */
  added(): readonly IndexedFile[] {
    return this.#lines.slice(this.#before);
  }

  /** Whether a folder has files of other dispatches, in folders below it too. */
  #hasOthers(folder: string, dispatch: DispatchToDeliver): boolean {
    const start = `${folder}/`.toLowerCase();
    return this.#lines.some((line) => line.path.toLowerCase().startsWith(start) && !isOf(dispatch, line));
  }

  #linesOf(document: DeliveryDocument): IndexedFile[] {
    return this.#lines.filter((line) => line.documentId === document.documentId && isOf(document, line));
  }
}

function isOf(
  { connectionId, number }: { connectionId: string; number: string },
  line: IndexedFile,
): boolean {
  return line.dispatch === number && line.connectionId === connectionId;
}
