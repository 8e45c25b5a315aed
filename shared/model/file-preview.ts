/** A document's file for the viewer: its bytes in base64, or why it is not shown. */
export type FilePreview =
  /** `unshown`: pages, counted from 1, that only another program shows; they appear empty. */
  | { kind: 'pdf'; base64: string; unshown?: readonly number[] }
  | {
      kind: 'image';
      mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
      base64: string;
      /** Its file ends early: browsers leave the rest of the picture empty, without a word. */
      isCut?: true;
    }
  | { kind: 'text'; text: string }
  | { kind: 'mail'; mail: Mail }
  /** A scan whose file is inconsistent. */
  | { kind: 'damaged' }
  /** A file of 0 bytes. */
  | { kind: 'empty' }
  /** A format that only another program shows. */
  | { kind: 'other' }
  /** Larger than the page may load. */
  | { kind: 'too-large'; bytes: number };

/** A mail as text, whatever its format. Missing values are `''`. */
export interface Mail {
  /** Names and addresses. */
  from: string;
  to: string;
  cc: string;
  subject: string;
  /** ISO 8601; the mail's own text if that is no date. */
  date: string;
  text: string;
  attachments: readonly MailAttachment[];
}

/** An attachment of a mail; one that is itself a mail may have 0 bytes. */
export interface MailAttachment {
  name: string;
  bytes: number;
  preview: FilePreview;
}

/** Maximum number of bytes of a document that the page shows. */
export const maxPreviewBytes = 32 * 1024 * 1024;

/** Maximum bytes of a printed file: what draws its pages has all of it in memory, once. */
export const maxPrintBytes = 512 * 1024 * 1024;
