import { lstat } from 'node:fs/promises';
import { basename, extname, join, posix } from 'node:path';
import { compositeKey } from '../../shared/composite-key.ts';
import { AppError } from '../../shared/errors.ts';
import type {
  Delivery,
  DeliverySubject,
  Undelivered,
  UndeliveredDocument,
  ZipRequest,
} from '../../shared/model/delivery.ts';
import type { DocumentToDeliver } from '../database/index.ts';
import type { IndexedFile, TemplateName } from '../downloads/index.ts';
import { isMissing } from '../lib/fs-errors.ts';
import { clientsOfSelection } from './delivery-clients.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { subjectOf } from './delivery-mail.ts';
import { documentsInOrder } from './documents-in-order.ts';
import { type CodeOf, fetchMissing, undeliveredDocument, undeliveredOf, waitingOf } from './fetch-missing.ts';
import { locateFiles } from './locate-files.ts';
import { makeFile } from './output/make-file.ts';
import { notesText, readNotes } from './own-notes.ts';
import { namesByRules } from './rule-names.ts';
import { runWorkerJob } from './run-worker-job.ts';
import type { RunningDelivery } from './running-delivery.ts';
import { undeliveredText } from './undelivered-text.ts';
import { type FileToPack, planArchives } from './zip/split-archives.ts';

/** A file to pack, or one that is unavailable. */
interface Entry {
  path?: string;
  /** Its folder in the archive; `''` for none. */
  folder: string;
  /** Its name there; absent for its name on disk. */
  name?: string;
  undelivered: UndeliveredDocument;
}

/**
 * Packs documents, fetching missing ones first, and earlier deliveries' files into ZIP files that fit a
 * message. A text file names what is unavailable. Rejects with `NO_PAPER_TO_HAND_OVER` when everything is.
 * `getDelivery` returns a stored delivery.
 */
export async function zipDocuments(
  context: DeliveryContext,
  getDelivery: (id: string) => Promise<Delivery>,
  request: ZipRequest,
  delivery: RunningDelivery,
): Promise<void> {
  const name = context.translatorNow().t('documents:fetch.zip', { name: request.name });
  const toFetch = await documentsInOrder(context, request.documents);
  const { codeOf } = await fetchMissing(context, toFetch, { name }, waitingOf(delivery));
  await delivery.inTurn(async () => {
    const earlier = await Promise.all(request.handoverIds.map((id) => getDelivery(id)));
    delivery.note({ about: await aboutOf(context, request, earlier, toFetch) });
    const { files, undelivered } = await readFiles(context, request, earlier, codeOf, delivery.signal);
    delivery.note({ fetching: undefined, lacking: undelivered });
    const notes = request.withNotes ? await readNotes(context, toFetch) : [];
    if (files.length === 0)
      throw new AppError('NO_PAPER_TO_HAND_OVER', 'nothing of the selection is available');
    await writeArchives(
      context,
      request,
      [...readMe(context, undelivered, notes, files), ...files],
      delivery,
    );
  });
}

/** What its message says: of its documents, and of earlier deliveries. */
async function aboutOf(
  context: DeliveryContext,
  { documents, notFound = [] }: ZipRequest,
  earlier: readonly Delivery[],
  packed: readonly DocumentToDeliver[],
): Promise<DeliverySubject> {
  return subjectOf(
    await clientsOfSelection(context, earlier, { dispatches: [], documents }),
    [
      ...packed.map(({ number }) => number),
      ...earlier.flatMap((one) => one.about?.numbers ?? one.dispatches.map(({ number }) => number)),
    ],
    [...notFound, ...earlier.flatMap((one) => one.about?.notFound ?? [])],
  );
}

/** The files to pack, and a record of what is unavailable, in earlier deliveries too. */
async function readFiles(
  context: DeliveryContext,
  request: ZipRequest,
  earlier: readonly Delivery[],
  codeOf: CodeOf,
  signal: AbortSignal,
): Promise<{ files: FileToPack[]; undelivered: Undelivered | undefined }> {
  const documents = await locateFiles(await documentsInOrder(context, request.documents), context.fileOf);
  const nameOf = request.withPlainNames
    ? () => undefined
    : await namesByRules(context, documents, '', signal);
  const earlierEntries = await Promise.all(earlier.map((one) => entriesOf(context, one)));
  const { files, undelivered } = await measured([
    ...numbered(documents.map((document) => entryOf(document, codeOf, context.safeName, nameOf(document)))),
    ...earlierEntries.flat(),
  ]);
  const before = earlier.map((one) => one.lacking ?? { count: 0, of: one.files.length, papers: [] });
  return {
    files,
    undelivered: undeliveredOf(
      [...undelivered, ...before.flatMap((one) => one.papers)],
      documents.length + before.reduce((sum, { of }) => sum + of, 0),
      before.reduce((sum, { count, papers: named }) => sum + count - named.length, 0),
    ),
  };
}

async function writeArchives(
  context: DeliveryContext,
  request: ZipRequest,
  files: readonly FileToPack[],
  delivery: RunningDelivery,
): Promise<void> {
  const { t } = context.translatorNow();
  const name = context.safeName(request.name, 100) || t('documents:names.archive');
  const { archives, tooLarge } = planArchives(files, request.mostBytes);
  delivery.note({ of: archives.length, tooLarge });
  for (const [index, archive] of archives.entries()) {
    const part = { name, part: index + 1, of: archives.length };
    const file = {
      folder: request.folder,
      stem: archives.length === 1 ? name : t('documents:names.archivePart', part),
      extension: 'zip',
      tempPath: await delivery.tempPath(),
    };
    const { path } = await makeFile(
      file,
      (target) =>
        runWorkerJob(
          context.startWorker,
          { kind: 'zip', path: target, files: archive },
          { signal: delivery.signal },
        ),
      context.desktop,
    );
    delivery.note({ files: [...delivery.now().files, path] });
    delivery.step();
  }
}

/** An entry whose name has its number among those of the same series. */
interface NumberedEntry extends Entry {
  series: string;
  nameWith: (number: string) => string;
}

/** The number that the file's own folder gave it; numbers count again in an archive. */
const numberBefore = /^\d{1,4}[_ -]+(?=\D)/;

/** A selected document, in the folder of its dispatch, or as the rules of its client name it. */
function entryOf(
  document: DocumentToDeliver,
  codeOf: CodeOf,
  safeName: DeliveryContext['safeName'],
  ruled: TemplateName | undefined,
): NumberedEntry {
  const { connectionId, number, reference, path = '' } = document;
  const folder = ruled?.folder ?? safeName([number, reference].filter(Boolean).join('_'), 80);
  return {
    ...(path !== '' && { path }),
    folder,
    // A template numbers the documents of a dispatch wherever it puts them.
    series: ruled ? compositeKey(connectionId, number) : folder,
    nameWith: (digits) =>
      ruled
        ? `${ruled.stemWith(digits)}${extname(path)}`
        : `${digits}_${basename(path).replace(numberBefore, '')}`,
    undelivered: undeliveredDocument(document, codeOf),
  };
}

/** Numbers the documents of each series, so that every program shows them in their order. */
function numbered(entries: readonly NumberedEntry[]): Entry[] {
  const packed = Map.groupBy(
    entries.filter(({ path }) => path !== undefined),
    ({ series }) => series,
  );
  const counts = new Map<string, number>();
  return entries.map(({ series, nameWith, ...entry }) => {
    if (entry.path === undefined) return entry;
    const number = (counts.get(series) ?? 0) + 1;
    counts.set(series, number);
    const digits = Math.max(2, String(packed.get(series)?.length ?? 0).length);
    return { ...entry, name: nameWith(String(number).padStart(digits, '0')) };
  });
}

/** The text that names unavailable documents and has the notes; none where there is neither. */
function readMe(
  { translatorNow }: Pick<DeliveryContext, 'translatorNow'>,
  undelivered: Undelivered | undefined,
  notes: readonly string[],
  others: readonly FileToPack[],
): FileToPack[] {
  if (!undelivered && notes.length === 0) return [];
  const translator = translatorNow();
  const paragraphs = [
    ...(undelivered ? [undeliveredText(undelivered, translator, '\r\n')] : []),
    notesText(notes, translator, '\r\n'),
  ].filter(Boolean);
  const text = `\ufeff${paragraphs.join('\r\n\r\n')}`;
  const taken = new Map(others.map((other) => [foldedName(other.name), 1]));
  const name = freeName(`${translator.t('documents:names.readMe')}.txt`, taken);
  return [{ text, bytes: Buffer.byteLength(text), name }];
}

/** The files of an earlier delivery; of a package also its documents, in their folders. */
async function entriesOf(
  { folderIndex }: Pick<DeliveryContext, 'folderIndex'>,
  delivery: Delivery,
): Promise<Entry[]> {
  const { kind, folder, files } = delivery;
  if (kind !== 'package') return files.map((path) => earlierEntry(path));
  const lines = await folderIndex.read(folder);
  const own = lines.filter((line) => isOfPackage(line, delivery));
  // The index names what else is in the folder, too.
  const index = own.length < lines.length ? await folderIndex.find(folder) : undefined;
  return [
    ...files.filter((path) => path !== index).map((path) => earlierEntry(path)),
    ...own
      .filter(({ path }) => path !== '')
      .map(({ path }) => earlierEntry(join(folder, path), posix.dirname(path))),
  ];
}

/** Whether a file in a package's folder is part of it: downloads or other packages may be there, too. */
function isOfPackage({ rut, dispatch }: IndexedFile, { about }: Delivery): boolean {
  // A package of an earlier version did not record of what it is.
  if (!about) return true;
  const areAllRecorded = about.numbers.length === about.dispatches;
  return (
    about.clients.some((client) => client === rut) && (!areAllRecorded || about.numbers.includes(dispatch))
  );
}

/** A file of another delivery. */
function earlierEntry(path: string, folder = ''): Entry {
  return {
    path,
    folder: folder === '.' ? '' : folder,
    undelivered: { connectionId: '', number: '', documentId: '', type: basename(path), folio: '' },
  };
}

/** Files with their sizes and with names that are distinct on every system; and those that are missing. */
async function measured(
  entries: readonly Entry[],
): Promise<{ files: FileToPack[]; undelivered: UndeliveredDocument[] }> {
  const taken = new Map<string, number>();
  const files: FileToPack[] = [];
  const undelivered: UndeliveredDocument[] = [];
  for (const { path, folder, name, undelivered: unavailable } of entries) {
    const bytes = path === undefined ? undefined : await sizeOf(path);
    if (path === undefined || bytes === undefined) {
      undelivered.push(unavailable);
      continue;
    }
    files.push({
      path,
      bytes,
      name: freeName([folder, name ?? basename(path)].filter(Boolean).join('/'), taken),
    });
  }
  return { files, undelivered };
}

function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** `counts` has how many files have each name, folded. */
function freeName(name: string, counts: Map<string, number>): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  let count = counts.get(foldedName(name)) ?? 0;
  let free = name;
  while (counts.has(foldedName(free))) free = `${stem} (${++count})${extension}`;
  counts.set(foldedName(name), Math.max(count, 1));
  counts.set(foldedName(free), counts.get(foldedName(free)) ?? 1);
  return free;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await lstat(path);
    // A link's target was not downloaded: it is not delivered.
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
