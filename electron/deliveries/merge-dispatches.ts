import { dirname, extname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { dayInSantiago, shownDate } from '../../shared/model/dates.ts';
import type {
  DeliveredDispatch,
  DeliveryDocument,
  DocumentBeside,
  MergeRequest,
  UndeliveredDocument,
} from '../../shared/model/delivery.ts';
import type { Language } from '../../shared/model/languages.ts';
import { clientText } from '../../shared/model/rut.ts';
import type { DispatchToDeliver } from '../database/index.ts';
import { createTranslator, type TranslationKey, type Translator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { type CodeOf, fetchMissing, undeliveredDocument, undeliveredOf, waitingOf } from './fetch-missing.ts';
import { located } from './locate-files.ts';
import { makeCopy, makeFile } from './output/make-file.ts';
import { makeFolderBelow } from './output/make-folder.ts';
import type { CoverTexts, MergeJob, MergeOutcome } from './pdf/merge.ts';
import type { Workshop } from './run-worker-job.ts';
import type { RunningDelivery } from './running-deliveries.ts';
import { reasonText } from './undelivered-text.ts';

/** Leaves room for the number, a mark and the extension in a name. */
const maxStemLength = 100;
/** Length of the name of a folder for attached documents, and of names in it. */
const attachedNameLength = 50;

interface SelectedDispatch {
  dispatch: DispatchToDeliver;
  documents: DeliveryDocument[];
}

/**
 * Makes one PDF for each dispatch, fetching missing documents first, and copies what cannot be merged into a
 * folder next to it. Dispatches that are not stored, or without any available document, get none. Rejects
 * with `NO_PAPER_TO_HAND_OVER` where no dispatch gets one.
 */
export function createMerging(deps: DeliveryContext, workshop: Workshop) {
  const { store, clock, translatorNow, clients, agencyName, safeName, fileOf, desktop } = deps;

  return async function merge(request: MergeRequest, delivery: RunningDelivery): Promise<void> {
    const toFetch = (await readSelection(request)).flatMap(({ documents }) => documents);
    const [only] = request.dispatches.length === 1 ? request.dispatches : [];
    const name = translatorNow().t(only ? 'papers:fetch.mergeOne' : 'papers:fetch.merge', {
      number: only?.number ?? '',
      count: request.dispatches.length,
    });
    const { codeOf } = await fetchMissing(deps, toFetch, { name }, waitingOf(delivery));
    await delivery.inTurn(() => mergeAll(request, codeOf, delivery));
  };

  async function readSelection(request: MergeRequest): Promise<SelectedDispatch[]> {
    const stored = await store.dispatchesToDeliver(request.dispatches, dayInSantiago(clock.now()));
    return stored.map((dispatch) => ({ dispatch, documents: chosenDocuments(dispatch, request) }));
  }

  async function mergeAll(request: MergeRequest, codeOf: CodeOf, delivery: RunningDelivery): Promise<void> {
    const all: SelectedDispatch[] = [];
    for (const { dispatch, documents } of await readSelection(request))
      all.push({ dispatch, documents: await located(documents, fileOf) });
    const documents = all.flatMap((one) => one.documents);
    const undelivered = documents
      .filter(({ path }) => path === undefined)
      .map((document) => undeliveredDocument(document, codeOf));
    delivery.note({
      of: documents.length - undelivered.length,
      fetching: undefined,
      lacking: undeliveredOf(undelivered, documents.length),
    });
    if (documents.length === undelivered.length)
      throw new AppError('NO_PAPER_TO_HAND_OVER', 'no paper of these dispatches could be had');
    for (const { dispatch, documents: own } of all) {
      if (own.every(({ path }) => path === undefined)) continue;
      const delivered = await mergeDispatch(dispatch, own, codeOf, request, delivery);
      undelivered.push(...lostOnTheWay(own, delivered));
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
    dispatch: DispatchToDeliver,
    documents: readonly DeliveryDocument[],
    codeOf: CodeOf,
    { folder, language }: MergeRequest,
    delivery: RunningDelivery,
  ): Promise<DeliveredDispatch> {
    const translator = createTranslator(language);
    const stem = safeName(
      [translator.t('papers:names.merged', { number: dispatch.number }), dispatch.reference]
        .filter(Boolean)
        .join(' '),
      maxStemLength,
    );
    const job = await mergeJob(dispatch, documents, codeOf, language, translator);
    const { path, made: outcome } = await makeFile(
      { folder, stem, extension: 'pdf', below: attachedNameLength, tempPath: await delivery.tempPath() },
      (target) =>
        workshop.perform(
          { kind: 'merge', job: { ...job, target } },
          { signal: delivery.signal, onStep: delivery.step },
        ),
      desktop,
    );
    const attached = await attachPapers(path, documents, outcome, translator, delivery);
    const { connectionId, number } = dispatch;
    return {
      ...{
        connectionId,
        number,
        path,
        pages: outcome.pages,
        bytes: outcome.bytes,
        merged: outcome.merged,
        beside: attached,
      },
      notHere: documents
        .filter((document) => document.path === undefined)
        .map(({ documentId, hasFile }) => ({ documentId, hasFile })),
    };
  }

  async function mergeJob(
    dispatch: DispatchToDeliver,
    documents: readonly DeliveryDocument[],
    codeOf: CodeOf,
    language: Language,
    translator: Translator,
  ): Promise<Omit<MergeJob, 'target'>> {
    const untyped = translator.t('papers:names.untyped');
    const named = ({ type, folio }: DeliveryDocument) => [type || untyped, folio].filter(Boolean).join(' ');
    const madeAt = new Date(clock.now()).toISOString();
    return {
      documents: documents.flatMap((document) => {
        const { documentId, path, type, folio, issueDate } = document;
        if (path === undefined) return [];
        const date = shownDate(issueDate);
        return [{ documentId, path, bookmark: named(document), type: type || untyped, folio, date }];
      }),
      notHere: documents
        .filter(({ path }) => path === undefined)
        .map((document) =>
          translator.t('papers:lacking.line', {
            document: named(document),
            reason: reasonText(undeliveredDocument(document, codeOf), translator),
          }),
        ),
      texts: coverTexts(dispatch, documents, agencyName(dispatch.connectionId), madeAt, translator),
      language,
      madeAt,
    };
  }

  function coverTexts(
    dispatch: DispatchToDeliver,
    documents: readonly DeliveryDocument[],
    agency: string,
    madeAt: string,
    { t }: Translator,
  ): CoverTexts {
    const { number, rut, reference, tramite, via, acceptance, legalisation, transport } = dispatch;
    const fact = (label: TranslationKey, value: string) => ({ label: t(label), value });
    return {
      title: t('papers:cover.title', { number }),
      index: t('papers:cover.index'),
      facts: [
        fact('papers:cover.facts.client', clientText(rut, clients())),
        fact('papers:cover.facts.agency', agency),
        fact('papers:cover.facts.reference', reference),
        fact('papers:cover.facts.kind', tramite),
        fact('papers:cover.facts.way', via),
        fact('papers:cover.facts.acceptance', shownDate(acceptance)),
        fact('papers:cover.facts.legalisation', shownDate(legalisation)),
        fact('papers:cover.facts.transport', transport),
        fact('papers:cover.facts.madeAt', shownDate(madeAt)),
      ].filter(({ value }) => value !== ''),
      headings: [
        t('papers:cover.headings.place'),
        t('papers:cover.headings.type'),
        t('papers:cover.headings.number'),
        t('papers:cover.headings.date'),
        t('papers:cover.headings.pages'),
        t('papers:cover.headings.page'),
      ],
      attached: t('papers:cover.beside'),
      reasons: {
        encrypted: t('papers:cover.reasons.encrypted'),
        protected: t('papers:cover.reasons.protected'),
        damaged: t('papers:cover.reasons.damaged'),
        'not-a-pdf': t('papers:cover.reasons.notPdf'),
        form: t('papers:cover.reasons.form'),
        'too-large': t('papers:cover.reasons.tooLarge'),
        'too-heavy': t('papers:cover.reasons.tooHeavy'),
        gone: t('papers:cover.reasons.gone'),
        locked: t('papers:cover.reasons.locked'),
      },
      notHere: t('papers:lacking.count', {
        count: documents.filter(({ path }) => path === undefined).length,
        of: documents.length,
      }),
      signed: t('papers:cover.signed'),
      notes: [
        ...(dispatch.isAskedCompletely ? [] : [t('papers:cover.partial')]),
        t('papers:cover.workingCopy'),
      ],
    };
  }

  /** Copies what could not be merged into a folder next to the file, each under its own name. */
  async function attachPapers(
    merged: string,
    documents: readonly DeliveryDocument[],
    { attached }: MergeOutcome,
    translator: Translator,
    { tempPath, signal }: RunningDelivery,
  ): Promise<DocumentBeside[]> {
    const paths = new Map(documents.map(({ documentId, path }) => [documentId, path]));
    const name = merged.slice(0, -'.pdf'.length);
    const folder = translator.t('papers:names.beside', { name });
    const put: DocumentBeside[] = [];
    for (const { documentId, reason } of attached) {
      const from = paths.get(documentId);
      if (from === undefined || reason === 'gone') {
        put.push({ documentId, reason });
        continue;
      }
      const document = documents.find((one) => one.documentId === documentId);
      await makeFolderBelow(dirname(merged), folder);
      const stem =
        safeName([document?.type, document?.folio].filter(Boolean).join(' '), maxStemLength) || documentId;
      const file = {
        folder,
        stem,
        extension: extname(from).slice(1) || 'bin',
        tempPath: await tempPath(),
      };
      const copied = await makeCopy(from, file, signal, desktop);
      put.push({ documentId, reason, ...(copied && { path: copied.path }) });
    }
    return put;
  }
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

/**
 * The documents of a dispatch in the selected order, else by type, number and date; inactive ones only where
 * they are selected.
 */
function chosenDocuments(dispatch: DispatchToDeliver, request: MergeRequest): DeliveryDocument[] {
  const asked = request.dispatches.find(
    ({ connectionId, number }) => connectionId === dispatch.connectionId && number === dispatch.number,
  );
  if (!asked?.documentIds)
    return dispatch.documents.filter(({ isActive }) => isActive || request.withInactive);
  const byId = new Map(dispatch.documents.map((document) => [document.documentId, document]));
  return asked.documentIds.flatMap((id) => byId.get(id) ?? []);
}
