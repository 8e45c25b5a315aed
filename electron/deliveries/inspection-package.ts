import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type {
  PackageReading,
  PackageRequest,
  PackageText,
  PackedSummary,
} from '../../shared/model/delivery.ts';
import { packageTemplate } from '../../shared/model/last-destination.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import { createTranslator, type Translator } from '../i18n/index.ts';
import type { ListedDispatch } from '../search/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { subjectOf } from './delivery-mail.ts';
import { dispatchesInOrder, includedDocuments } from './documents-in-order.ts';
import {
  type Fetched,
  fetchMissing,
  nothingFetched,
  undeliveredDocument,
  undeliveredOf,
  waitingOf,
} from './fetch-missing.ts';
import { locateFiles } from './locate-files.ts';
import { readNotes } from './own-notes.ts';
import { type AddedDocuments, addDocuments, type DocumentOfDispatch } from './package-documents.ts';
import { notFoundName, type PackageLists, writePackageLists } from './package-lists.ts';
import { namesByRules } from './rule-names.ts';
import type { RunningDelivery } from './running-delivery.ts';

/** Maximum characters of a stored pasted list: every progress event carries it. */
const maxListLength = 50_000;

interface FoundDispatches {
  found: DispatchToDeliver[];
  notFound: PackageReading['notFound'];
  unreadable: string[];
}

/** Which dispatches of a pasted list are stored, and how many of their documents are here. */
export async function readPackage(context: DeliveryContext, request: PackageText): Promise<PackageReading> {
  const { found, notFound, unreadable } = await findDispatches(context, request);
  return {
    found: found.map((dispatch) => {
      const { connectionId, number, rut, isFullyRead } = dispatch;
      const { included } = includedDocuments([dispatch], request);
      return {
        connectionId,
        number,
        rut,
        isComplete: isFullyRead,
        documents: included.length,
        filesHere: included.filter(({ path }) => path !== undefined).length,
        withoutFile: included.filter(({ hasFile }) => !hasFile).length,
        leftOut: includedDocuments([dispatch]).outsideRules,
      };
    }),
    notFound,
    unreadable,
  };
}

/**
 * Makes a package for an inspection. If the user selects it, missing documents are downloaded into the
 * package first. Other documents are copied; then come the folder's index and checksums, and the list of what
 * is missing. Repeated runs only add: no document is replaced or removed. Rejects with
 * `NO_PAPER_TO_HAND_OVER` where no document is available.
 */
export async function makePackage(
  context: DeliveryContext,
  request: PackageRequest,
  delivery: RunningDelivery,
): Promise<void> {
  if (request.text.length <= maxListLength) delivery.note({ list: request.text });
  if (request.withAllTypes) delivery.note({ withAllTypes: true });
  const fetched = request.fetch ? await fetchInto(context, request, delivery) : nothingFetched;
  await delivery.inTurn(() => fillPackage(context, request, fetched, delivery));
}

async function findDispatches(
  context: DeliveryContext,
  { text, connectionIds }: PackageText,
): Promise<FoundDispatches> {
  const { store, readList } = context;
  const { listed, unreadable } = await readList(text);
  const numbers = [...new Set(listed.flatMap((one) => one.stored))];
  const stored = await store.findDispatches(numbers, connectionIds, dayInSantiago(context.clock.now()));
  const isSame = (line: ListedDispatch, one: (typeof stored)[number]) =>
    line.stored.includes(one.number) && (line.rut === undefined || line.rut === one.rut);
  return {
    found: await dispatchesInOrder(
      context,
      stored.filter((one) => listed.some((line) => isSame(line, one))),
    ),
    notFound: listed
      .filter((line) => !stored.some((one) => isSame(line, one)))
      .map(({ number, rut = '', isDispatch, inVain }) => ({
        number,
        rut,
        isDispatch,
        ...(inVain && { asked: inVain }),
      })),
    unreadable,
  };
}

/**
 * Downloads go directly into the package, without a copy. Where the rules of a client give names, its
 * documents go to its own folder and are copied.
 */
async function fetchInto(
  context: DeliveryContext,
  request: PackageRequest,
  delivery: RunningDelivery,
): Promise<Fetched> {
  const { found } = await findDispatches(context, request);
  const into = { folder: request.folder, template: packageTemplate };
  const rulesFor = context.readRules();
  const toFetch = found.flatMap((dispatch) => {
    const { included } = includedDocuments([dispatch], request);
    const haveNames = !request.withAllTypes && rulesFor(dispatch.rut).template !== undefined;
    return haveNames ? included : included.map((document) => ({ ...document, into }));
  });
  const name = context.translatorNow().t('documents:fetch.package');
  return fetchMissing(context, toFetch, { name }, waitingOf(delivery));
}

async function fillPackage(
  context: DeliveryContext,
  request: PackageRequest,
  fetched: Fetched,
  delivery: RunningDelivery,
): Promise<void> {
  const { folder } = request;
  const translator = createTranslator(request.language);
  const { found, notFound } = await findDispatches(context, request);
  const documents = await documentsOf(context, request, found, delivery.signal);
  delivery.note({ of: documents.length, fetching: undefined });
  const outcome = await addDocuments(context, folder, documents, fetched, translator, delivery);
  const undelivered = undeliveredOf(
    outcome.missing.map((document) => undeliveredDocument(document, fetched.codeOf)),
    documents.length,
  );
  const { outsideRules: leftOut } = includedDocuments(found, request);
  delivery.note({
    packed: { ...summaryOf(outcome, found, notFound), ...(leftOut > 0 && { leftOut }) },
    lacking: undelivered,
    about: subjectOf(
      [...new Set(found.map(({ rut }) => rut))],
      found.map(({ number }) => number),
      notFound.map(({ number }) => number),
    ),
  });
  if (outcome.added + outcome.alreadyThere === 0)
    throw new AppError('NO_PAPER_TO_HAND_OVER', 'no document of this list is available');
  const notes = request.withNotes ? await readNotes(context, found) : [];
  const lists = { notFound, undelivered, leftOut, notes };
  const files = await writeLists(context, folder, lists, translator, delivery);
  delivery.note({ files });
}

/** The included documents of dispatches, located and with their names. */
async function documentsOf(
  context: DeliveryContext,
  request: PackageRequest,
  dispatches: readonly DispatchToDeliver[],
  signal: AbortSignal,
): Promise<DocumentOfDispatch[]> {
  const included = dispatches.flatMap((dispatch) =>
    includedDocuments([dispatch], request).included.map((document) => ({ dispatch, document })),
  );
  const nameOf = request.withAllTypes
    ? () => undefined
    : await namesByRules(
        context,
        included.map(({ dispatch: { rut }, document }) => ({ ...document, rut })),
        request.folder,
        signal,
      );
  const located = await locateFiles(
    included.map(({ document }) => document),
    context.fileOf,
  );
  return included.map(({ dispatch, document: stored }, index) => {
    const document = located[index] ?? stored;
    return { dispatch, document, ruled: nameOf(document) };
  });
}

function summaryOf(
  { added, alreadyThere, missing }: AddedDocuments,
  found: readonly DispatchToDeliver[],
  notFound: PackageReading['notFound'],
): PackedSummary {
  return {
    added,
    alreadyThere,
    notFound: notFound.map(({ isDispatch: _, ...one }) => one),
    notDownloaded: missing
      .filter(({ hasFile }) => hasFile)
      .map(({ connectionId, documentId }) => ({ connectionId, id: documentId })),
    withoutFile: missing.filter(({ hasFile }) => !hasFile).length,
    partial: found
      .filter(({ isFullyRead }) => !isFullyRead)
      .map(({ connectionId, number, rut }) => ({ connectionId, number, rut })),
  };
}

/** Writes the lists; returns the files that show the user what the package contains, and what is missing. */
async function writeLists(
  { folderIndex }: DeliveryContext,
  folder: string,
  lists: PackageLists,
  translator: Translator,
  delivery: RunningDelivery,
): Promise<string[]> {
  const tempPath = await delivery.tempPath();
  const readMe = await writePackageLists(folder, lists, translator, tempPath);
  const index = await folderIndex.find(folder);
  return [
    ...(index === undefined ? [] : [index]),
    ...(lists.notFound.length > 0 ? [join(folder, notFoundName)] : []),
    readMe,
  ];
}
