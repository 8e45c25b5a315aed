import { fileType } from '../../lib/file-formats/file-type.ts';
import type { MailFormat, ParsedMail } from '../../lib/file-formats/mail.ts';
import { textOf } from '../../lib/file-formats/plain-text.ts';
import { UnpackBudget } from '../../lib/file-formats/unpack-budget.ts';
import type { AttachedFile } from './attached-file.ts';
import { findEmptyPages } from './empty-pages.ts';
import type { PageCollector } from './page-collector.ts';
import { joinedTexts, readPdfText } from './pdf-text.ts';
import { unreadMailReason, unreadReasonOf } from './unread-reason.ts';
import { textWithoutTags } from './xml-text.ts';

/** Maximum number of files that are read of one document. */
const maxFiles = 200;
/** Maximum sum of their bytes, and of what is unpacked of them. */
const maxBytes = 128 * 1024 * 1024;
/** Maximum nesting of attached mails. */
const maxNesting = 5;

/**
 * Reads the files that are attached to one document as parts of its text. What is not read is told: pictures,
 * other formats, what is in attached PDFs and workbooks, and what is beyond the maximum.
 */
export class AttachedFiles {
  readonly #pages: PageCollector;
  readonly #budget = new UnpackBudget(maxBytes);
  #files = 0;

  constructor(pages: PageCollector) {
    this.#pages = pages;
  }

  /** A mail, and what is attached to it. */
  async addMail(mail: ParsedMail, nested = 0): Promise<void> {
    const { from, to, cc, subject, text, attachments } = mail;
    const names = attachments.map(({ name }) => name);
    this.#pages.addText([subject, from, to, cc, text, ...names].filter((part) => part !== '').join('\n'));
    for (const { content, isMail } of attachments) {
      if (Buffer.isBuffer(content)) await this.#addUnpacked(content, nested + 1, isMail);
      else if (content && nested < maxNesting) await this.addMail(content, nested + 1);
      else this.#pages.fail('unsupported');
    }
  }

  /** The files in a PDF or a workbook. */
  async addFiles(files: readonly AttachedFile[]): Promise<void> {
    this.#pages.addText(files.map(({ name }) => name).join('\n'));
    for (const file of files) {
      if (this.#isFull()) {
        this.#pages.fail('too-large');
        continue;
      }
      // One that cannot be read has cost its time, too.
      this.#files += 1;
      try {
        await this.#addContent(await file.read(this.#budget), 1);
      } catch (error) {
        this.#pages.fail(unreadReasonOf(error));
      }
    }
  }

  #isFull(): boolean {
    return this.#files >= maxFiles;
  }

  /** A file that its mail holds unpacked. */
  async #addUnpacked(content: Buffer, nested: number, isMail: boolean): Promise<void> {
    if (content.length === 0) return;
    if (!this.#isFull() && this.#budget.spend(content.length)) {
      this.#files += 1;
      await this.#addContent(content, nested, isMail);
    } else this.#pages.fail('too-large');
  }

  /** An attachment that cannot be read costs its own words alone. */
  async #addContent(content: Buffer, nested: number, isMail = false): Promise<void> {
    if (content.length === 0) return;
    const kind = isMail ? ({ kind: 'mail', format: 'eml' } as const) : fileType(content);
    try {
      if (kind.kind === 'mail') await this.#addMailFile(content, kind.format, nested);
      else if (kind.kind === 'text') this.#pages.addText(textWithoutTags(textOf(content)));
      else if (kind.kind === 'pdf') await this.#addPdf(content);
      else if (kind.kind === 'other') await this.#addOther(content);
      else this.#pages.fail('no-text');
    } catch (error) {
      this.#pages.fail(unreadReasonOf(error));
    }
  }

  async #addMailFile(content: Buffer, format: MailFormat, nested: number): Promise<void> {
    const { parseMail } = await import('../../lib/file-formats/mail.ts');
    const mail = nested > maxNesting ? undefined : await parseMail(content, format);
    if (mail) await this.addMail(mail, nested);
    else if (nested > maxNesting) this.#pages.fail('unsupported');
    else if (format === 'eml') this.#pages.addText(textOf(content));
    else this.#pages.fail(unreadMailReason(content));
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

  async #addOther(content: Buffer): Promise<void> {
    const { readWorkbook } = await import('./workbook.ts');
    const workbook = readWorkbook(content, this.#budget);
    if (!workbook) {
      this.#pages.fail('unsupported');
      return;
    }
    const { worksheets, files, unread } = workbook;
    for (const worksheet of worksheets) this.#pages.addText(worksheet);
    for (const reason of unread) this.#pages.fail(reason);
    this.#tellUnread(files);
  }

  /** Files in an attached file are named, and not read. */
  #tellUnread(files: readonly AttachedFile[]): void {
    this.#pages.addText(files.map(({ name }) => name).join('\n'));
    for (const _ of files) this.#pages.fail('unsupported');
  }
}
