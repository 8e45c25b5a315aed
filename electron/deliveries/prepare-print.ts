import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallParsed } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { PreparedPrint, UnprintedDocument } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { openWithoutFollowingLinks } from '../lib/open-without-following-links.ts';
import { isOwnName } from '../lib/private-modes.ts';
import { patientNames, removeUnlessLocked } from '../lib/retry-while-locked.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { DocumentFiles } from './document-files.ts';
import { dispatchesInOrder, documentsInOrder, includedDocuments } from './documents-in-order.ts';
import type { DeliveryItem } from './fetch-missing.ts';
import { locateFiles } from './locate-files.ts';
import { runWorkerJob } from './run-worker-job.ts';

/** What print jobs take from the app. */
type PrintContext = Pick<
  DeliveryContext,
  'store' | 'clock' | 'uuid' | 'readRules' | 'fileOf' | 'printFolder' | 'startWorker' | 'translatorNow'
> & { desktop: Pick<DeliveryContext['desktop'], 'openFile'> };

/** Bytes that the page gets at once: a whole file in one message would lie in memory several times. */
const sliceBytes = 8 * 1024 * 1024;

/** A document that is printed, by the fields that every source has. */
type ToPrint = DeliveryItem;

/** Documents as one PDF in the order of their clients, which the page prints; one job at a time. */
export class PrintJobs {
  readonly #context: PrintContext;
  readonly #files: Pick<DocumentFiles, 'get'>;
  #running = new AbortController();
  #jobId: string | undefined;
  /** Cancelled before it began: its call was overtaken. */
  #cancelledId: string | undefined;
  #path: string | undefined;
  /** A program has the file: it stays until the next job. */
  #isOpened = false;

  /** Once `closing` aborts, the running job ends. */
  constructor(context: PrintContext, files: Pick<DocumentFiles, 'get'>, closing: AbortSignal) {
    this.#context = context;
    this.#files = files;
    closing.addEventListener('abort', () => void this.end().catch(() => undefined));
  }

  /**
   * Downloads what is missing as one batch, and merges everything without a cover. Names what cannot be
   * printed, and why. Ends an earlier job. Rejects with `CANCELLED`, else as `runWorkerJob` does.
   */
  async prepare(request: CallParsed<'deliveries.preparePrint'>): Promise<PreparedPrint> {
    const { jobId } = request;
    if (jobId === this.#cancelledId) throw new AppError('CANCELLED', 'the print job was cancelled');
    this.#running.abort();
    this.#jobId = jobId;
    this.#running = new AbortController();
    const { signal } = this.#running;
    const before = await this.#documentsOf(request);
    const unavailable = await this.#files.get(
      keysOf(before.included),
      this.#context.translatorNow().t('documents:fetch.print'),
    );
    throwIfCancelled(signal);
    const { included, outsideRules } = await this.#documentsOf(request);
    const documents = await locateFiles(included, this.#context.fileOf);
    const here = documents.filter(({ path }) => path !== undefined);
    const unprinted = documents
      .filter(({ path }) => path === undefined)
      .map((document): UnprintedDocument => {
        const why = unavailable.find(({ document: { id } }) => id === document.documentId);
        return { ...named(document), code: why?.code ?? 'DOCUMENT_NOT_HERE' };
      });
    if (here.length === 0) return { bytes: 0, pages: 0, printed: 0, unprinted, outsideRules };
    const { path, pages, attached } = await this.#merge(here, signal);
    const reasonOf = new Map(attached.map(({ documentId, reason }) => [documentId, reason]));
    for (const document of here) {
      const reason = reasonOf.get(document.documentId);
      if (reason !== undefined) unprinted.push({ ...named(document), reason });
    }
    const bytes = pages === 0 ? 0 : (await stat(path)).size;
    return { bytes, pages, printed: here.length - attached.length, unprinted, outsideRules };
  }

  /** A part of the job's file. Rejects with `CANCELLED` where another job came after it. */
  async read({ jobId, begin }: CallParsed<'deliveries.readPrint'>): Promise<{ base64: string }> {
    if (jobId !== this.#jobId || this.#path === undefined)
      throw new AppError('CANCELLED', 'the print job has ended');
    await using file = await openWithoutFollowingLinks(this.#path);
    const slice = Buffer.alloc(sliceBytes);
    const { bytesRead } = await file.read(slice, 0, sliceBytes, begin);
    return { base64: slice.toString('base64', 0, bytesRead) };
  }

  /** Ends this job, if it runs or is to come; another one goes on. */
  async cancelJob(jobId: string): Promise<void> {
    if (jobId === this.#jobId) await this.end();
    else this.#cancelledId = jobId;
  }

  /** Ends the job, and removes its file unless a program opened it. */
  async end(): Promise<void> {
    this.#running.abort();
    const path = this.#path;
    if (path === undefined || this.#isOpened) return;
    this.#path = undefined;
    await removeUnlessLocked(patientNames(), path);
  }

  /** Opens the file of the last job in its program. Rejects with `DOCUMENT_NOT_HERE` without one. */
  async openFile(): Promise<void> {
    if (this.#path === undefined) throw new AppError('DOCUMENT_NOT_HERE', 'nothing was printed');
    this.#isOpened = true;
    await this.#context.desktop.openFile(this.#path);
  }

  async #documentsOf(
    request: CallParsed<'deliveries.preparePrint'>,
  ): Promise<{ included: ToPrint[]; outsideRules: number }> {
    const { documents, dispatches, withAllTypes } = request;
    const ofDispatches = dispatches.length === 0 ? [] : await dispatchesInOrder(this.#context, dispatches);
    const { included, outsideRules } = includedDocuments(ofDispatches, { withAllTypes });
    return { included: [...included, ...(await documentsInOrder(this.#context, documents))], outsideRules };
  }

  async #merge(documents: readonly ToPrint[], signal: AbortSignal) {
    const { printFolder } = this.#context;
    // A superseded job would remove the file of the next one.
    throwIfCancelled(signal);
    // The one before, and those that a crash left.
    await removePrints(printFolder);
    await ensureFolder(printFolder);
    throwIfCancelled(signal);
    const path = join(printFolder, `${this.#context.uuid()}.pdf`);
    this.#path = path;
    this.#isOpened = false;
    const job = {
      target: path,
      documents: documents.map(({ documentId, path: source = '', type, folio }) => ({
        documentId,
        path: source,
        type,
        folio,
        date: '',
        bookmark: [type, folio].filter(Boolean).join(' '),
      })),
      notHere: [],
      language: 'es-CL',
      madeAt: new Date(this.#context.clock.now()).toISOString(),
    };
    const { pages, attached } = await runWorkerJob(
      this.#context.startWorker,
      { kind: 'merge', job },
      { signal },
    );
    return { path, pages, attached };
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'the print job was cancelled');
}

/**
 * Removes the files of print jobs, unless a program has them open. The folder may be a person's: what has
 * another name stays.
 */
export async function removePrints(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries)
    if (entry.isFile() && isOwnName('print', entry.name))
      await removeUnlessLocked(patientNames(), join(folder, entry.name));
}

function keysOf(documents: readonly ToPrint[]): DocumentKey[] {
  return documents.map(({ connectionId, documentId }) => ({ connectionId, id: documentId }));
}

function named({ number, type, folio }: ToPrint): Pick<UnprintedDocument, 'number' | 'type' | 'folio'> {
  return { number, type, folio };
}
