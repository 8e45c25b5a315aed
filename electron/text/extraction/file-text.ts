import type { Mail } from '../../../shared/model/file-preview.ts';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import type { DocumentFact } from '../../database/index.ts';
import { detectionBytes, fileType } from '../../lib/file-formats/file-type.ts';
import { mailPreview } from '../../lib/file-formats/mail.ts';
import { textOf } from '../../lib/file-formats/plain-text.ts';
import { readTiff } from '../../lib/file-formats/tiff/read-tiff.ts';
import { FactReader } from '../facts/document-facts.ts';
import { findEmptyPages } from './empty-pages.ts';
import { joinedTexts, readPdfText } from './pdf-text.ts';
import { readUnchanged } from './read-unchanged.ts';
import { EncryptedPdfError } from './with-pdf.ts';
import { isWorkbook, worksheetTexts } from './worksheet-texts.ts';
import { xmlText } from './xml-text.ts';

/** A file to read, and its pages that are wanted; all by default. */
export interface TextFile {
  path: string;
  /** The hash that its bytes must have. */
  sha256: string;
  only?: readonly number[];
}

/** The words of some pages, and where the reading ended. */
export type TextStep =
  /** The bytes are in memory, and the file is closed. */
  | { kind: 'loaded' }
  | { kind: 'pages'; words: readonly { page: number; text: string }[] }
  /** What the whole document states with certainty. */
  | { kind: 'facts'; facts: readonly DocumentFact[] }
  | {
      kind: 'end';
      isPaged: boolean;
      pages: number;
      unreadPages: number;
      /** Unread pages that may be pictures of text. */
      scans: readonly number[];
      reason: UnreadReason | '';
    };

/** More text than this is hardly a document, UTF-16 units. */
const maxTextLength = 32 * 1024 * 1024;
/** More than a page holds, UTF-16 units; one row of the index has all of it. */
const maxPageLength = 1024 * 1024;
/** Length of a part of a text without pages, UTF-16 units. */
const partLength = 16_384;
const zipMark = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Reads the words of a file, page by page, and closes it before its content is parsed. Never rejects for its
 * content. Run it only in a separate process: a crafted file may exhaust the memory.
 */
export async function readFileText(file: TextFile, onStep: (step: TextStep) => void): Promise<void> {
  const bytes = await readUnchanged(file);
  if (typeof bytes === 'string') {
    onStep({ kind: 'end', isPaged: false, pages: 0, unreadPages: 0, scans: [], reason: bytes });
    return;
  }
  onStep({ kind: 'loaded' });
  const reader = new FactReader();
  const onPage = (step: TextStep) => {
    if (step.kind === 'pages') reader.add(step.words);
    onStep(step);
  };
  const pages = new PageCollector(onPage, file.only);
  try {
    await readContent(bytes, pages);
    if (!file.only) onStep({ kind: 'facts', facts: reader.facts(bytes) });
  } catch (error) {
    pages.fail(error instanceof EncryptedPdfError ? 'encrypted' : 'damaged');
  }
  pages.end();
}

/** Sends pages on, and counts those without words. */
class PageCollector {
  readonly #onStep: (step: TextStep) => void;
  readonly #only: readonly number[] | undefined;
  #isPaged = false;
  #pages = 0;
  #length = 0;
  /** Why words are missing, in the order in which that was found; `page` where it is one page's. */
  #reasons: { reason: UnreadReason; page: number | undefined }[] = [];

  constructor(onStep: (step: TextStep) => void, only: readonly number[] | undefined) {
    this.#onStep = onStep;
    this.#only = only;
  }

  get only(): readonly number[] | undefined {
    return this.#only;
  }

  /** The file has pages of its own. */
  setPaged(): void {
    this.#isPaged = true;
  }

  add(written: string, page = this.#pages + 1): void {
    this.#pages = Math.max(this.#pages, page);
    const text = written.slice(0, maxPageLength);
    if (text.length < written.length) this.fail('too-large');
    this.#length += text.length;
    if (this.#length > maxTextLength) {
      this.fail('too-large');
      return;
    }
    const isRequested = !this.#only || this.#only.includes(page);
    if (isRequested && text.trim() !== '') this.#onStep({ kind: 'pages', words: [{ page, text }] });
  }

  /** A text of any length, in parts that end with a line. */
  addText(text: string): void {
    for (let at = 0; at < text.length; ) {
      const limit = at + partLength;
      const lineEnd = limit < text.length ? text.lastIndexOf('\n', limit) + 1 : text.length;
      const end = lineEnd > at ? lineEnd : Math.min(limit, text.length);
      this.add(text.slice(at, end));
      at = end;
    }
  }

  /** A page without words of its own; `beside` are those of its annotations. */
  addUnread(page: number, reason: UnreadReason, beside = ''): void {
    this.#pages = Math.max(this.#pages, page);
    this.fail(reason, page);
    if (beside !== '') this.add(beside, page);
    else this.#showProgress();
  }

  /** An unread page turned out to have nothing to read. */
  setEmpty(page: number, isEmpty: boolean): void {
    if (isEmpty) this.#reasons = this.#reasons.filter((each) => each.page !== page);
    this.#showProgress();
  }

  #showProgress(): void {
    this.#onStep({ kind: 'pages', words: [] });
  }

  /** The first reason is told. */
  fail(reason: UnreadReason, page?: number): void {
    this.#reasons.push({ reason, page });
  }

  end(): void {
    const scans = this.#reasons.flatMap(({ page }) => page ?? []);
    const [isPaged, pages, unreadPages] = [this.#isPaged, this.#pages, scans.length];
    const reason = this.#reasons[0]?.reason ?? '';
    this.#onStep({ kind: 'end', isPaged, pages, unreadPages, scans, reason });
  }
}

async function readContent(bytes: Buffer, pages: PageCollector): Promise<void> {
  const kind = fileType(bytes.subarray(0, detectionBytes));
  switch (kind.kind) {
    case 'pdf':
      pages.setPaged();
      return readPdf(bytes, pages);
    case 'mail': {
      const preview = await mailPreview(bytes, kind.format);
      if (preview.kind === 'mail') return readMail(preview.mail, pages);
      if (preview.kind === 'text') pages.addText(preview.text);
      else pages.fail('unsupported');
      return;
    }
    case 'text':
      pages.addText(textWithoutTags(textOf(bytes)));
      return;
    case 'image':
      pages.setPaged();
      pages.addUnread(1, 'no-text');
      return;
    case 'tiff': {
      pages.setPaged();
      const count = pagesOfTiff(bytes);
      for (let page = 1; page <= count; page++) pages.addUnread(page, 'no-text');
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

async function readPdf(bytes: Buffer, pages: PageCollector): Promise<void> {
  const blank: number[] = [];
  await readPdfText(
    bytes,
    ({ page, text, beside, reason, isBlank }) => {
      if (isBlank) blank.push(page);
      if (reason) pages.addUnread(page, reason, beside);
      else pages.add(joinedTexts(text, beside), page);
    },
    pages.only,
  );
  // Pages that are read again for their lines are not counted.
  if (pages.only) return;
  await findEmptyPages(bytes, blank, (page, isEmpty) => pages.setEmpty(page, isEmpty));
}

function textWithoutTags(text: string): string {
  return /^\s*<(\?xml|!DOCTYPE|[A-Za-z][\w:.-]*[\s>/])/.test(text.slice(0, 1024)) ? xmlText(text) : text;
}

async function readMail(mail: Mail, pages: PageCollector): Promise<void> {
  const { from, to, cc, subject, text, attachments } = mail;
  const names = attachments.map(({ name }) => name);
  pages.addText([subject, from, to, cc, text, ...names].filter((part) => part !== '').join('\n'));
  for (const { preview } of attachments) {
    if (preview.kind === 'mail') await readMail(preview.mail, pages);
    else if (preview.kind === 'text') pages.addText(textWithoutTags(preview.text));
    else if (preview.kind === 'pdf') await readAttachedPdf(Buffer.from(preview.base64, 'base64'), pages);
    else if (preview.kind === 'image') pages.fail('no-text');
    else if (preview.kind !== 'empty') pages.fail('unsupported');
  }
}

/** An attachment that cannot be read costs its own words alone. */
async function readAttachedPdf(bytes: Buffer, pages: PageCollector): Promise<void> {
  try {
    const blank: number[] = [];
    await readPdfText(bytes, ({ page, text, beside, reason, isBlank }) => {
      if (isBlank) blank.push(page);
      else if (reason) pages.fail(reason);
      pages.addText(joinedTexts(text, beside));
    });
    await findEmptyPages(bytes, blank, (_, isEmpty) => {
      if (!isEmpty) pages.fail('no-text');
    });
  } catch (error) {
    pages.fail(error instanceof EncryptedPdfError ? 'encrypted' : 'damaged');
  }
}

function readOther(bytes: Buffer, pages: PageCollector): void {
  if (bytes.length === 0) return;
  if (!bytes.subarray(0, zipMark.length).equals(zipMark) || !isWorkbook(bytes)) {
    pages.fail('unsupported');
    return;
  }
  for (const worksheet of worksheetTexts(bytes)) pages.addText(worksheet);
}
