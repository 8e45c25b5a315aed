/** A document's file, as the page shows it: its bytes in base64, or why it is not shown here. */
export type FilePreview =
  /** `unshown`: pages, counted from 1, that only another program shows; they stand empty. */
  | { kind: 'pdf'; base64: string; unshown?: readonly number[] }
  | {
      kind: 'image';
      mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
      base64: string;
    }
  | { kind: 'text'; text: string }
  | { kind: 'mail'; mail: Mail }
  /** A scan whose file contradicts itself. */
  | { kind: 'damaged' }
  /** Without a single byte. */
  | { kind: 'empty' }
  /** Of a kind that only another program shows. */
  | { kind: 'other' }
  /** Larger than what is read into the page. */
  | { kind: 'too-large'; bytes: number };

/** A mail as it is shown: as text, whatever it was written as. What is not told is `''`. */
export interface Mail {
  /** People as their names and addresses. */
  from: string;
  to: string;
  cc: string;
  subject: string;
  /** ISO 8601; as it stands in the mail where it is no date. */
  date: string;
  text: string;
  attachments: readonly MailAttachment[];
}

/** What came with a mail; one that is a mail itself may have 0 bytes of its own. */
export interface MailAttachment {
  name: string;
  bytes: number;
  preview: FilePreview;
}

/** Bytes that are read into the page at most. */
export const maxPreviewBytes = 32 * 1024 * 1024;
