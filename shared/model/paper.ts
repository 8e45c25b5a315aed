/** A document's paper, as the page shows it: its bytes in base64, or why it is not shown here. */
export type Paper =
  /** `unshown`: pages, counted from 1, that only another program shows; they stand empty. */
  | { kind: 'pdf'; base64: string; unshown?: readonly number[] }
  | {
      kind: 'image';
      mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
      base64: string;
    }
  | { kind: 'text'; text: string }
  /** A scan whose file contradicts itself. */
  | { kind: 'damaged' }
  /** Without a single byte. */
  | { kind: 'empty' }
  /** Of a kind that only another program shows. */
  | { kind: 'other' }
  /** Larger than what is read into the page. */
  | { kind: 'too-large'; bytes: number };

/** Bytes that are read into the page at most. */
export const paperLimit = 32 * 1024 * 1024;
