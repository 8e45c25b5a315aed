import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import PostalMime, { type Address } from 'postal-mime';
import type { FilePreview, Mail, MailAttachment } from '../../../shared/model/file-preview.ts';
import { fileType, pagePreview } from './file-type.ts';
import { htmlText } from './html-text.ts';
import { textOf } from './plain-text.ts';
import { tiffPreview, tiffShown } from './tiff/tiff-preview.ts';

/** Internet mail (RFC 5322) or an Outlook file (MS-OXMSG). */
export type MailFormat = 'eml' | 'msg';

/** Maximum nesting of attached mails; deeper ones are shown as other files. */
const maxNesting = 5;

/** What is attached to a mail, not opened. */
interface ParsedAttachment {
  name: string;
  /** Undefined for a mail that is nested too deep. */
  content: Buffer | ParsedMail | undefined;
  /** Whether the content is an Internet mail, whatever its beginning. */
  isMail: boolean;
}

/** A mail with its plain text; nothing remote is fetched. */
export interface ParsedMail extends Omit<Mail, 'attachments'> {
  attachments: readonly ParsedAttachment[];
}

/**
 * Reads a mail. Undefined where it is damaged, or a file of old Office. Run it only in a separate process: a
 * crafted mail may exhaust the memory.
 */
export async function parseMail(bytes: Buffer, format: MailFormat): Promise<ParsedMail | undefined> {
  try {
    return await (format === 'eml' ? readEml(bytes) : readMsg(bytes));
  } catch {
    // The libraries throw arbitrary errors for damaged mails.
    return undefined;
  }
}

/** A mail as the viewer shows it. A damaged one becomes text or another type. See {@link parseMail}. */
export async function mailPreview(bytes: Buffer, format: MailFormat, nested = 0): Promise<FilePreview> {
  if (nested > maxNesting) return { kind: 'other' };
  const mail = await parseMail(bytes, format);
  if (mail) return previewOf(mail, nested);
  return format === 'eml' ? { kind: 'text', text: textOf(bytes) } : { kind: 'other' };
}

async function previewOf(parsed: ParsedMail, nested: number): Promise<FilePreview> {
  const attachments: MailAttachment[] = [];
  for (const { name, content, isMail } of parsed.attachments) {
    const bytes = Buffer.isBuffer(content) ? content.length : 0;
    attachments.push({ name, bytes, preview: await contentPreview(content, isMail, nested) });
  }
  return { kind: 'mail', mail: { ...parsed, attachments } };
}

async function contentPreview(
  content: ParsedAttachment['content'],
  isMail: boolean,
  nested: number,
): Promise<FilePreview> {
  if (content === undefined) return { kind: 'other' };
  if (!Buffer.isBuffer(content))
    return nested >= maxNesting ? { kind: 'other' } : previewOf(content, nested + 1);
  return isMail ? mailPreview(content, 'eml', nested + 1) : attachmentPreview(content, nested);
}

async function readEml(bytes: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(withEncoding(bytes), { forceRfc822Attachments: true });
  return {
    from: namesOf(mail.from && [mail.from]),
    to: namesOf(mail.to),
    cc: namesOf(mail.cc),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    text: plain(mail.text ?? htmlText(mail.html ?? '')),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      content: typeof content === 'string' ? Buffer.from(content) : bytesOf(content),
      isMail: mimeType === 'message/rfc822',
    })),
  };
}

/** Converts the header to UTF-8, and the body if it declares no charset: old programs wrote windows-1252. */
function withEncoding(bytes: Buffer): Buffer {
  const ends = ['\n\n', '\r\n\r\n'].map((mark) => bytes.indexOf(mark)).filter((at) => at >= 0);
  const end = ends.length > 0 ? Math.min(...ends) : bytes.length;
  const head = textOf(bytes.subarray(0, end));
  const type = /^content-type:(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1];
  const isBare = type === undefined || (/^\s*text\//i.test(type) && !/charset/i.test(type));
  const body = bytes.subarray(end);
  return Buffer.concat([Buffer.from(head), isBare ? Buffer.from(textOf(body)) : body]);
}

function namesOf(addresses: readonly Address[] = []): string {
  return addresses
    .map((one) => (one.group ? `${one.name}: ${namesOf(one.group)}` : named(one.name, one.address)))
    .join(', ');
}

function named(name = '', address = ''): string {
  if (name === '' || name === address) return address;
  // Outlook stores X.500 addresses for colleagues, which mean nothing to readers.
  return address.includes('@') ? `${name} <${address}>` : name;
}

/** Property stream of every Outlook file; old Word and Excel files start with the same signature. */
const outlookMark = Buffer.from('__properties_version1.0', 'utf16le');

function readMsg(bytes: Buffer): ParsedMail | undefined {
  if (!bytes.includes(outlookMark)) return undefined;
  const reader = new msgreader.default(Uint8Array.from(bytes).buffer);
  // The code page of non-Unicode mails is unreliable; here they come from Windows.
  reader.parserConfig = { ansiEncoding: 'windows-1252' };
  const fields = reader.getFileData();
  return fields.error === undefined ? mailOf(fields, reader, 0) : undefined;
}

type MsgReader = InstanceType<typeof msgreader.default>;

function mailOf(fields: FieldsData, reader: MsgReader, nested: number): ParsedMail {
  const people = (kind: FieldsData['recipType']) =>
    (fields.recipients ?? [])
      .filter(({ recipType }) => recipType === kind)
      .map(({ name, smtpAddress, email }) => named(name, smtpAddress ?? email))
      .join(', ');
  const sent = new Date(fields.clientSubmitTime ?? fields.messageDeliveryTime ?? '');
  return {
    from: named(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail),
    to: people('to'),
    cc: people('cc'),
    subject: fields.subject ?? '',
    date: Number.isNaN(sent.getTime()) ? '' : sent.toISOString(),
    text: textOfMsg(fields),
    attachments: (fields.attachments ?? []).map((one) => attachmentOf(one, reader, nested)),
  };
}

function attachmentOf(attachment: FieldsData, reader: MsgReader, nested: number): ParsedAttachment {
  const inner = attachment.innerMsgContentFields;
  if (inner) {
    const content = nested >= maxNesting ? undefined : mailOf(inner, reader, nested + 1);
    return { name: inner.subject ?? attachment.name ?? '', content, isMail: false };
  }
  const { fileName, content } = reader.getAttachment(attachment);
  return { name: fileName, content: bytesOf(content), isMail: false };
}

/** The plain text body, else the text of the HTML body. */
function textOfMsg({ body, bodyHtml, html }: FieldsData): string {
  if (body !== undefined && body.trim() !== '') return plain(body);
  const page = bodyHtml ?? (html && textOf(bytesOf(html)));
  return page === undefined ? '' : plain(htmlText(page));
}

/** LF line ends, and at most one empty line in a row. */
function plain(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, at, lines) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim();
}

/** The preview of an attachment, by its first bytes. */
async function attachmentPreview(body: Buffer, nested: number): Promise<FilePreview> {
  if (body.length === 0) return { kind: 'empty' };
  const kind = fileType(body);
  switch (kind.kind) {
    case 'mail':
      return mailPreview(body, kind.format, nested + 1);
    case 'tiff':
      return tiffPreview(tiffShown(body));
    case 'text':
      return { kind: 'text', text: textOf(body) };
    case 'other':
      return kind;
    case 'pdf':
    case 'image':
      return pagePreview(kind, body);
  }
}

function bytesOf(content: ArrayBuffer | Uint8Array): Buffer {
  if (content instanceof Uint8Array)
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return Buffer.from(content);
}
