import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type {
  DeliveryDocument,
  NotFoundNumber,
  PackageReading,
  PackageRequest,
  PackageText,
  PackedSummary,
  Undelivered,
} from '../../shared/model/delivery.ts';
import { packageTemplate } from '../../shared/model/last-destination.ts';
import { formatRut, parseRut } from '../../shared/model/rut.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import type { IndexedFile } from '../downloads/index.ts';
import { createTranslator, type Translator } from '../i18n/index.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import type { ListedDispatch } from '../search/index.ts';
import { csvLine } from './csv-line.ts';
import type { DeliveryContext } from './delivery-context.ts';
import {
  type Fetched,
  fetchMissing,
  nothingFetched,
  undeliveredDocument,
  undeliveredOf,
  waitingOf,
} from './fetch-missing.ts';
import { located } from './locate-files.ts';
import { type FileProof, hashFile } from './output/copy-file.ts';
import { makeCopy, roomForFolderIn } from './output/make-file.ts';
import { makeFolderBelow } from './output/make-folder.ts';
import { createPackageLines, type PackageLines } from './package-lines.ts';
import type { RunningDelivery } from './running-deliveries.ts';
import { undeliveredText } from './undelivered-text.ts';

/** The list of dispatches that were requested and not found, written again each time. */
const notFoundName = 'no-encontrados.csv';

const maxNameLength = 90;
/** Maximum characters of a stored pasted list: every progress event carries it. */
const maxListLength = 50_000;

interface DocumentOfDispatch {
  dispatch: DispatchToDeliver;
  document: DeliveryDocument;
}

interface Listed {
  found: DispatchToDeliver[];
  notFound: PackageReading['notFound'];
  unreadable: string[];
}

/**
 * Packages for an inspection. If the user selects it, missing documents are downloaded into the package
 * first. Other documents are copied; then come the folder's index and checksums, and the list of what is
 * missing. Repeated runs only add: no document is replaced or removed.
 */
export function createPackages(deps: DeliveryContext) {
  const { store, clock, translatorNow, safeName, folderIndex, flushIndex, fileOf, readList } = deps;

  async function listed({ text, connectionIds }: PackageText): Promise<Listed> {
    const today = dayInSantiago(clock.now());
    const { listed, unreadable } = await readList(text);
    const numbers = [...new Set(listed.flatMap((one) => one.stored))];
    const stored = await store.findDispatches(numbers, connectionIds, today);
    const isSame = (asked: ListedDispatch, one: (typeof stored)[number]) =>
      asked.stored.includes(one.number) && (asked.rut === undefined || asked.rut === one.rut);
    return {
      found: await store.dispatchesToDeliver(
        stored.filter((one) => listed.some((asked) => isSame(asked, one))),
        today,
      ),
      notFound: listed
        .filter((asked) => !stored.some((one) => isSame(asked, one)))
        .map(({ number, rut = '', isDispatch, asked }) => ({
          ...{ number, rut, isDispatch },
          ...(asked && { asked }),
        })),
      unreadable,
    };
  }

  async function read(request: PackageText): Promise<PackageReading> {
    const { found, notFound, unreadable } = await listed(request);
    return {
      found: found.map(({ connectionId, number, rut, documents, isAskedCompletely }) => {
        const active = documents.filter(({ isActive }) => isActive);
        return {
          ...{ connectionId, number, rut, isComplete: isAskedCompletely },
          documents: active.length,
          filesHere: active.filter(({ path }) => path !== undefined).length,
          withoutFile: active.filter(({ hasFile }) => !hasFile).length,
        };
      }),
      notFound,
      unreadable,
    };
  }

  /** Rejects with `NO_PAPER_TO_HAND_OVER` where no document is available. */
  async function make(request: PackageRequest, delivery: RunningDelivery): Promise<void> {
    if (request.text.length <= maxListLength) delivery.note({ list: request.text });
    const fetched = request.fetch ? await fetchInto(request, delivery) : nothingFetched;
    await delivery.inTurn(() => fill(request, fetched, delivery));
  }

  /** Downloads go directly into the package, without a copy. */
  async function fetchInto(request: PackageRequest, delivery: RunningDelivery): Promise<Fetched> {
    const { found } = await listed(request);
    const toFetch = found.flatMap(({ documents }) => documents.filter(({ isActive }) => isActive));
    const into = { folder: request.folder, template: packageTemplate };
    const plan = { name: translatorNow().t('papers:fetch.package'), into };
    return fetchMissing(deps, toFetch, plan, waitingOf(delivery));
  }

  async function fill(request: PackageRequest, fetched: Fetched, delivery: RunningDelivery): Promise<void> {
    const { folder } = request;
    const translator = createTranslator(request.language);
    const { found, notFound } = await listed(request);
    const documents: DocumentOfDispatch[] = [];
    for (const dispatch of found) {
      const active = dispatch.documents.filter(({ isActive }) => isActive);
      for (const document of await located(active, fileOf)) documents.push({ dispatch, document });
    }
    delivery.note({ of: documents.length, fetching: undefined });
    const { added, alreadyThere, missing } = await addAll(folder, documents, fetched, translator, delivery);
    const undelivered = undeliveredOf(
      missing.map((document) => undeliveredDocument(document, fetched.codeOf)),
      documents.length,
    );
    const packed: PackedSummary = {
      ...{ added, alreadyThere },
      notFound: notFound.map(({ isDispatch: _, ...one }) => one),
      notDownloaded: missing
        .filter(({ hasFile }) => hasFile)
        .map(({ connectionId, documentId }) => ({ connectionId, id: documentId })),
      withoutFile: missing.filter(({ hasFile }) => !hasFile).length,
      partial: found
        .filter(({ isAskedCompletely }) => !isAskedCompletely)
        .map(({ connectionId, number, rut }) => ({ connectionId, number, rut })),
    };
    delivery.note({ packed, lacking: undelivered });
    if (added + alreadyThere === 0)
      throw new AppError('NO_PAPER_TO_HAND_OVER', 'no paper of this list could be had');
    const readMe = await writeNotFound(folder, notFound, undelivered, translator, await delivery.tempPath());
    const index = await folderIndex.find(folder);
    // The files that show the user what the package contains, and what is missing.
    const files = [
      ...(index === undefined ? [] : [index]),
      ...(notFound.length > 0 ? [join(folder, notFoundName)] : []),
      readMe,
    ];
    delivery.note({ files });
  }

  /** Adds each document to the package and its index; returns those without a file. */
  async function addAll(
    folder: string,
    documents: readonly DocumentOfDispatch[],
    { isAsked }: Fetched,
    translator: Translator,
    delivery: RunningDelivery,
  ): Promise<{ added: number; alreadyThere: number; missing: DeliveryDocument[] }> {
    // The index must list the downloaded files before it is read.
    await flushIndex(folder);
    const lines = createPackageLines(await folderIndex.read(folder));
    const missing: DeliveryDocument[] = [];
    const withoutFile: IndexedFile[] = [];
    let [added, alreadyThere] = [0, 0];
    try {
      for (const { dispatch, document } of documents) {
        const outcome = await addDocument(folder, lines, dispatch, document, translator, delivery);
        // Downloaded for this package, so it counts as added.
        if (outcome === 'added' || (outcome === 'there' && isAsked(document))) added += 1;
        else if (outcome === 'there') alreadyThere += 1;
        else missing.push(document);
        if (outcome === 'missing' && !document.hasFile) withoutFile.push(lineWithoutFile(dispatch, document));
        delivery.step();
      }
    } finally {
      // Also after an error: added files must be in the index.
      if (added + alreadyThere > 0) await folderIndex.merge(folder, [...lines.added(), ...withoutFile]);
    }
    return { added, alreadyThere, missing };
  }

  async function addDocument(
    folder: string,
    lines: PackageLines,
    dispatch: DispatchToDeliver,
    document: DeliveryDocument,
    translator: Translator,
    { signal, tempPath }: RunningDelivery,
  ): Promise<'added' | 'there' | 'missing'> {
    const source = await sourceOf(document, signal);
    if (!source) return lines.holds(document) ? 'there' : 'missing';
    if (lines.holds(document, source.sha256)) return 'there';
    const number = lines.numberOf(document);
    const inFolder = pathBelow(folder, source.path);
    if (inFolder !== undefined) {
      // An existing line stays: its hash must reveal later changes of the file.
      if (!lines.holds(document))
        lines.add(lineOf(dispatch, document, { number, proof: source, file: inFolder }));
      return 'there';
    }
    const maxLength = Math.min(maxNameLength, roomForFolderIn(folder));
    const name = safeName([dispatch.number, dispatch.reference].filter(Boolean).join('_'), maxLength);
    const place = join(folder, lines.folderOf(dispatch, name || '_'));
    await makeFolderBelow(folder, place);
    const type = document.type || translator.t('papers:names.untyped');
    const stem = safeName(
      [String(number).padStart(2, '0'), type, document.folio].filter(Boolean).join('_'),
      maxNameLength,
    );
    const { path: from } = source;
    const extension = extname(from).slice(1) || 'bin';
    const file = { folder: place, stem, extension, tempPath: await tempPath() };
    const copied = await makeCopy(from, file, signal, deps.desktop);
    if (!copied) return 'missing';
    const { path, made: proof } = copied;
    lines.add(lineOf(dispatch, document, { number, proof, file: relative(folder, path) }));
    return 'added';
  }

  async function sourceOf({ path }: DeliveryDocument, signal: AbortSignal) {
    if (path === undefined) return undefined;
    const proof = await hashFile(path, signal);
    return proof && { path, ...proof };
  }

  function lineOf(
    dispatch: DispatchToDeliver,
    document: DeliveryDocument,
    { number, proof, file }: { number: number; proof: FileProof; file: string },
  ): IndexedFile {
    return {
      ...lineWithoutFile(dispatch, document),
      number: String(number),
      path: file.split(sep).join('/'),
      size: String(proof.bytes),
      sha256: proof.sha256,
    };
  }

  function lineWithoutFile(
    { rut, connectionId }: DispatchToDeliver,
    { number: dispatch, documentId, type, folio }: DeliveryDocument,
  ): IndexedFile {
    const at = new Date(clock.now()).toISOString();
    return {
      ...{ connectionId, rut, dispatch, documentId, type, folio, at },
      ...{ number: '', path: '', size: '', sha256: '' },
    };
  }

  return { read, make };
}

/** The path relative to a folder; undefined for one outside it. */
function pathBelow(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
}

/** Why a number is not in a package, in view of the clients that were tried. */
function reasonOf({ asked }: NotFoundNumber, { t }: Translator): string {
  if (!asked) return t('papers:package.notAsked');
  const { clients: count, unasked } = asked;
  return t(unasked > 0 ? 'papers:package.notAmongSome' : 'papers:package.notAmong', { count, unasked });
}

/**
 * Writes the list of what was not found, and the description of the package; returns the path of the latter.
 */
async function writeNotFound(
  folder: string,
  notFound: readonly NotFoundNumber[],
  undelivered: Undelivered | undefined,
  translator: Translator,
  tempPath: string,
): Promise<string> {
  const { t } = translator;
  const headings = [
    t('papers:package.columns.dispatch'),
    t('papers:package.columns.rut'),
    t('papers:package.columns.reason'),
  ];
  const rows = notFound.map((one) => {
    const parsed = parseRut(one.rut);
    return [one.number, parsed.form === 'wrong' ? '' : formatRut(parsed.rut), reasonOf(one, translator)];
  });
  const options = { tempPath, mode: 0o644 };
  const lines = [headings, ...rows].map(csvLine).join('');
  await atomicWrite(join(folder, notFoundName), [`\ufeff${lines}`], options);
  const readMe = join(folder, `${t('papers:names.readMe')}.txt`);
  const undeliveredLines = undelivered ? `\r\n${undeliveredText(undelivered, translator, '\r\n')}` : '';
  await atomicWrite(readMe, [`\ufeff${t('papers:package.readMe')}${undeliveredLines}`], options);
  return readMe;
}
