import { PDFContext, PDFHexString, PDFName, type PDFObject, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { AttachReason } from '../../../shared/model/delivery.ts';
import { type Bookmark, writeBookmarks } from './bookmarks.ts';
import { type Cover, countCoverPages, drawCover, type RowArea } from './cover.ts';
import { createLayers } from './layers.ts';
import { openMergeablePdf } from './open-mergeable-pdf.ts';
import { type CopiedPages, type CopyTarget, copyPages } from './page-copier.ts';
import { createPdfFile, type PdfFile } from './pdf-file.ts';
import { addTextLayer, type RecognizedText } from './text-layer.ts';

/** A document to merge: its file, and the texts of its bookmark and its table row. */
export interface DocumentToMerge {
  documentId: string;
  path: string;
  bookmark: string;
  type: string;
  folio: string;
  date: string;
  /** What its pages get as an invisible text. */
  recognized?: RecognizedText;
}

/**
 * Texts of the cover, in the recipient's language; placeholders such as `{{reason}}` are already replaced.
 */
export interface CoverTexts {
  title: string;
  /** The bookmark of the cover. */
  index: string;
  facts: Cover['facts'];
  headings: Cover['headings'];
  attached: string;
  reasons: Readonly<Record<AttachReason, string>>;
  notHere: string;
  /** Shown when a document of the file is signed; an asterisk marks it in the table. */
  signed: string;
  /** Shown when a page has its recognised words. */
  recognized: string;
  /** Shown when a page lacks the words that were recognised on it. */
  unlayered: string;
  notes: readonly string[];
}

/** One file to make. Plain data, because it is sent to the worker's process. */
export interface MergeJob {
  /** The path to write to; it must be free. */
  target: string;
  documents: readonly DocumentToMerge[];
  /** Ids of documents to skip, because each crashed the process that read it. */
  tooHeavy?: readonly string[];
  /** Missing documents, as the cover lists them. */
  notHere: readonly string[];
  /** Absent for a file without a cover. */
  texts?: CoverTexts | undefined;
  /** BCP 47, for screen readers. */
  language: string;
  /** UTC ISO 8601. */
  madeAt: string;
}

export interface MergeOutcome {
  /** All pages, including the cover's. */
  pages: number;
  bytes: number;
  merged: { documentId: string; page: number; pages: number; isSigned: boolean }[];
  attached: { documentId: string; reason: AttachReason }[];
}

interface Merged {
  document: DocumentToMerge;
  copied: CopiedPages;
  isSigned: boolean;
  /** How many of its pages have the words that were recognised on them. */
  layered: number;
}

/**
 * Makes one PDF of a dispatch's documents, with one document in memory at a time. Returns what cannot be
 * merged, with the reason. The file is complete when this resolves; delete it when it rejects. `onDocument`
 * is called for each document.
 */
export async function mergeDocuments(job: MergeJob, onDocument: () => void): Promise<MergeOutcome> {
  const file = createPdfFile(job.target);
  try {
    const outcome = await writeMerged(job, file, onDocument);
    return outcome;
  } catch (error) {
    file.abandon();
    throw error;
  }
}

const heavyDocument = { kind: 'beside', reason: 'too-heavy' } as const;

async function writeMerged(job: MergeJob, file: PdfFile, onDocument: () => void): Promise<MergeOutcome> {
  const layers = createLayers();
  const root = file.allocate();
  const target: CopyTarget = { file, parent: root, layers };
  const merged: Merged[] = [];
  const attached: MergeOutcome['attached'] = [];
  for (const document of job.documents) {
    const { documentId, path, recognized } = document;
    const opened = job.tooHeavy?.includes(documentId)
      ? heavyDocument
      : await openMergeablePdf(path, recognized?.sha256);
    if (opened.kind === 'pdf') {
      const layered = recognized && opened.hasHash ? await addTextLayer(opened, recognized) : 0;
      merged.push({ document, copied: copyPages(opened, target), isSigned: opened.isSigned, layered });
    } else attached.push({ documentId, reason: opened.reason });
    onDocument();
  }

  const { texts } = job;
  const front = texts && (await writeCover({ ...job, texts }, merged, attached, target));
  const coverPages = front?.pages.length ?? 0;
  const pages = coverPages + merged.reduce((sum, { copied }) => sum + copied.pages.length, 0);
  const { catalog, info } = writeCatalog(job, file, {
    root,
    front,
    merged,
    pages,
    layers: layers.write(file),
  });
  return {
    pages,
    bytes: file.finish(catalog, info),
    merged: toMergedDocuments(merged, coverPages),
    attached,
  };
}

async function writeCover(
  job: JobWithCover,
  merged: readonly Merged[],
  attached: MergeOutcome['attached'],
  target: CopyTarget,
): Promise<CopiedPages> {
  const coverPages = countCoverPages(coverOf(job, merged, attached, 0));
  const cover = await drawCover(coverOf(job, merged, attached, coverPages));
  const links = linksOf(cover.rowAreas, merged, target.file);
  return copyPages(
    { document: cover.document, pages: cover.document.getPages().map(({ ref }) => ref) },
    target,
    (page) => [[PDFName.of('Annots'), PDFContext.create().obj(links.get(page) ?? [])]],
  );
}

type JobWithCover = MergeJob & { texts: CoverTexts };

function toMergedDocuments(merged: readonly Merged[], coverPages: number): MergeOutcome['merged'] {
  let next = coverPages + 1;
  return merged.map(({ document, copied, isSigned }) => {
    const page = next;
    next += copied.pages.length;
    return { documentId: document.documentId, page, pages: copied.pages.length, isSigned };
  });
}

function coverOf(
  { texts, notHere, documents }: JobWithCover,
  merged: readonly Merged[],
  attached: MergeOutcome['attached'],
  coverPages: number,
): Cover {
  const mergedDocuments = toMergedDocuments(merged, coverPages);
  const rows = merged.map(({ document, copied, isSigned }, at) => ({
    cells: [
      String(at + 1),
      isSigned ? `${document.type} *` : document.type,
      document.folio,
      document.date,
      String(copied.pages.length),
      String(mergedDocuments[at]?.page ?? ''),
    ] as const,
  }));
  const named = new Map(documents.map((document) => [document.documentId, document]));
  const attachedRows = attached.map(({ documentId, reason }) => {
    const document = named.get(documentId);
    return `${[document?.type, document?.folio].filter(Boolean).join(' ')}: ${texts.reasons[reason]}`;
  });
  return {
    title: texts.title,
    facts: texts.facts,
    headings: texts.headings,
    rows,
    lists: [
      { title: texts.attached, rows: attachedRows },
      { title: texts.notHere, rows: notHere },
    ],
    notes: [
      ...(merged.some(({ isSigned }) => isSigned) ? [texts.signed] : []),
      ...(merged.some(({ layered }) => layered > 0) ? [texts.recognized] : []),
      ...(merged.some(hasUnwrittenWords) ? [texts.unlayered] : []),
      ...texts.notes,
    ],
  };
}

/** Its file has changed since it was read, or a page is damaged. */
function hasUnwrittenWords({ document, layered }: Merged): boolean {
  return layered < (document.recognized?.pages.length ?? 0);
}

/** Links from the rows of the table to the documents, by page of the cover. */
function linksOf(
  rowAreas: readonly RowArea[],
  merged: readonly Merged[],
  file: PdfFile,
): Map<number, PDFRef[]> {
  const context = PDFContext.create();
  const links = new Map<number, PDFRef[]>();
  rowAreas.forEach(({ coverPage, rect }, row) => {
    const page = merged[row]?.copied.pages[0];
    if (!page) return;
    const ref = file.allocate();
    file.write(
      ref,
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [...rect],
        Border: [0, 0, 0],
        Dest: [page, 'XYZ', null, null, null],
      }),
    );
    links.set(coverPage, [...(links.get(coverPage) ?? []), ref]);
  });
  return links;
}

interface Catalog {
  root: PDFRef;
  front: CopiedPages | undefined;
  merged: readonly Merged[];
  pages: number;
  layers: PDFRef | undefined;
}

/** Writes the page tree and the catalog; returns the trailer's entries. */
function writeCatalog(
  job: MergeJob,
  file: PdfFile,
  { root, front, merged, pages, layers }: Catalog,
): { catalog: PDFRef; info: PDFRef } {
  const context = PDFContext.create();
  const nodes: PDFObject[] = [...(front ? [front.node] : []), ...merged.map(({ copied }) => copied.node)];
  file.write(root, context.obj({ Type: 'Pages', Kids: nodes, Count: pages }));
  const outline = writeBookmarks(
    [
      ...(front && job.texts ? [bookmarkTo(job.texts.index, front.pages[0], [])] : []),
      ...merged.map(({ document, copied }) =>
        bookmarkTo(document.bookmark, copied.pages[0], copied.bookmarks),
      ),
    ],
    file,
  );
  const catalog = context.obj({
    Type: 'Catalog',
    Pages: root,
    PageMode: 'UseOutlines',
    ViewerPreferences: { DisplayDocTitle: true },
    ...(outline && { Outlines: outline }),
    ...(layers && { OCProperties: layers }),
  });
  catalog.set(PDFName.of('Lang'), PDFString.of(job.language));
  const info = context.obj({});
  info.set(PDFName.of('Title'), PDFHexString.fromText(job.texts?.title ?? ''));
  info.set(PDFName.of('Producer'), PDFString.of('Carpeta'));
  info.set(PDFName.of('CreationDate'), PDFString.fromDate(new Date(job.madeAt)));
  const refs = { catalog: file.allocate(), info: file.allocate() };
  file.write(refs.catalog, catalog);
  file.write(refs.info, info);
  return refs;
}

function bookmarkTo(title: string, page: PDFRef | undefined, children: Bookmark[]): Bookmark {
  const destination = page && PDFContext.create().obj([page, 'XYZ', null, null, null]);
  return { title, isOpen: false, children, ...(destination && { destination }) };
}
