import { dirname, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { shownDate } from '../../shared/model/dates.ts';
import type {
  AttachedDocument,
  DeliveredDispatch,
  DeliveryDocument,
  MergeRequest,
  UndeliveredDocument,
} from '../../shared/model/delivery.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import { createTranslator, type Translator } from '../i18n/index.ts';
import { coverTexts } from './cover-texts.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { subjectOf } from './delivery-mail.ts';
import { dispatchesInOrder } from './documents-in-order.ts';
import { type CodeOf, fetchMissing, undeliveredDocument, undeliveredOf, waitingOf } from './fetch-missing.ts';
import { locateFiles } from './locate-files.ts';
import { makeCopy, makeFile } from './output/make-file.ts';
import { makeFolderBelow } from './output/make-folder.ts';
import type { MergeJob, MergeOutcome } from './pdf/merge.ts';
import type { RecognizedText } from './pdf/text-layer.ts';
import { runWorkerJob } from './run-worker-job.ts';
import type { RunningDelivery } from './running-delivery.ts';
import { reasonText } from './undelivered-text.ts';

/** Leaves room for the number, a mark and the extension in a name. */
const maxStemLength = 100;
/** Length of the name of a folder for attached documents, and of names in it. */
const attachedNameLength = 50;

interface SelectedDispatch {
  dispatch: DispatchToDeliver;
  documents: DeliveryDocument[];
}

/** A dispatch to merge, its located documents, and why the others are missing. */
interface DispatchToMerge extends SelectedDispatch {
  codeOf: CodeOf;
}

/**
 * Makes one PDF for each dispatch, fetching missing documents first, and copies what cannot be merged into a
 * folder next to it. Dispatches that are not stored, or without any available document, get none. Rejects
 * with `NO_PAPER_TO_HAND_OVER` where no dispatch gets one.
 */
export async function mergeDispatches(
  context: DeliveryContext,
  request: MergeRequest,
  delivery: RunningDelivery,
): Promise<void> {
  const toFetch = (await readSelection(context, request)).flatMap(({ documents }) => documents);
  const [only] = request.dispatches.length === 1 ? request.dispatches : [];
  const name = context.translatorNow().t(only ? 'documents:fetch.mergeOne' : 'documents:fetch.merge', {
    number: only?.number ?? '',
    count: request.dispatches.length,
  });
  const { codeOf } = await fetchMissing(context, toFetch, { name }, waitingOf(delivery));
  await delivery.inTurn(() => mergeAll(context, request, codeOf, delivery));
}

async function readSelection(context: DeliveryContext, request: MergeRequest): Promise<SelectedDispatch[]> {
  const stored = await dispatchesInOrder(context, request.dispatches);
  return stored.map((dispatch) => ({ dispatch, documents: selectedDocuments(dispatch, request) }));
}

/**
 * The documents of a dispatch in the selected order, else those that the client's rules keep, in its order;
 * inactive ones only where they are selected.
 */
function selectedDocuments(dispatch: DispatchToDeliver, request: MergeRequest): DeliveryDocument[] {
  const selection = request.dispatches.find(
    ({ connectionId, number }) => connectionId === dispatch.connectionId && number === dispatch.number,
  );
  if (!selection?.documentIds)
    return dispatch.documents.filter(
      ({ isActive, isOutsideRules }) =>
        (request.withAllTypes || !isOutsideRules) && (isActive || request.withInactive),
    );
  const byId = new Map(dispatch.documents.map((document) => [document.documentId, document]));
  return selection.documentIds.flatMap((id) => byId.get(id) ?? []);
}

async function mergeAll(
  context: DeliveryContext,
  request: MergeRequest,
  codeOf: CodeOf,
  delivery: RunningDelivery,
): Promise<void> {
  const all: DispatchToMerge[] = [];
  for (const { dispatch, documents } of await readSelection(context, request))
    all.push({ dispatch, documents: await locateFiles(documents, context.fileOf), codeOf });
  const documents = all.flatMap((one) => one.documents);
  const dispatchesToMerge = all.map(({ dispatch }) => dispatch);
  delivery.note({
    about: subjectOf(
      [...new Set(dispatchesToMerge.map(({ rut }) => rut))],
      dispatchesToMerge.map(({ number }) => number),
      request.notFound,
    ),
  });
  const undelivered = documents
    .filter(({ path }) => path === undefined)
    .map((document) => undeliveredDocument(document, codeOf));
  delivery.note({
    of: documents.length - undelivered.length,
    fetching: undefined,
    lacking: undeliveredOf(undelivered, documents.length),
  });
  if (documents.length === undelivered.length)
    throw new AppError('NO_PAPER_TO_HAND_OVER', 'no document of these dispatches is available');
  for (const one of all) {
    if (one.documents.every(({ path }) => path === undefined)) continue;
    const delivered = await mergeDispatch(context, one, request, delivery);
    undelivered.push(...lostOnTheWay(one.documents, delivered));
    const { dispatches, files } = delivery.now();
    const attachedPaths = delivered.beside.flatMap(({ path }) => (path === undefined ? [] : [path]));
    delivery.note({
      dispatches: [...dispatches, delivered],
      files: [...files, delivered.path, ...attachedPaths],
      lacking: undeliveredOf(undelivered, documents.length),
    });
  }
}

async function mergeDispatch(
  context: DeliveryContext,
  toMerge: DispatchToMerge,
  { folder, language, withTextLayer, withNotes }: MergeRequest,
  delivery: RunningDelivery,
): Promise<DeliveredDispatch> {
  const { dispatch, documents } = toMerge;
  const translator = createTranslator(language);
  const stem = context.safeName(
    [translator.t('documents:names.merged', { number: dispatch.number }), dispatch.reference]
      .filter(Boolean)
      .join(' '),
    maxStemLength,
  );
  const recognized = withTextLayer ? await readRecognized(context, documents) : undefined;
  const ownNote = withNotes ? await context.store.getDispatchNote(dispatch) : '';
  const job = { ...mergeJob(context, toMerge, translator, { recognized, ownNote }), language };
  const { path, made: outcome } = await makeFile(
    { folder, stem, extension: 'pdf', below: attachedNameLength, tempPath: await delivery.tempPath() },
    (target) =>
      runWorkerJob(
        context.startWorker,
        { kind: 'merge', job: { ...job, target } },
        { signal: delivery.signal, onStep: () => delivery.step() },
      ),
    context.desktop,
  );
  return {
    connectionId: dispatch.connectionId,
    number: dispatch.number,
    path,
    pages: outcome.pages,
    bytes: outcome.bytes,
    merged: outcome.merged,
    beside: await copyAttached(context, path, documents, outcome, translator, delivery),
    notHere: documents
      .filter((document) => document.path === undefined)
      .map(({ documentId, hasFile }) => ({ documentId, hasFile })),
  };
}

/**
 * What was recognised on the scans of these documents, how many of their pages have no words, and how many
 * documents are not read yet.
 */
async function readRecognized({ store }: DeliveryContext, documents: readonly DeliveryDocument[]) {
  const texts = new Map<string, RecognizedText>();
  let [unreadPages, unreadDocuments] = [0, 0];
  for (const { connectionId, documentId, path } of documents) {
    if (path === undefined) continue;
    const found = await store.readRecognizedText({ connectionId, id: documentId });
    if (!found) {
      unreadDocuments += 1;
      continue;
    }
    unreadPages += found.unreadPages;
    if (found.pages.length > 0) texts.set(documentId, { sha256: found.sha256, pages: found.pages });
  }
  return { texts, unreadPages, unreadDocuments };
}

/** What a person chose to add to the documents. */
interface Additions {
  recognized: Awaited<ReturnType<typeof readRecognized>> | undefined;
  /** `''` for none. */
  ownNote: string;
}

function mergeJob(
  context: DeliveryContext,
  { dispatch, documents, codeOf }: DispatchToMerge,
  translator: Translator,
  { recognized, ownNote }: Additions,
): Omit<MergeJob, 'target' | 'language'> {
  const untyped = translator.t('documents:names.untyped');
  const nameOf = ({ type, folio }: DeliveryDocument) => [type || untyped, folio].filter(Boolean).join(' ');
  const madeAt = new Date(context.clock.now()).toISOString();
  return {
    documents: documents.flatMap((document) => {
      const { documentId, path, type, folio, issueDate } = document;
      if (path === undefined) return [];
      const date = shownDate(issueDate);
      const text = recognized?.texts.get(documentId);
      return [
        {
          documentId,
          path,
          bookmark: nameOf(document),
          type: type || untyped,
          folio,
          date,
          ...(text && { recognized: text }),
        },
      ];
    }),
    notHere: documents
      .filter(({ path }) => path === undefined)
      .map((document) =>
        translator.t('documents:lacking.line', {
          document: nameOf(document),
          reason: reasonText(undeliveredDocument(document, codeOf), translator),
        }),
      ),
    texts: coverTexts(context, dispatch, { documents, madeAt, recognized, ownNote }, translator),
    madeAt,
  };
}

/** Copies what could not be merged into a folder next to the file, each under its own name. */
async function copyAttached(
  context: DeliveryContext,
  mergedPath: string,
  documents: readonly DeliveryDocument[],
  { attached }: MergeOutcome,
  translator: Translator,
  delivery: RunningDelivery,
): Promise<AttachedDocument[]> {
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  const folder = translator.t('documents:names.beside', { name: mergedPath.slice(0, -'.pdf'.length) });
  const copies: AttachedDocument[] = [];
  for (const { documentId, reason } of attached) {
    const document = byId.get(documentId);
    if (document?.path === undefined || reason === 'gone') {
      copies.push({ documentId, reason });
      continue;
    }
    await makeFolderBelow(dirname(mergedPath), folder);
    const name = context.safeName([document.type, document.folio].filter(Boolean).join(' '), maxStemLength);
    const file = {
      folder,
      stem: name || documentId,
      extension: extname(document.path).slice(1) || 'bin',
      tempPath: await delivery.tempPath(),
    };
    const copy = await makeCopy(document.path, file, delivery.signal, context.desktop);
    copies.push({ documentId, reason, ...(copy && { path: copy.path }) });
  }
  return copies;
}

/** Documents whose files were removed or locked after they were located. */
function lostOnTheWay(
  documents: readonly DeliveryDocument[],
  { beside: attached }: DeliveredDispatch,
): UndeliveredDocument[] {
  const lost = new Map(
    attached.filter(({ path }) => path === undefined).map((one) => [one.documentId, one.reason]),
  );
  return documents
    .filter(({ documentId }) => lost.has(documentId))
    .map((document) =>
      undeliveredDocument(document, () =>
        lost.get(document.documentId) === 'locked' ? 'FILE_LOCKED' : undefined,
      ),
    );
}
