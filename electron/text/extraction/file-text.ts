import { detectionBytes, fileType } from '../../lib/file-formats/file-type.ts';
import { textOf } from '../../lib/file-formats/plain-text.ts';
import { readTiff } from '../../lib/file-formats/tiff/read-tiff.ts';
import { UnpackBudget } from '../../lib/file-formats/unpack-budget.ts';
import { FactReader, type ScannedPage } from '../facts/document-facts.ts';
import type { AttachedFile } from './attached-file.ts';
import { AttachedFiles } from './attached-files.ts';
import { findEmptyPages } from './empty-pages.ts';
import { PageCollector, type TextStep } from './page-collector.ts';
import { joinedTexts, readPdfText } from './pdf-text.ts';
import { readUnchanged } from './read-unchanged.ts';
import { unreadMailReason, unreadReasonOf } from './unread-reason.ts';
import { textWithoutTags } from './xml-text.ts';

/** Maximum sum of the unpacked parts of a workbook, bytes: its largest ones have a few sheets of some MB. */
const maxUnpackedBytes = 256 * 1024 * 1024;

/** A file to read, and its pages that are wanted; all by default. */
export interface TextFile {
  path: string;
  /** The hash that its bytes must have. */
  sha256: string;
  only?: readonly number[];
  /** What was recognised on its scanned pages. Facts alone are read then: in it, too. */
  scanned?: readonly ScannedPage[];
}

/**
 * Reads the words of a file, page by page, and closes it before its content is parsed. Never rejects for its
 * content. Run it only in a separate process: a crafted file may exhaust the memory.
 */
export async function readFileText(file: TextFile, onStep: (step: TextStep) => void): Promise<void> {
  const bytes = await readUnchanged(file);
  if (typeof bytes === 'string') {
    onStep({ kind: 'end', ownPages: 0, pages: 0, unreadPages: 0, scans: [], reason: bytes });
    return;
  }
  onStep({ kind: 'loaded' });
  const reader = new FactReader(file.scanned);
  const onPage = (step: TextStep) => {
    if (step.kind === 'pages' && pages.isOwn) reader.add(step.words);
    onStep(step);
  };
  const pages = new PageCollector(onPage, file.only, file.scanned);
  try {
    await readContent(bytes, pages, () => {
      // What is unread may state another value.
      if (!file.only) pages.sendOwn(pages.isOwnRead ? reader.facts(bytes) : []);
    });
  } catch (error) {
    pages.fail(unreadReasonOf(error));
  }
  pages.end();
}

/** Calls `onOwn` where a file that may state facts is read, before the files that are attached to it. */
async function readContent(bytes: Buffer, pages: PageCollector, onOwn: () => void): Promise<void> {
  const kind = fileType(bytes.subarray(0, detectionBytes));
  switch (kind.kind) {
    case 'pdf':
      pages.setPaged();
      return readPdf(bytes, pages, onOwn);
    case 'mail': {
      const { parseMail } = await import('../../lib/file-formats/mail.ts');
      const mail = await parseMail(bytes, kind.format);
      if (mail) return new AttachedFiles(pages).addMail(mail);
      if (kind.format === 'eml') pages.addText(textOf(bytes));
      else pages.fail(unreadMailReason(bytes));
      return;
    }
    case 'text':
      pages.addText(textWithoutTags(textOf(bytes)));
      onOwn();
      return;
    case 'image':
      pages.setPaged();
      pages.addUnread(1, 'no-text');
      onOwn();
      return;
    case 'tiff': {
      pages.setPaged();
      const count = pagesOfTiff(bytes);
      for (let page = 1; page <= count; page++) pages.addUnread(page, 'no-text');
      onOwn();
      return;
    }
    case 'other':
      return readOther(bytes, pages);
  }
}

/** A damaged one counts as one page. */
function pagesOfTiff(bytes: Buffer): number {
  const read = readTiff(bytes);
  return read.kind === 'pages' ? read.pages.length : 1;
}

async function readPdf(bytes: Buffer, pages: PageCollector, onOwn: () => void): Promise<void> {
  const blank: number[] = [];
  let files: readonly AttachedFile[] = [];
  await readPdfText(
    bytes,
    ({ page, text, beside, reason, isBlank }) => {
      if (isBlank) blank.push(page);
      // What is not in the file is no scan.
      if (reason === 'damaged') pages.fail(reason);
      else if (reason) pages.addUnread(page, reason, beside);
      else pages.add(joinedTexts(text, beside), page);
    },
    {
      only: pages.only,
      async onEnd(count, listFiles) {
        pages.endOwnPages(count);
        if (!pages.readsAttached(count)) return;
        try {
          files = await listFiles();
        } catch (error) {
          pages.fail(unreadReasonOf(error));
        }
      },
    },
  );
  // Pages that are read again for their lines are not counted.
  if (!pages.only) await findEmptyPages(bytes, blank, (page, isEmpty) => pages.setEmpty(page, isEmpty));
  onOwn();
  await new AttachedFiles(pages).addFiles(files);
}

async function readOther(bytes: Buffer, pages: PageCollector): Promise<void> {
  if (bytes.length === 0) return;
  const { readWorkbook } = await import('./workbook.ts');
  const workbook = readWorkbook(bytes, new UnpackBudget(maxUnpackedBytes));
  if (!workbook) {
    pages.fail('unsupported');
    return;
  }
  const { worksheets, files, unread } = workbook;
  for (const worksheet of worksheets) pages.addText(worksheet);
  for (const reason of unread) pages.fail(reason);
  await new AttachedFiles(pages).addFiles(files);
}
