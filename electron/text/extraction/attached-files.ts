import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { fileType } from '../../lib/file-formats/file-type.ts';
import { type MailFormat, type ParsedMail, parseMail } from '../../lib/file-formats/mail.ts';
import { textOf } from '../../lib/file-formats/plain-text.ts';
import type { AttachedFile } from './attached-file.ts';
import { findEmptyPages } from './empty-pages.ts';
import type { PageCollector } from './page-collector.ts';
import { joinedTexts, readPdfText } from './pdf-text.ts';
import { EncryptedPdfError } from './with-pdf.ts';
import { isWorkbook, readWorkbook } from './workbook.ts';
import { textWithoutTags } from './xml-text.ts';

/** Maximum number of files that are read of one document. */
const maxFiles = 200;
/** Maximum sum of their bytes. */
const maxBytes = 128 * 1024 * 1024;
/** Maximum nesting of attached mails. */
const maxNesting = 5;

/**
 * Reads the files that are attached to one document as parts of its text. What is not read is told: pictures,
 * other formats, what is in attached PDFs and workbooks, and what is beyond the maximum.
 */
export class AttachedFiles {
  readonly #pages: PageCollector;
  #files = 0;
  #bytes = 0;

  constructor(pages: PageCollector) {
    this.#pages = pages;
  }

  /** A mail, and what is attached to it. */
  async addMail(mail: ParsedMail, nested = 0): Promise<void> {
    const { from, to, cc, subject, text, attachments } = mail;
    const names = attachments.map(({ name }) => name);
    this.#pages.addText([subject, from, to, cc, text, ...names].filter((part) => part !== '').join('\n'));
    for (const { content, isMail } of attachments) {
      if (Buffer.isBuffer(content)) await this.#addContent(content, nested + 1, isMail);
      else if (content && nested < maxNesting) await this.addMail(content, nested + 1);
      else this.#pages.fail('unsupported');
    }
  }

  /** The files in a PDF or a workbook. */
  async addFiles(files: readonly AttachedFile[]): Promise<void> {
    this.#pages.addText(files.map(({ name }) => name).join('\n'));
    for (const file of files) {
      try {
        const content = this.#isFull(0) ? undefined : await file.read();
        if (content) await this.#addContent(content, 1);
        else this.#pages.fail(this.#isFull(0) ? 'too-large' : 'damaged');
      } catch (error) {
        this.#pages.fail(reasonOf(error));
      }
    }
  }

  #isFull(bytes: number): boolean {
    return this.#files >= maxFiles || this.#bytes + bytes > maxBytes;
  }

  /** An attachment that cannot be read costs its own words alone. */
  async #addContent(content: Buffer, nested: number, isMail = false): Promise<void> {
    if (content.length === 0) return;
    if (this.#isFull(content.length)) {
      this.#pages.fail('too-large');
      return;
    }
    this.#files += 1;
    this.#bytes += content.length;
    const kind = isMail ? ({ kind: 'mail', format: 'eml' } as const) : fileType(content);
    try {
      if (kind.kind === 'mail') await this.#addMailFile(content, kind.format, nested);
      else if (kind.kind === 'text') this.#pages.addText(textWithoutTags(textOf(content)));
      else if (kind.kind === 'pdf') await this.#addPdf(content);
      else if (kind.kind === 'other') this.#addOther(content);
      else this.#pages.fail('no-text');
    } catch (error) {
      this.#pages.fail(reasonOf(error));
    }
  }

  async #addMailFile(content: Buffer, format: MailFormat, nested: number): Promise<void> {
    const mail = nested > maxNesting ? undefined : await parseMail(content, format);
    if (mail) await this.addMail(mail, nested);
    else if (nested <= maxNesting && format === 'eml') this.#pages.addText(textOf(content));
    else this.#pages.fail('unsupported');
  }

  async #addPdf(bytes: Buffer): Promise<void> {
    const blank: number[] = [];
    await readPdfText(
      bytes,
      ({ page, text, beside, reason, isBlank }) => {
        if (isBlank) blank.push(page);
        else if (reason) this.#pages.fail(reason);
        this.#pages.addText(joinedTexts(text, beside));
      },
      { onEnd: async (_, listFiles) => this.#tellUnread(await listFiles()) },
    );
    await findEmptyPages(bytes, blank, (_, isEmpty) => {
      if (!isEmpty) this.#pages.fail('no-text');
    });
  }

  #addOther(content: Buffer): void {
    if (!isWorkbook(content)) {
      this.#pages.fail('unsupported');
      return;
    }
    const { worksheets, files, hasUnreadPictures } = readWorkbook(content);
    for (const worksheet of worksheets) this.#pages.addText(worksheet);
    if (hasUnreadPictures) this.#pages.fail('no-text');
    this.#tellUnread(files);
  }

  /** Files in an attached file are named, and not read. */
  #tellUnread(files: readonly AttachedFile[]): void {
    this.#pages.addText(files.map(({ name }) => name).join('\n'));
    for (const _ of files) this.#pages.fail('unsupported');
  }
}

function reasonOf(error: unknown): UnreadReason {
  return error instanceof EncryptedPdfError ? 'encrypted' : 'damaged';
}
